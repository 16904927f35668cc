package io.coterie.trust.tls;

import static java.util.Objects.requireNonNull;

import io.coterie.trust.CoordinatorCredentials;
import io.coterie.trust.pki.RefusedCertificateException;
import io.coterie.trust.pki.RefusedCertificateException.Cause;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.function.Consumer;
import javax.net.ssl.SSLSession;

/**
 * Lets the calls of listed sites through, each with the name of its site, and tells all others why
 * not: what TLS could only hint at is said here in words.
 *
 * <p>Immutable and thread-safe.
 *
 * @param credentials with the sites that are let in
 * @param refusals gets why a call was refused
 */
public record SiteGate(CoordinatorCredentials credentials, Consumer<String> refusals)
    implements ServerInterceptor {
  /** The site that makes a call, from its certificate. */
  public static final Context.Key<String> SITE = Context.key("site");

  public SiteGate {
    requireNonNull(credentials, "credentials is null");
    requireNonNull(refusals, "refusals is null");
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    SSLSession session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    try {
      if (session == null) {
        throw new RefusedCertificateException(Cause.NONE, "This connection is not encrypted.");
      }
      Context context = Context.current().withValue(SITE, credentials.admit(session));
      return Contexts.interceptCall(context, call, headers, next);
    } catch (RefusedCertificateException e) {
      refusals.accept(e.getMessage());
      Status status =
          e.why() == Cause.NOT_LISTED ? Status.PERMISSION_DENIED : Status.UNAUTHENTICATED;
      call.close(status.withDescription(e.getMessage()), new Metadata());
      return new ServerCall.Listener<>() {};
    }
  }
}

package io.coterie.trust;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.secure.Bytes;
import io.coterie.secure.Identities;
import io.coterie.trust.pki.OwnKey;
import io.coterie.trust.pki.PartyCertificate;
import io.coterie.trust.pki.RefusedCertificateException;
import io.coterie.trust.pki.RefusedCertificateException.Cause;
import io.coterie.trust.tls.HandshakeLog;
import io.coterie.trust.tls.PeerCheck;
import io.coterie.trust.tls.PeerTrust;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * What a coordinator needs to serve: its key and certificate, the authority's certificate, and the
 * list of the sites it lets in. The list is read anew each time it is asked, so that approving or
 * revoking a site takes effect at once.
 *
 * <p>Thread-safe.
 */
public final class CoordinatorCredentials {
  static final String CERTIFICATE = "coordinator.crt";
  static final String KEY = "coordinator.key";

  private final PartyCertificate certificate;
  private final PrivateKey key;
  private final PeerCheck check;
  private final AllowList sites;

  CoordinatorCredentials(Path folder, Clock clock) {
    requireNonNull(clock, "clock is null");
    PartyCertificate authority = Credentials.authority(folder, clock);
    Path file = folder.resolve(CERTIFICATE);
    certificate = Credentials.certificate(file, Role.COORDINATOR, authority, clock);
    key = Credentials.key(folder.resolve(KEY), certificate, file);
    check = new PeerCheck(authority, clock, "the coordinator's clock");
    sites = AllowList.in(folder);
  }

  /** Reads a coordinator's folder; what cannot be used in it is told. */
  public static CoordinatorCredentials load(Path folder) {
    return new CoordinatorCredentials(folder, Clock.systemUTC());
  }

  /** Returns the port at which sites were told to find the coordinator of a folder. */
  public static OptionalInt port(Path folder) {
    return Files.exists(folder.resolve(Connection.ADDRESS))
        ? OptionalInt.of(HostPort.of(Connection.readAddress(folder)).port())
        : OptionalInt.empty();
  }

  public PartyCertificate certificate() {
    return certificate;
  }

  /**
   * Returns what gRPC serves with: TLS 1.3, and nobody without a certificate of the authority.
   *
   * @param refusals is told why a peer was refused in the handshake; TLS tells the peer only the
   *     kind of reason
   */
  public SslContext serverSslContext(Consumer<String> refusals) {
    HandshakeLog.begin();
    try {
      return GrpcSslContexts.configure(
              SslContextBuilder.forServer(new OwnKey(key, certificate)), SslProvider.JDK)
          .protocols(Credentials.PROTOCOL)
          .sessionCacheSize(Credentials.SESSIONS)
          .sessionTimeout(Credentials.SESSION_SECONDS)
          .trustManager(PeerTrust.ofCoordinator(check, refusals))
          .clientAuth(ClientAuth.REQUIRE)
          .build();
    } catch (SSLException e) {
      throw new IllegalStateException("Every Java since 11 has TLS 1.3.", e);
    }
  }

  /** Returns what the coordinator's page is served with: TLS 1.3, for browsers, which show none. */
  public SSLContext pageSslContext() {
    return Credentials.socketContext(new OwnKey(key, certificate));
  }

  /** Returns the name of the site at the other end, or why it may not take part. */
  public String admit(SSLSession session) throws RefusedCertificateException {
    // A session that is taken up again saw its handshake long ago, so all is checked once more.
    PartyCertificate site = check.checkHolder(chain(session), Role.SITE);
    check.checkDates(site);
    sites.check(site);
    return site.name();
  }

  private static X509Certificate[] chain(SSLSession session) throws RefusedCertificateException {
    try {
      Certificate first = session.getPeerCertificates()[0];
      return new X509Certificate[] {(X509Certificate) first};
    } catch (SSLPeerUnverifiedException e) {
      throw new RefusedCertificateException(Cause.NONE, "The other side has shown no certificate.");
    }
  }

  /** Returns the certificates of these sites, in DER form; all must be on the list. */
  public List<byte[]> roster(List<String> names) {
    return names.stream().map(name -> listed(name).encoded()).toList();
  }

  /** Returns the keys by which these sites sign in secure sums; all must be on the list. */
  public Identities identities(List<String> names) {
    Map<String, Bytes> keys = new TreeMap<>();
    names.forEach(name -> keys.put(name, listed(name).identity().orElseThrow()));
    return Identities.of(keys);
  }

  private PartyCertificate listed(String name) {
    return sites
        .find(name)
        .orElseThrow(
            () ->
                CoterieException.usage(
                    "Site %s has no certificate here; add it with coterie provision --add-site or coterie cert approve."
                        .formatted(name)));
  }

  public List<PartyCertificate> siteCertificates() {
    return sites.all();
  }

  public List<String> sites() {
    return sites.all().stream().map(PartyCertificate::name).toList();
  }
}

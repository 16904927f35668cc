package io.coterie.trust;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.secure.Bytes;
import io.coterie.secure.Identities;
import io.coterie.secure.Identity;
import io.coterie.trust.pki.KeyFiles;
import io.coterie.trust.pki.OwnKey;
import io.coterie.trust.pki.PartyCertificate;
import io.coterie.trust.pki.RefusedCertificateException;
import io.coterie.trust.tls.PeerCheck;
import io.coterie.trust.tls.PeerTrust;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/**
 * What a site needs to join: its keys and certificate, the authority's certificate, and where the
 * coordinator is. The folder is made by {@code coterie provision} or {@code coterie cert}.
 *
 * <p>Immutable and thread-safe.
 */
public final class SiteCredentials {
  static final String CERTIFICATE = "site.crt";
  static final String KEY = "site.key";
  static final String IDENTITY = "identity.key";

  private final PartyCertificate authority;
  private final PartyCertificate certificate;
  private final PrivateKey key;
  private final Identity identity;
  private final Connection connection;
  private final Clock clock;

  SiteCredentials(Path folder, Clock clock) {
    this.clock = requireNonNull(clock, "clock is null");
    authority = Credentials.authority(folder, clock);
    certificate = Credentials.certificate(folder.resolve(CERTIFICATE), Role.SITE, authority, clock);
    key = Credentials.key(folder.resolve(KEY), certificate, folder.resolve(CERTIFICATE));
    identity = identity(folder, certificate);
    connection = Connection.read(folder.resolve(Connection.FILE));
    if (!connection.site().equals(certificate.name())) {
      throw CoterieException.badData(
          "%s is for site %s, but the certificate %s is of site %s; bring the right files together."
              .formatted(
                  folder.resolve(Connection.FILE),
                  connection.site(),
                  folder.resolve(CERTIFICATE),
                  certificate.name()));
    }
  }

  /** Reads a site's folder; what cannot be used in it is told. */
  public static SiteCredentials load(Path folder) {
    return new SiteCredentials(folder, Clock.systemUTC());
  }

  private static Identity identity(Path folder, PartyCertificate certificate) {
    Path file = folder.resolve(IDENTITY);
    PrivateKey secret = KeyFiles.read(file, KeyFiles.IDENTITY);
    if (!certificate.holdsIdentity(secret)) {
      throw CoterieException.badData(
          "The key %s does not belong to the certificate %s; bring the right files together."
              .formatted(file, folder.resolve(CERTIFICATE)));
    }
    return Identity.of(certificate.name(), new KeyPair(certificate.identityKey(), secret));
  }

  public String site() {
    return certificate.name();
  }

  /** Returns the coordinator's address, host and port. */
  public String address() {
    return connection.coordinator();
  }

  public Identity identity() {
    return identity;
  }

  public PartyCertificate certificate() {
    return certificate;
  }

  /** Refuses a certificate that has ended since it was loaded, before anybody is asked. */
  public void checkDates() {
    Credentials.checkDates(certificate, Credentials.check(authority, clock));
  }

  /** Returns what gRPC connects with: TLS 1.3, this site's certificate, that coordinator alone. */
  public SslContext clientSslContext() {
    try {
      return GrpcSslContexts.configure(SslContextBuilder.forClient(), SslProvider.JDK)
          .protocols(Credentials.PROTOCOL)
          .sessionCacheSize(Credentials.SESSIONS)
          .sessionTimeout(Credentials.SESSION_SECONDS)
          .keyManager(new OwnKey(key, certificate))
          .trustManager(trust())
          .build();
    } catch (SSLException e) {
      throw new IllegalStateException("Every Java since 11 has TLS 1.3.", e);
    }
  }

  /** Returns the same for plain sockets. */
  public SSLContext socketContext() {
    return Credentials.socketContext(new OwnKey(key, certificate), trust());
  }

  private PeerTrust trust() {
    return PeerTrust.ofSite(Credentials.check(authority, clock), connection.fingerprint());
  }

  public Clock clock() {
    return clock;
  }

  /**
   * Returns the sites of a study with their keys for secure sums, from the certificates that the
   * coordinator passed on. It is not taken at its word: each must be of this site's authority, and
   * they must be of the expected sites, this one among them with its own.
   */
  public Identities identities(Collection<byte[]> certificates, List<String> expectedSites) {
    PeerCheck check = Credentials.check(authority, clock);
    Map<String, Bytes> keys = new HashMap<>();
    for (byte[] encoded : certificates) {
      PartyCertificate one = checked(encoded, check);
      if (keys.put(one.name(), one.identity().orElseThrow()) != null) {
        throw untrusted("The coordinator names site %s twice.".formatted(one.name()));
      }
    }
    if (!keys.keySet().equals(new TreeSet<>(expectedSites))) {
      throw untrusted(
          ("The coordinator has certificates of the sites %s, but the study is of %s. Its operator"
                  + " approves those that are missing with coterie cert approve.")
              .formatted(new TreeSet<>(keys.keySet()), new TreeSet<>(expectedSites)));
    }
    if (!identity.publicKey().equals(keys.get(site()))) {
      throw untrusted(
          "The coordinator shows the others another certificate of site %s than it has."
              .formatted(site()));
    }
    try {
      return Identities.of(keys);
    } catch (IllegalArgumentException e) {
      throw untrusted(e.getMessage());
    }
  }

  private static PartyCertificate checked(byte[] encoded, PeerCheck check) {
    try {
      PartyCertificate certificate = PartyCertificate.of(encoded);
      check.checkHolder(certificate, Role.SITE);
      check.checkDates(certificate);
      return certificate;
    } catch (RefusedCertificateException e) {
      throw untrusted("The coordinator passed on a certificate of no use. " + e.getMessage());
    } catch (CertificateException e) {
      throw untrusted("The coordinator passed on something that is no site's certificate.");
    }
  }

  private static CoterieException untrusted(String message) {
    return new CoterieException(ErrorCode.NETWORK, message + " This site does not take part.");
  }

  @Override
  public String toString() {
    return "credentials of site " + site();
  }
}

package io.coterie.trust.pki;

import io.coterie.CoterieException;
import io.coterie.secure.Bytes;
import io.coterie.store.PrivateFiles;
import io.coterie.trust.Role;
import io.coterie.trust.SiteNames;
import io.coterie.trust.tls.PeerCheck;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.ASN1OctetString;

/**
 * A certificate of a federation: who its holder is, in a URI among its names ({@code
 * coterie://coordinator}, {@code coterie://site/NAME}), and for a site its public key for secure
 * sums, in an extension. The signature is not looked at here but by {@link PeerCheck}.
 *
 * <p>Immutable and thread-safe.
 */
public final class PartyCertificate {
  /** The extension with a site's Ed25519 key; an identifier made from a UUID needs no registrar. */
  static final ASN1ObjectIdentifier IDENTITY =
      new ASN1ObjectIdentifier("2.25.337412022796389134219119502845651048691");

  private static final int MOST_BYTES = 16 * 1024;
  private static final int DNS = 2;
  private static final int LINK = 6;
  private static final int ADDRESS = 7;
  private static final String SCHEME = "coterie";

  private final X509Certificate certificate;
  private final Role role;
  private final String name;
  private final List<String> hosts = new ArrayList<>();
  private final Optional<PublicKey> identityKey;

  private PartyCertificate(X509Certificate certificate) throws CertificateException {
    this.certificate = certificate;
    hosts.addAll(names(DNS));
    hosts.addAll(names(ADDRESS));
    if (certificate.getBasicConstraints() >= 0) {
      identityKey = Optional.empty();
      role = Role.AUTHORITY;
      name = certificate.getSubjectX500Principal().getName().replaceFirst("^CN=", "");
      return;
    }
    List<String> links =
        names(LINK).stream().filter(link -> link.startsWith(SCHEME + ":")).toList();
    if (links.size() != 1) {
      throw new CertificateException("no name of Coterie's");
    }
    if (links.get(0).equals(link(Role.COORDINATOR, ""))) {
      role = Role.COORDINATOR;
      name = "coordinator";
      identityKey = Optional.empty();
    } else {
      role = Role.SITE;
      name = links.get(0).substring(Math.min(links.get(0).length(), link(role, "").length()));
      if (!SiteNames.isValid(name) || !link(role, name).equals(links.get(0))) {
        throw new CertificateException("no name of a site");
      }
      identityKey = Optional.of(readIdentity());
    }
  }

  static String link(Role role, String site) {
    return URI.create(SCHEME + "://" + role + (role == Role.SITE ? "/" + site : "")).toString();
  }

  public static PartyCertificate of(X509Certificate certificate) throws CertificateException {
    return new PartyCertificate(certificate);
  }

  /** Takes the bytes of a certificate that a peer has sent. */
  public static PartyCertificate of(byte[] encoded) throws CertificateException {
    if (encoded.length > MOST_BYTES) {
      throw new CertificateException("more than %d bytes".formatted(MOST_BYTES));
    }
    return of(
        (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(encoded)));
  }

  public static PartyCertificate read(Path file) {
    byte[] encoded = Pem.read(file, Pem.CERTIFICATE);
    try {
      return of(encoded);
    } catch (CertificateException e) {
      throw CoterieException.badData(
          "The file %s is no certificate that Coterie made; make it again.".formatted(file));
    }
  }

  /** Writes the certificate to a file, which after a crash is whole or as it was. */
  public void write(Path file) throws IOException {
    PrivateFiles.replace(file, Pem.text(Pem.CERTIFICATE, encoded()));
  }

  public Role role() {
    return role;
  }

  /** Returns the name of the site, or of the authority. */
  public String name() {
    return name;
  }

  /** Returns who holds it, in words: "site a", "the coordinator". */
  public String holder() {
    return role == Role.SITE ? "site " + name : "the " + role;
  }

  public Fingerprint fingerprint() {
    return Fingerprint.of(encoded());
  }

  public Instant from() {
    return certificate.getNotBefore().toInstant();
  }

  public Instant until() {
    return certificate.getNotAfter().toInstant();
  }

  /** Returns the public key that a site signs with in secure sums, in X.509 form. */
  public Optional<Bytes> identity() {
    return identityKey.map(key -> Bytes.copyOf(key.getEncoded()));
  }

  /** Returns the names and addresses under which a coordinator may be reached. */
  public List<String> hosts() {
    return List.copyOf(hosts);
  }

  public byte[] encoded() {
    try {
      return certificate.getEncoded();
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("What was decoded can be encoded.", e);
    }
  }

  public X509Certificate x509() {
    return certificate;
  }

  public PublicKey identityKey() {
    return identityKey.orElseThrow();
  }

  /** Tells whether a private key for secure sums is the one that this certificate vouches for. */
  public boolean holdsIdentity(PrivateKey secret) {
    return KeyFiles.match(secret, identityKey());
  }

  private PublicKey readIdentity() throws CertificateException {
    byte[] extension = certificate.getExtensionValue(IDENTITY.getId());
    if (extension == null) {
      throw new CertificateException("no key for secure sums");
    }
    try {
      return identityKey(ASN1OctetString.getInstance(extension).getOctets());
    } catch (IllegalArgumentException e) {
      throw new CertificateException("no key for secure sums", e); // not even of ASN.1's form
    }
  }

  public static PublicKey identityKey(byte[] encoded) throws CertificateException {
    try {
      return KeyFactory.getInstance(KeyFiles.IDENTITY)
          .generatePublic(new X509EncodedKeySpec(encoded));
    } catch (GeneralSecurityException e) {
      throw new CertificateException("no key for secure sums", e);
    }
  }

  private List<String> names(int kind) throws CertificateParsingException {
    Collection<List<?>> all = certificate.getSubjectAlternativeNames();
    return all == null
        ? List.of()
        : all.stream()
            .filter(name -> name.get(0).equals(kind))
            .map(name -> name.get(1).toString())
            .toList();
  }

  @Override
  public String toString() {
    return "certificate of " + holder();
  }
}

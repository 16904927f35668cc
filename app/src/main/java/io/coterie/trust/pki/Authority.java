package io.coterie.trust.pki;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.privacy.SecretBytes;
import io.coterie.trust.Credentials;
import io.coterie.trust.HostPort;
import io.coterie.trust.Role;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * The authority of one federation: gives certificates to its coordinator and its sites. Whoever has
 * its key can pass for any of them.
 *
 * <p>Immutable and thread-safe.
 */
public final class Authority {
  static final String KEY = "ca.key";
  static final String SIGNATURE = "SHA256withECDSA";

  /** The authority outlives what it signs. */
  private static final Duration OWN_VALIDITY = Duration.ofDays(3650);

  /** Certificates begin a little in the past: no two clocks agree. */
  private static final Duration SKEW = Duration.ofMinutes(15);

  private static final int SERIAL_BYTES = 16;
  private static final int NAME_BYTES = 4;

  private final PrivateKey key;
  private final PartyCertificate certificate;
  private final Clock clock;

  private Authority(PrivateKey key, PartyCertificate certificate, Clock clock) {
    this.key = key;
    this.certificate = certificate;
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Makes a new authority, with a name that tells it from others. */
  public static Authority create(Clock clock) {
    KeyPair keys = KeyFiles.newTlsKeys();
    String name =
        "Coterie authority "
            + HexFormat.of().withUpperCase().formatHex(SecretBytes.random(NAME_BYTES));
    X500Principal subject = new X500Principal("CN=" + name);
    Instant from = begin(clock);
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            subject,
            serial(),
            Date.from(from),
            Date.from(from.plus(OWN_VALIDITY)),
            subject,
            keys.getPublic());
    try {
      builder
          .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
          .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign))
          .addExtension(
              Extension.subjectKeyIdentifier,
              false,
              new JcaX509ExtensionUtils().createSubjectKeyIdentifier(keys.getPublic()));
      return new Authority(keys.getPrivate(), signed(builder, keys.getPrivate()), clock);
    } catch (GeneralSecurityException | IOException e) {
      throw unmade(e);
    }
  }

  public static Authority read(Path folder, Clock clock) {
    PartyCertificate certificate = Credentials.authority(folder, clock);
    Path file = folder.resolve(Credentials.AUTHORITY);
    return new Authority(
        Credentials.key(folder.resolve(KEY), certificate, file), certificate, clock);
  }

  public void write(Path folder) throws IOException {
    KeyFiles.write(folder.resolve(KEY), key);
    certificate.write(folder.resolve(Credentials.AUTHORITY));
  }

  public PartyCertificate certificate() {
    return certificate;
  }

  /** Gives the coordinator a certificate for the hosts it is reached at. */
  public PartyCertificate coordinator(PublicKey open, List<String> hosts, Duration validity) {
    List<GeneralName> names = new ArrayList<>();
    names.add(link(Role.COORDINATOR, ""));
    for (String host : hosts) {
      names.add(
          new GeneralName(
              HostPort.isNumeric(host) ? GeneralName.iPAddress : GeneralName.dNSName, host));
    }
    X509v3CertificateBuilder builder = builder("coordinator", open, validity);
    try {
      addUse(builder, KeyPurposeId.id_kp_serverAuth, names);
      return signed(builder, key);
    } catch (GeneralSecurityException | IOException e) {
      throw unmade(e);
    }
  }

  /** Gives a site a certificate that also vouches for its key for secure sums. */
  public PartyCertificate site(SiteRequest request, Duration validity) {
    X509v3CertificateBuilder builder = builder(request.site(), request.tlsKey(), validity);
    try {
      addUse(builder, KeyPurposeId.id_kp_clientAuth, List.of(link(Role.SITE, request.site())));
      builder.addExtension(
          PartyCertificate.IDENTITY,
          false,
          SubjectPublicKeyInfo.getInstance(request.identityKey().getEncoded()));
      return signed(builder, key);
    } catch (GeneralSecurityException | IOException e) {
      throw unmade(e);
    }
  }

  private X509v3CertificateBuilder builder(String name, PublicKey open, Duration validity) {
    Instant from = begin(clock);
    Instant until = from.plus(SKEW).plus(validity);
    if (until.isAfter(certificate.until())) {
      throw CoterieException.usage(
          "The authority ends on %s, so its certificates must end before; ask for fewer --days."
              .formatted(Texts.time(certificate.until())));
    }
    return new JcaX509v3CertificateBuilder(
        certificate.x509().getSubjectX500Principal(),
        serial(),
        Date.from(from),
        Date.from(until),
        new X500Principal("CN=" + name),
        open);
  }

  private void addUse(X509v3CertificateBuilder builder, KeyPurposeId use, List<GeneralName> names)
      throws GeneralSecurityException, IOException {
    builder
        .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
        .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
        .addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(use))
        .addExtension(
            Extension.authorityKeyIdentifier,
            false,
            new JcaX509ExtensionUtils()
                .createAuthorityKeyIdentifier(certificate.x509().getPublicKey()))
        .addExtension(
            Extension.subjectAlternativeName,
            false,
            new GeneralNames(names.toArray(GeneralName[]::new)));
  }

  private static GeneralName link(Role role, String site) {
    return new GeneralName(
        GeneralName.uniformResourceIdentifier, PartyCertificate.link(role, site));
  }

  private static PartyCertificate signed(X509v3CertificateBuilder builder, PrivateKey key)
      throws CertificateException, IOException {
    try {
      return PartyCertificate.of(
          builder.build(new JcaContentSignerBuilder(SIGNATURE).build(key)).getEncoded());
    } catch (OperatorCreationException e) {
      throw unmade(e);
    }
  }

  private static Instant begin(Clock clock) {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS).minus(SKEW);
  }

  private static BigInteger serial() {
    return new BigInteger(1, SecretBytes.random(SERIAL_BYTES));
  }

  private static CoterieException unmade(Exception cause) {
    return new CoterieException(
        ErrorCode.INTERNAL, "A certificate could not be made; report it.", cause);
  }
}

package io.coterie.trust.pki;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.trust.SiteNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.ASN1Sequence;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.pkcs.Attribute;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x500.style.IETFUtils;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;

/**
 * A site's wish for a certificate (PKCS #10): its name and two public keys. It is signed with both
 * private keys, so nobody can have the key of another put into a certificate of its own.
 *
 * <p>Immutable and thread-safe.
 */
public final class SiteRequest {
  private static final int CURVE_BITS = 256;

  private final String site;
  private final PublicKey tlsKey;
  private final PublicKey identityKey;
  private final byte[] encoded;

  private SiteRequest(PKCS10CertificationRequest request)
      throws GeneralSecurityException, IOException {
    encoded = request.getEncoded();
    RDN[] names = request.getSubject().getRDNs(BCStyle.CN);
    site = names.length == 1 ? IETFUtils.valueToString(names[0].getFirst().getValue()) : "";
    require(SiteNames.isValid(site));
    tlsKey =
        KeyFactory.getInstance(KeyFiles.TLS)
            .generatePublic(new X509EncodedKeySpec(request.getSubjectPublicKeyInfo().getEncoded()));
    require(((ECPublicKey) tlsKey).getParams().getOrder().bitLength() == CURVE_BITS);
    Attribute[] attributes = request.getAttributes(PartyCertificate.IDENTITY);
    require(attributes.length == 1 && attributes[0].getAttrValues().size() == 1);
    ASN1Sequence parts = ASN1Sequence.getInstance(attributes[0].getAttrValues().getObjectAt(0));
    require(parts.size() == 2);
    identityKey = PartyCertificate.identityKey(parts.getObjectAt(0).toASN1Primitive().getEncoded());
    byte[] proof = ASN1OctetString.getInstance(parts.getObjectAt(1)).getOctets();
    require(KeyFiles.isSigned(identityKey, statement(site, tlsKey), proof));
  }

  private static void require(boolean holds) throws GeneralSecurityException {
    if (!holds) {
      throw new GeneralSecurityException("not of the form that a site's request has");
    }
  }

  public static SiteRequest of(String site, KeyPair tls, KeyPair identity) {
    try {
      byte[] proof = KeyFiles.sign(identity.getPrivate(), statement(site, tls.getPublic()));
      DERSequence value =
          new DERSequence(
              new ASN1Encodable[] {
                SubjectPublicKeyInfo.getInstance(identity.getPublic().getEncoded()),
                new DEROctetString(proof)
              });
      return new SiteRequest(
          new JcaPKCS10CertificationRequestBuilder(
                  new X500Principal("CN=" + SiteNames.check(site)), tls.getPublic())
              .addAttribute(PartyCertificate.IDENTITY, value)
              .build(new JcaContentSignerBuilder(Authority.SIGNATURE).build(tls.getPrivate())));
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw new CoterieException(ErrorCode.INTERNAL, "A request could not be made; report it.", e);
    }
  }

  /** Reads a request that somebody has sent, and checks both of its signatures. */
  public static SiteRequest read(Path file) {
    try {
      PKCS10CertificationRequest request =
          new PKCS10CertificationRequest(Pem.read(file, Pem.REQUEST));
      SiteRequest read = new SiteRequest(request);
      // By the key itself: not every Java finds a kind of key by the number that the request gives.
      require(request.isSignatureValid(new JcaContentVerifierProviderBuilder().build(read.tlsKey)));
      return read;
    } catch (GeneralSecurityException
        | IOException
        | OperatorCreationException
        | PKCSException
        | IllegalArgumentException
        | ClassCastException e) {
      throw CoterieException.badData(
          ("The file %s is no request that coterie cert request made, or was changed since; let the"
                  + " site send it again.")
              .formatted(file));
    }
  }

  /** What the key for secure sums signs: that it belongs to this name and this other key. */
  private static byte[] statement(String site, PublicKey tls) {
    byte[] head = ("coterie site request\n" + site + "\n").getBytes(StandardCharsets.UTF_8);
    byte[] key = tls.getEncoded();
    byte[] statement = Arrays.copyOf(head, head.length + key.length);
    System.arraycopy(key, 0, statement, head.length, key.length);
    return statement;
  }

  public String site() {
    return site;
  }

  /** Returns the fingerprint that both sides compare by phone before the request is approved. */
  public Fingerprint fingerprint() {
    return Fingerprint.of(encoded);
  }

  PublicKey tlsKey() {
    return tlsKey;
  }

  PublicKey identityKey() {
    return identityKey;
  }

  public String text() {
    return Pem.text(Pem.REQUEST, encoded);
  }
}

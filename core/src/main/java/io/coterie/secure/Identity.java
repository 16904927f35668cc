package io.coterie.secure;

import static java.util.Objects.requireNonNull;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Signature;

/**
 * A site's name and the Ed25519 key pair that proves it. The private key stays at the site.
 *
 * <p>Immutable and thread-safe.
 */
public final class Identity {
  static final String SIGNATURE = "Ed25519";

  private final String site;
  private final PrivateKey privateKey;
  private final Bytes publicKey;

  private Identity(String site, KeyPair keys) {
    this.site = requireNonNull(site, "site is null");
    this.privateKey = keys.getPrivate();
    this.publicKey = Bytes.copyOf(keys.getPublic().getEncoded());
  }

  public static Identity generate(String site) {
    try {
      return of(site, KeyPairGenerator.getInstance(SIGNATURE).generateKeyPair());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This JDK has no Ed25519.", e);
    }
  }

  /** Returns a site with the Ed25519 key pair it has kept. */
  public static Identity of(String site, KeyPair keys) {
    return new Identity(site, keys);
  }

  public String site() {
    return site;
  }

  /** Returns the public key in X.509 form, to be agreed on before the study. */
  public Bytes publicKey() {
    return publicKey;
  }

  Bytes sign(byte[] statement) {
    try {
      Signature signature = Signature.getInstance(SIGNATURE);
      signature.initSign(privateKey);
      signature.update(statement);
      return Bytes.wrap(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("The key of site " + site + " cannot sign.", e);
    }
  }

  @Override
  public String toString() {
    return "Identity of " + site;
  }
}

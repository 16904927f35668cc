package io.coterie.secure;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import javax.crypto.KeyAgreement;

/**
 * X25519 on plain arrays of 32 bytes, as in A. Langley, M. Hamburg, S. Turner. RFC 7748: any 32
 * bytes are a private key, which is what lets a site share its key.
 */
final class KeyExchange {
  private static final BigInteger PRIME =
      BigInteger.ONE.shiftLeft(255).subtract(BigInteger.valueOf(19));
  private static final BigInteger BASE_POINT = BigInteger.valueOf(9);

  private KeyExchange() {}

  /** Returns the public key of a private one: its product with the base point. */
  static Bytes publicKey(byte[] privateKey) {
    try {
      return Bytes.wrap(agree(privateKey, BASE_POINT));
    } catch (InvalidKeyException e) {
      throw new IllegalStateException("The base point of X25519 was refused.", e);
    }
  }

  /**
   * Returns what the two owners of the keys share.
   *
   * @throws InvalidKeyException if the public key is none that an honest owner has: of another
   *     size, not reduced, or of small order, which would make the shared secret known
   */
  static byte[] agree(byte[] privateKey, Bytes publicKey) throws InvalidKeyException {
    if (publicKey.size() != Secrets.SIZE) {
      throw new InvalidKeyException("A public key has 32 bytes.");
    }
    BigInteger u = new BigInteger(1, reversed(publicKey.array()));
    if (u.compareTo(PRIME) >= 0) {
      throw new InvalidKeyException("A public key is below 2^255 - 19.");
    }
    return agree(privateKey, u);
  }

  private static byte[] agree(byte[] privateKey, BigInteger u) throws InvalidKeyException {
    try {
      KeyFactory factory = KeyFactory.getInstance("X25519");
      PrivateKey ours =
          factory.generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, privateKey));
      PublicKey theirs = factory.generatePublic(new XECPublicKeySpec(NamedParameterSpec.X25519, u));
      KeyAgreement agreement = KeyAgreement.getInstance("X25519");
      agreement.init(ours);
      agreement.doPhase(theirs, true);
      return agreement.generateSecret();
    } catch (InvalidKeyException e) {
      throw e;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK has no X25519.", e);
    }
  }

  /** RFC 7748 writes numbers with the low byte first, BigInteger with the high one. */
  private static byte[] reversed(byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[i] = bytes[bytes.length - 1 - i];
    }
    return reversed;
  }
}

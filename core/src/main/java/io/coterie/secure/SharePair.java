package io.coterie.secure;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * One peer's shares of a site's two secrets, of which it will reveal one at most, and the site's
 * part of the secret of a {@link Seal}, which it never reveals. Encrypted with ChaCha20-Poly1305
 * under a key that serves one message, so the nonce is zero.
 *
 * <p>Not thread-safe.
 */
final class SharePair {
  private static final IvParameterSpec NONCE = new IvParameterSpec(new byte[12]);
  private static final int SIZE = 2 * Shamir.SHARE_SIZE + Secrets.SIZE;

  private final byte[] selfMask;
  private final byte[] maskingKey;
  private final byte[] sealPart;

  SharePair(byte[] selfMask, byte[] maskingKey, byte[] sealPart) {
    this.selfMask = selfMask;
    this.maskingKey = maskingKey;
    this.sealPart = sealPart;
  }

  /** Shared, not copied. */
  byte[] sealPart() {
    return sealPart;
  }

  Bytes selfMask() {
    return Bytes.copyOf(selfMask);
  }

  Bytes maskingKey() {
    return Bytes.copyOf(maskingKey);
  }

  void wipe() {
    Secrets.wipe(selfMask, maskingKey, sealPart);
  }

  /** Returns the pair sealed; whoever opens it must know the statement too. */
  Bytes seal(byte[] key, byte[] statement) {
    byte[] plain = Arrays.copyOf(selfMask, SIZE);
    System.arraycopy(maskingKey, 0, plain, Shamir.SHARE_SIZE, Shamir.SHARE_SIZE);
    System.arraycopy(sealPart, 0, plain, 2 * Shamir.SHARE_SIZE, Secrets.SIZE);
    try {
      return Bytes.wrap(cipher(Cipher.ENCRYPT_MODE, key, statement).doFinal(plain));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("ChaCha20-Poly1305 failed.", e);
    } finally {
      Secrets.wipe(plain);
    }
  }

  /** Returns the pair, or nothing if it was not sealed so, or does not hold two shares. */
  static Optional<SharePair> open(Bytes sealed, byte[] key, byte[] statement) {
    byte[] plain;
    try {
      plain = cipher(Cipher.DECRYPT_MODE, key, statement).doFinal(sealed.array());
    } catch (AEADBadTagException e) {
      return Optional.empty();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("ChaCha20-Poly1305 failed.", e);
    }
    if (plain.length != SIZE) {
      return Optional.empty();
    }
    byte[] selfMask = Arrays.copyOf(plain, Shamir.SHARE_SIZE);
    byte[] maskingKey = Arrays.copyOfRange(plain, Shamir.SHARE_SIZE, 2 * Shamir.SHARE_SIZE);
    byte[] sealPart = Arrays.copyOfRange(plain, 2 * Shamir.SHARE_SIZE, SIZE);
    Secrets.wipe(plain);
    return Shamir.isShare(selfMask) && Shamir.isShare(maskingKey)
        ? Optional.of(new SharePair(selfMask, maskingKey, sealPart))
        : Optional.empty();
  }

  private static Cipher cipher(int mode, byte[] key, byte[] statement)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("ChaCha20-Poly1305");
    cipher.init(mode, new SecretKeySpec(key, "ChaCha20"), NONCE);
    cipher.updateAAD(statement);
    return cipher;
  }

  @Override
  public String toString() {
    return "two shares and a part of a seal";
  }
}

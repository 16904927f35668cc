package io.coterie.secure;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * One peer's shares of a site's two secrets, of which it will reveal one at most. Sealed with
 * ChaCha20-Poly1305 under a key that serves one message, so the nonce is zero.
 *
 * <p>Not thread-safe.
 */
final class SharePair {
  private static final IvParameterSpec NONCE = new IvParameterSpec(new byte[12]);

  private final byte[] selfMask;
  private final byte[] maskingKey;

  SharePair(byte[] selfMask, byte[] maskingKey) {
    this.selfMask = selfMask;
    this.maskingKey = maskingKey;
  }

  Bytes selfMask() {
    return Bytes.copyOf(selfMask);
  }

  Bytes maskingKey() {
    return Bytes.copyOf(maskingKey);
  }

  void wipe() {
    Secrets.wipe(selfMask, maskingKey);
  }

  /** Returns the pair sealed; whoever opens it must know the statement too. */
  Bytes seal(byte[] key, byte[] statement) {
    byte[] plain = Arrays.copyOf(selfMask, 2 * Shamir.SHARE_SIZE);
    System.arraycopy(maskingKey, 0, plain, Shamir.SHARE_SIZE, Shamir.SHARE_SIZE);
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
    byte[] selfMask = Arrays.copyOf(plain, Math.min(plain.length, Shamir.SHARE_SIZE));
    byte[] maskingKey = Arrays.copyOfRange(plain, selfMask.length, plain.length);
    Secrets.wipe(plain);
    return Shamir.isShare(selfMask) && Shamir.isShare(maskingKey)
        ? Optional.of(new SharePair(selfMask, maskingKey))
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
    return "two shares";
  }
}

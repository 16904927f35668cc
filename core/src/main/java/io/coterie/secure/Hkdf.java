package io.coterie.secure;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Derives keys from a secret. H. Krawczyk, P. Eronen. RFC 5869, with HMAC-SHA-256. */
final class Hkdf {
  private static final String MAC = "HmacSHA256";
  private static final int BLOCK = 32;

  private Hkdf() {}

  /** Returns one key of 32 bytes: no salt, since the secrets here are uniform or fresh. */
  static byte[] key(byte[] secret, byte[] info) {
    byte[] extracted = extract(new byte[0], secret);
    byte[] key = expand(extracted, info, BLOCK);
    Arrays.fill(extracted, (byte) 0);
    return key;
  }

  static byte[] extract(byte[] salt, byte[] secret) {
    // RFC 5869, 2.2: no salt means a block of zeros, which HMAC cannot tell from one zero byte.
    return mac(salt.length == 0 ? new byte[BLOCK] : salt).doFinal(secret);
  }

  static byte[] expand(byte[] extracted, byte[] info, int length) {
    if (length > 255 * BLOCK) {
      throw new IllegalArgumentException(
          "%d bytes are too many; HKDF gives at most %d.".formatted(length, 255 * BLOCK));
    }
    Mac mac = mac(extracted);
    byte[] out = new byte[length];
    byte[] previous = new byte[0];
    for (int at = 0, counter = 1; at < length; at += BLOCK, counter++) {
      mac.update(previous);
      mac.update(info);
      mac.update((byte) counter);
      previous = mac.doFinal();
      System.arraycopy(previous, 0, out, at, Math.min(BLOCK, length - at));
    }
    Arrays.fill(previous, (byte) 0);
    return out;
  }

  private static Mac mac(byte[] key) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(key, MAC));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK has no " + MAC + ".", e);
    }
  }
}

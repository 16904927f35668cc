package io.coterie.privacy;

import java.security.SecureRandom;

/** Bytes that nobody can guess, for keys. */
public final class SecretBytes {
  private SecretBytes() {}

  public static byte[] random(int count) {
    byte[] bytes = new byte[count];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }
}

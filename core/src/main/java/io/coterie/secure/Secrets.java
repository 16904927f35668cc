package io.coterie.secure;

import java.security.SecureRandom;
import java.util.Arrays;

/** Draws secrets, which no seed can repeat, and wipes them. */
final class Secrets {
  static final int SIZE = 32;

  private Secrets() {}

  static byte[] draw(int size) {
    byte[] secret = new byte[size];
    new SecureRandom().nextBytes(secret);
    return secret;
  }

  static void wipe(byte[]... secrets) {
    for (byte[] secret : secrets) {
      Arrays.fill(secret, (byte) 0);
    }
  }
}

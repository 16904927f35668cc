package io.coterie.secure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * PRG(key): the ChaCha20 key stream (Y. Nir, A. Langley. RFC 8439) read as 64-bit words, low byte
 * first. A key serves one stream, so the nonce is zero; the block counter gives access to any part.
 */
final class MaskStream {
  /** Words of one ChaCha20 block; parts of a stream start at a multiple of it. */
  static final int BLOCK_WORDS = 8;

  /** Words made at a time: small enough for the cache. */
  private static final int CHUNK_WORDS = 1024;

  private static final byte[] NONCE = new byte[12];
  private static final byte[] ZEROS = new byte[CHUNK_WORDS * Long.BYTES];
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private MaskStream() {}

  /** Adds the words [from, to) of the stream, times +1 or −1, to those of the vector, mod 2⁶⁴. */
  static void add(byte[] key, int sign, long[] vector, int from, int to) {
    Cipher cipher = cipher(key, from / BLOCK_WORDS);
    byte[] stream = new byte[ZEROS.length];
    try {
      for (int at = from; at < to; at += CHUNK_WORDS) {
        int words = Math.min(CHUNK_WORDS, to - at);
        cipher.update(ZEROS, 0, words * Long.BYTES, stream);
        for (int i = 0; i < words; i++) {
          long word = (long) WORDS.get(stream, i * Long.BYTES);
          vector[at + i] += sign * word;
        }
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("ChaCha20 failed.", e);
    } finally {
      Secrets.wipe(stream);
    }
  }

  private static Cipher cipher(byte[] key, int block) {
    try {
      Cipher cipher = Cipher.getInstance("ChaCha20");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(key, "ChaCha20"),
          new ChaCha20ParameterSpec(NONCE, block));
      return cipher;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK has no ChaCha20.", e);
    }
  }
}

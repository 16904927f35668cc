package io.coterie.secure;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.Parallel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class MaskStreamTest {
  private static final HexFormat HEX = HexFormat.of();

  @Test
  void isTheKeyStreamOfRfc8439() {
    // Appendix A.1, vectors 1 and 2: key and nonce zero, blocks 0 and 1.
    long[] vector = new long[16];
    MaskStream.add(new byte[32], 1, vector, 0, 16);
    assertThat(hex(vector, 0))
        .isEqualTo(
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
                + "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586");
    assertThat(hex(vector, 8))
        .isEqualTo(
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
                + "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f");

    // Vector 4: another key, block 2 alone.
    byte[] key = new byte[32];
    key[1] = (byte) 0xff;
    long[] third = new long[24];
    MaskStream.add(key, 1, third, 16, 24);
    assertThat(hex(third, 16))
        .isEqualTo(
            "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
                + "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096");
    assertThat(third).startsWith(new long[16]);
  }

  @Test
  void partsMakeTheWholeAndSubtractingUndoesAdding() {
    byte[] key = Secrets.draw(32);
    int length = 5003; // neither a multiple of a block nor of a chunk
    long[] whole = new long[length];
    MaskStream.add(key, 1, whole, 0, length);
    long[] parts = new long[length];
    MaskStream.add(key, 1, parts, 2048 + 8, length);
    MaskStream.add(key, 1, parts, 0, 2048 + 8);
    assertThat(parts).isEqualTo(whole);

    MaskStream.add(key, -1, parts, 0, length);
    assertThat(parts).containsOnly(0);
  }

  @Test
  void masksAreTheSameForAnyNumberOfThreads() {
    byte[] one = Secrets.draw(32);
    byte[] other = Secrets.draw(32);
    long[] sequential = new long[50_001];
    long[] threaded = new long[50_001];
    try (Parallel parallel = Parallel.of(4)) {
      masks(one, other).applyTo(sequential, Parallel.sequential());
      masks(one, other).applyTo(threaded, parallel);
    }
    assertThat(threaded).isEqualTo(sequential);
  }

  @Test
  void keysAreWipedOnceApplied() {
    byte[] key = Secrets.draw(32);
    Masks masks = new Masks();
    masks.add(key);
    masks.applyTo(new long[8], Parallel.sequential());
    assertThat(key).containsOnly(0);
  }

  private static Masks masks(byte[] one, byte[] other) {
    Masks masks = new Masks();
    masks.add(one.clone());
    masks.addPair(other.clone(), 3, 1);
    return masks;
  }

  private static String hex(long[] words, int from) {
    ByteBuffer bytes = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(words, from, 8);
    return HEX.formatHex(bytes.array());
  }
}

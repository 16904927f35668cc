package io.coterie;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Sha256Test {
  /** The first example of FIPS 180-2. */
  @Test
  void hashesTheExampleOfTheStandard() {
    byte[] abc = "abc".getBytes(StandardCharsets.US_ASCII);
    String expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    assertThat(Sha256.hex(abc)).isEqualTo(expected);
    assertThat(Sha256.of(abc)).isEqualTo(HexFormat.of().parseHex(expected));
    assertThat(Sha256.digest().digest(abc)).isEqualTo(Sha256.of(abc));
  }
}

package io.coterie.secure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The test cases of RFC 5869, appendix A, that use SHA-256. */
class HkdfTest {
  private static final HexFormat HEX = HexFormat.of();

  @Test
  void basicCase() {
    byte[] extracted =
        Hkdf.extract(HEX.parseHex("000102030405060708090a0b0c"), HEX.parseHex("0b".repeat(22)));
    assertThat(HEX.formatHex(extracted))
        .isEqualTo("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5");
    assertThat(HEX.formatHex(Hkdf.expand(extracted, HEX.parseHex("f0f1f2f3f4f5f6f7f8f9"), 42)))
        .isEqualTo(
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865");
  }

  @Test
  void longInputsAndOutput() {
    byte[] extracted = Hkdf.extract(range(0x60, 80), range(0, 80));
    assertThat(HEX.formatHex(Hkdf.expand(extracted, range(0xb0, 80), 82)))
        .isEqualTo(
            "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
                + "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
                + "cc30c58179ec3e87c14c01d5c1f3434f1d87");
  }

  @Test
  void noSaltAndNoInfo() {
    byte[] extracted = Hkdf.extract(new byte[0], HEX.parseHex("0b".repeat(22)));
    assertThat(HEX.formatHex(Hkdf.expand(extracted, new byte[0], 42)))
        .isEqualTo(
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8");
    assertThat(HEX.formatHex(Hkdf.key(HEX.parseHex("0b".repeat(22)), new byte[0])))
        .isEqualTo("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d");
  }

  private static byte[] range(int from, int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) (from + i);
    }
    return bytes;
  }
}

package io.coterie.secure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.InvalidKeyException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** X25519 through the JDK against RFC 7748. */
class KeyExchangeTest {
  private static final HexFormat HEX = HexFormat.of();

  @Test
  void multipliesAsInSection52() throws InvalidKeyException {
    byte[] scalar =
        HEX.parseHex("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4");
    assertThat(agree(scalar, "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"))
        .isEqualTo("c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552");
  }

  @Test
  void agreesAsInSection61() throws InvalidKeyException {
    byte[] bob = HEX.parseHex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb");
    assertThat(HEX.formatHex(KeyExchange.publicKey(bob).toArray()))
        .isEqualTo("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f");
    assertThat(agree(bob, "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"))
        .isEqualTo("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");
  }

  @Test
  void bothOwnersAgree() throws InvalidKeyException {
    byte[] one = Secrets.draw(32);
    byte[] other = Secrets.draw(32);
    assertThat(KeyExchange.agree(one, KeyExchange.publicKey(other)))
        .isEqualTo(KeyExchange.agree(other, KeyExchange.publicKey(one)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // of small order: the shared secret would be zero, whatever the private key
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        // not reduced: 2^255 - 19, and all ones
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "de9edb7d"
      })
  void refusesKeysThatNoHonestOwnerHas(String key) {
    assertThatThrownBy(() -> agree(Secrets.draw(32), key)).isInstanceOf(InvalidKeyException.class);
  }

  private static String agree(byte[] privateKey, String publicKey) throws InvalidKeyException {
    return HEX.formatHex(KeyExchange.agree(privateKey, Bytes.copyOf(HEX.parseHex(publicKey))));
  }
}

package io.coterie.store.ledger;

import io.coterie.privacy.SecretBytes;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret of a ledger folder. It names the ledgers, so that a file name does not tell which data
 * it belongs to, and seals their lines, so that whoever has no key can change none unnoticed.
 *
 * <p>Immutable.
 */
final class LedgerKey {
  static final int BYTES = 32;
  private static final String HMAC = "HmacSHA256";

  private final SecretKeySpec key;

  LedgerKey(byte[] secret) {
    if (secret.length != BYTES) {
      throw new IllegalArgumentException("a key has %d bytes".formatted(BYTES));
    }
    key = new SecretKeySpec(secret, HMAC);
  }

  static byte[] newSecret() {
    return SecretBytes.random(BYTES);
  }

  /** Returns the name of the ledger of a data source: 32 hexadecimal digits. */
  String name(String source) {
    return digest("source", source).substring(0, 32);
  }

  /** Returns the seal of a line's text: 64 hexadecimal digits. */
  String seal(String line) {
    return digest("line", line);
  }

  /** The purpose keeps a name from ever being a seal. */
  private String digest(String purpose, String text) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(key);
      mac.update((purpose + '\n').getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java has " + HMAC + ".", e);
    }
  }
}

package io.coterie.store.ledger;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A ledger whose lines are sealed by its reader: without, no made-up line would be read at all. */
public final class SealedLedger {
  private static final LedgerKey KEY = new LedgerKey(new byte[LedgerKey.BYTES]);
  private static final int SEAL_DIGITS = 64;

  private SealedLedger() {}

  /** Reads the lines after sealing each; IllegalArgumentException says what is wrong. */
  public static void read(byte[] content) {
    List<String> sealed = new ArrayList<>();
    String previous = KEY.seal("fuzzed");
    for (String line : new String(content, StandardCharsets.UTF_8).split("\n", -1)) {
      String linked = line.replace("PREVIOUS", previous);
      String body = linked.isEmpty() ? "}" : linked;
      String text = body.substring(0, body.length() - 1) + ",\"seal\":\"" + KEY.seal(body) + "\"}";
      sealed.add(text + "\n");
      previous = text.substring(text.length() - SEAL_DIGITS - 2, text.length() - 2);
    }
    byte[] bytes = String.join("", sealed).getBytes(StandardCharsets.UTF_8);
    LedgerFile.Chain.read("fuzzed", bytes, new LedgerLine.Link(sealed.size(), previous), KEY);
  }
}

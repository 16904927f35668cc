package io.coterie.store.ledger;

import io.coterie.store.UnknownVersionException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The lines of a ledger, each of which holds the seal of the one before it. Of the last line, which
 * no other vouches for, a head file keeps the number and the seal, so that lines that went missing
 * at the end are noticed too.
 *
 * @param state what the lines say
 * @param next where the next line stands
 * @param wholeBytes the length of all whole lines
 */
record LedgerChain(LedgerState state, LedgerLine.Link next, int wholeBytes) {
  /** Reads the content of the named ledger; IllegalArgumentException says what is wrong. */
  static LedgerChain read(String name, byte[] content, LedgerLine.Link head, LedgerKey key) {
    List<LedgerLine> lines = new ArrayList<>();
    LedgerLine.Link link = first(name, key);
    boolean headSeen = head.sequence() == 0;
    int start = 0;
    for (int at = 0; at < content.length; at++) {
      if (content[at] == '\n') {
        String text = new String(content, start, at - start, StandardCharsets.UTF_8);
        try {
          lines.add(LedgerLine.read(text, link, key));
        } catch (UnknownVersionException e) {
          throw e;
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(
              "line %d: %s".formatted(lines.size() + 1, e.getMessage()), e);
        }
        link = new LedgerLine.Link(lines.size(), LedgerLine.seal(text));
        headSeen |= lines.size() == head.sequence() && link.previous().equals(head.previous());
        start = at + 1;
      }
    }
    // A crash between a line and its head leaves the head one line behind, never more.
    if (!headSeen || lines.size() > head.sequence() + 1) {
      throw new IllegalArgumentException(
          "it has %d lines, and its .head file was made for %d others"
              .formatted(lines.size(), head.sequence()));
    }
    LedgerState state = new LedgerState(lines, start < content.length);
    return new LedgerChain(state, link, start);
  }

  /** The first line follows the ledger's name, so that no line fits into another ledger. */
  private static LedgerLine.Link first(String name, LedgerKey key) {
    return new LedgerLine.Link(0, key.seal(name));
  }

  /** Returns what the head file should have. */
  LedgerLine.Link head() {
    return state.lines().isEmpty() ? LedgerLine.Link.NONE : next;
  }
}

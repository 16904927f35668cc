package io.coterie.store.ledger;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.privacy.LedgerEntry;
import io.coterie.privacy.PrivacyBudget;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.store.PrivateFiles;
import io.coterie.store.UnknownVersionException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * The ledger of one data source: a file of JSON lines that only grows, one for each charge and each
 * budget. A charge is on the disk before {@link #charge} returns, so before anything is sent; it is
 * made under a lock on the file, so that two processes cannot both spend what is left.
 *
 * <p>A crash may leave a part of a line at the end. Its charge had not returned, so nothing was
 * sent for it, and the next charge takes its place. Any other damage is an error of kind BAD_DATA
 * until the file is restored: what was spent is then unknown.
 *
 * <p>Thread-safe.
 */
public final class LedgerFile {
  /**
   * The lines of a ledger, each of which holds the seal of the one before it. Of the last line,
   * which no other vouches for, a head file keeps the number and the seal, so that lines that went
   * missing at the end are noticed too.
   *
   * @param state what the lines say
   * @param next where the next line stands
   * @param wholeBytes the length of all whole lines
   */
  record Chain(LedgerState state, LedgerLine.Link next, int wholeBytes) {
    /** Reads the content of the named ledger; IllegalArgumentException says what is wrong. */
    static Chain read(String name, byte[] content, LedgerLine.Link head, LedgerKey key) {
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
      return new Chain(state, link, start);
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

  private static final String KEPT =
      "and its last line not taken back; nothing is sent, and coterie budget shows what counts";

  private final Path file;
  private final LedgerKey key;
  private final Clock clock;

  LedgerFile(Path file, LedgerKey key, Clock clock) {
    this.file = file;
    this.key = key;
    this.clock = clock;
  }

  public Path file() {
    return file;
  }

  /**
   * Writes down a release before it is made, and returns only when that will survive a crash. If
   * the budget does not allow the release, nothing is written and a CoterieException of kind BUDGET
   * is thrown; the release must not be made.
   */
  public void charge(LedgerEntry entry) {
    charge(entry, state -> false);
  }

  /**
   * Charges a release, unless the same draw of noise was charged already and its study has charged
   * nothing for a later round since. For a site that was killed between the charge and its reply,
   * and makes the reply anew.
   *
   * <p>The name of a draw is random, and in the site's journal before the charge is made. A reply
   * is in the journal under that draw before it is sent, and there is one reply for a draw. So what
   * has been charged and has no reply in the journal has never left, and the noise of the reply
   * that is made now is the first that anybody sees. A journal that was lost or begun anew has
   * other names, and is charged anew. That nothing later was charged bounds the harm of an old copy
   * of a journal put in place of the last.
   */
  public void chargeOnce(LedgerEntry entry) {
    charge(entry, state -> state.endsWith(entry));
  }

  private void charge(LedgerEntry entry, Predicate<LedgerState> wasCharged) {
    exclusively(
        (channel, chain) -> {
          if (wasCharged.test(chain.state())) {
            return chain.state();
          }
          requireBudget(chain.state(), entry);
          return append(channel, chain, LedgerLine.of(now(), entry));
        });
  }

  /**
   * Refuses a release, or a whole study as one, that the budget does not allow; charges nothing.
   */
  public void require(LedgerEntry entry) {
    requireBudget(state(), entry);
  }

  /**
   * Sets the limit from here on; what is spent stays spent. If it ends with an exception, the limit
   * is what it was before, unless the message says otherwise.
   */
  public void setBudget(PrivacyBudget budget) {
    exclusively(
        "so the limit is what it was before",
        (channel, chain) -> append(channel, chain, LedgerLine.of(now(), budget)));
  }

  /** Reads and checks the whole ledger. */
  public LedgerState state() {
    if (!Files.exists(file)) {
      return new LedgerState(List.of(), false);
    }
    return exclusively((channel, chain) -> chain.state());
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS);
  }

  private interface Work {
    LedgerState on(FileChannel channel, Chain chain) throws IOException;
  }

  private LedgerState exclusively(Work work) {
    return exclusively("so nothing is sent", work);
  }

  private LedgerState exclusively(String consequence, Work work) {
    try {
      return PrivateFiles.exclusively(file, channel -> work.on(channel, read(channel)));
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          ("The privacy ledger %s cannot be written (%s), %s. Check the folder, its permissions and"
                  + " the free space.")
              .formatted(
                  file,
                  e.getClass().getSimpleName(),
                  e instanceof KeptLineException ? KEPT : consequence),
          e);
    }
  }

  /** A line that could not be finished and could not be taken back either. */
  private static final class KeptLineException extends IOException {
    private static final long serialVersionUID = 1L;

    KeptLineException(IOException cause) {
      super(cause);
    }
  }

  private Chain read(FileChannel channel) throws IOException {
    ByteBuffer content = ByteBuffer.allocate(Math.toIntExact(channel.size()));
    while (content.hasRemaining() && channel.read(content, content.position()) >= 0) {}
    try {
      return Chain.read(name(), content.array(), head(), key);
    } catch (UnknownVersionException e) {
      throw new CoterieException(
          ErrorCode.BAD_DATA,
          ("The privacy ledger %s cannot be read: %s. What was spent is unknown here, so nothing is"
                  + " sent; use the Coterie that wrote it.")
              .formatted(file, e.getMessage()),
          e);
    } catch (IllegalArgumentException e) {
      throw new CoterieException(
          ErrorCode.BAD_DATA,
          ("The privacy ledger %s is damaged (%s). What was spent is unknown, so nothing is sent;"
                  + " restore the file and its .head file from a backup.")
              .formatted(file, e.getMessage()),
          e);
    }
  }

  private String name() {
    return file.getFileName().toString();
  }

  private Path headFile() {
    return file.resolveSibling(name() + ".head");
  }

  private LedgerLine.Link head() throws IOException {
    try {
      return LedgerLine.Link.parse(Files.readString(headFile(), StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      return LedgerLine.Link.NONE;
    }
  }

  private LedgerState append(FileChannel channel, Chain chain, LedgerLine line) throws IOException {
    if (!chain.head().equals(head())) {
      PrivateFiles.replace(headFile(), chain.head().text()); // a crash came between line and head
    }
    String text = line.write(chain.next(), key);
    try {
      write(channel, chain.wholeBytes(), text + "\n");
      PrivateFiles.replace(
          headFile(),
          new LedgerLine.Link(chain.next().sequence() + 1, LedgerLine.seal(text)).text());
    } catch (IOException e) {
      takeBack(channel, chain.wholeBytes(), e);
      throw e;
    }
    List<LedgerLine> lines = new ArrayList<>(chain.state().lines());
    lines.add(line);
    return new LedgerState(lines, false);
  }

  private void write(FileChannel channel, int at, String text) throws IOException {
    channel.truncate(at);
    channel.position(at);
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(true);
    PrivateFiles.force(file.toAbsolutePath().getParent());
  }

  /** A line without its head would count, though its writer gets an error. */
  private static void takeBack(FileChannel channel, int wholeBytes, IOException cause)
      throws IOException {
    try {
      channel.truncate(wholeBytes);
      channel.force(true);
    } catch (IOException e) {
      cause.addSuppressed(e);
      throw new KeptLineException(cause);
    }
  }

  private void requireBudget(LedgerState state, LedgerEntry entry) {
    PrivacyBudget budget =
        state
            .budget()
            .orElseThrow(
                () ->
                    new CoterieException(
                        ErrorCode.BUDGET,
                        ("No privacy budget is set for this data source, so nothing is sent. Its"
                                + " owner sets one with coterie budget set; ledger %s.")
                            .formatted(file)));
    PrivacyLoss total = state.spent().plus(entry.loss());
    if (!budget.allows(total)) {
      throw new CoterieException(
          ErrorCode.BUDGET,
          String.format(
              Locale.ROOT,
              "The privacy budget does not allow %s (round %d of study %s), so it is not sent."
                  + " Spent so far: epsilon %.4g; asked: %.4g; together: %.4g; the limit is %.4g at"
                  + " delta %.2g. Ask for less, or let the owner raise the limit with coterie"
                  + " budget set; ledger %s.",
              entry.release(),
              entry.round(),
              entry.study(),
              state.spent().epsilon(budget.delta()),
              entry.loss().epsilon(budget.delta()),
              total.epsilon(budget.delta()),
              budget.epsilon(),
              budget.delta(),
              file));
    }
  }
}

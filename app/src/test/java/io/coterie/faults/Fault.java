package io.coterie.faults;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Something that goes wrong once, when a party comes to a point for the n-th time.
 *
 * @param kind what
 * @param party to whom: a site's name, or {@link #COORDINATOR}
 * @param point where
 * @param at at which time of coming there, from 1
 * @param amount how much of it: milliseconds, writes, sends or days
 */
record Fault(Kind kind, String party, Point point, int at, int amount) {
  static final String COORDINATOR = "coordinator";

  /** Where a fault can strike. */
  enum Point {
    /** A write to the journal is about to begin. */
    WRITE,
    /** It is on the disk, and nobody has been told. */
    WRITTEN,
    /** A message is about to be sent; sites alone send, a coordinator's answers follow writes. */
    SEND,
    /** The receipt is there, and the site has not seen it. */
    SENT,
    /** An answer is made and charged, and not written. */
    SAY,
    /** The labels, or the model, are about to appear in their folder. */
    PUBLISH;

    static final List<Point> OF_SITES = List.of(WRITE, WRITTEN, SEND, SENT, SAY, PUBLISH);
    static final List<Point> OF_COORDINATORS = List.of(WRITE, WRITTEN, PUBLISH);
  }

  /** What can go wrong. */
  enum Kind {
    /** The party dies at once and is started again. */
    KILL,
    /** The site dies and comes back after so many milliseconds; 0: never. */
    AWAY,
    /** The heap is full, of which the process dies. */
    MEMORY,
    /** So many writes find no space on the disk. */
    FULL_DISK,
    /** The results find no space, once. */
    FULL_RESULTS,
    /** The ledger cannot be opened until the site has ended over it. */
    LEDGER,
    /** So many milliseconds for each of the next writes. */
    SLOW_DISK,
    /** The site's clock jumps by so many days. */
    CLOCK,
    /** All connections end. */
    CUT,
    /** Nothing passes for so many milliseconds, and nobody is told. */
    PARTITION,
    /** Everything takes so many milliseconds for a while. */
    DELAY,
    /** One bit on the wire is another. */
    CORRUPT,
    /** Half of what is sent arrives, then the connection ends. */
    TRUNCATE,
    /** The message is sent twice. */
    DUPLICATE,
    /** The message is sent again after so many others. */
    REORDER,
    /** What the process before this one said when it joined arrives now. */
    OLD_JOIN,
    /** The coordinator's name is not known for so many milliseconds. */
    NAMES,
    /** The message is under way when its process dies, and arrives after its successor's next. */
    HELD;

    /** What schedules draw from; one more would make another schedule of every seed. */
    static final List<Kind> DRAWN = Arrays.stream(values()).filter(kind -> kind != HELD).toList();
  }

  boolean ends() {
    return kind == Kind.KILL || kind == Kind.MEMORY || kind == Kind.AWAY;
  }

  @Override
  public String toString() {
    return "%s %s at %s %d%s"
        .formatted(
            party,
            kind.name().toLowerCase(Locale.ROOT),
            point.name().toLowerCase(Locale.ROOT),
            at,
            amount == 0 ? "" : " (%d)".formatted(amount));
  }
}

package io.coterie.faults;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.faults.Fault.Point;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Labels;
import io.coterie.method.LongWork;
import io.coterie.participant.Invitation;
import io.coterie.participant.Site;
import io.coterie.participant.SiteWatch;
import io.coterie.participant.TappedSite;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.PrivacyBudget;
import io.coterie.site.SiteData;
import io.coterie.store.AtomicOutput;
import io.coterie.store.journal.Journal;
import io.coterie.store.ledger.ClockedLedgers;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.store.ledger.LedgerWatch;
import io.coterie.trust.ClockedTrust;
import io.coterie.trust.MovingClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A site and whoever starts it again: its lives, one after the other, on one thread. Its journal,
 * its ledger and its results are files; all else is lost with a life.
 */
final class SiteParty implements Runnable {
  private static final long RESTART_MILLIS = 50;
  private static final String LABELS = "labels.csv";

  private final String name;
  private final Path folder;
  private final Path trust;
  private final SiteData data;
  private final Optional<LedgerFile> ledger;
  private final MovingClock time = new MovingClock();
  private final Wire wire;
  private final Gauge gauge;
  private final Tap tap = new Tap(this);
  private volatile Disk disk;
  private volatile boolean isAway;
  private volatile boolean hasBeenAway;
  private volatile boolean isOver;
  private volatile int absence;
  private volatile CoterieException failure;
  private final AtomicInteger lives = new AtomicInteger();

  SiteParty(String name, Path folder, Path trust, Matrix records, boolean isDp, Gauge gauge)
      throws IOException {
    this.name = name;
    this.folder = Files.createDirectories(folder);
    this.trust = trust;
    this.data = SiteData.of(name, records);
    this.gauge = gauge;
    this.wire = new Wire();
    this.ledger =
        isDp
            ? Optional.of(ClockedLedgers.in(folder.resolve("ledger"), time).ledger(name))
            : Optional.empty();
    ledger.ifPresent(book -> book.setBudget(new PrivacyBudget(20, 1e-5)));
  }

  String name() {
    return name;
  }

  Wire wire() {
    return wire;
  }

  /** Returns whether the site is not there, for a while or for good. */
  boolean isAway() {
    return isAway;
  }

  boolean hasBeenAway() {
    return hasBeenAway;
  }

  boolean isOver() {
    return isOver;
  }

  int lives() {
    return lives.get();
  }

  /** Returns why the site gave up, if it did. */
  Optional<CoterieException> failure() {
    return Optional.ofNullable(failure);
  }

  Optional<LedgerFile> ledger() {
    return ledger;
  }

  Path journal() {
    return folder.resolve("journal.db");
  }

  Path results() {
    return folder.resolve("results");
  }

  String counted() {
    return gauge.counted();
  }

  @Override
  public void run() {
    try {
      while (!isOver) {
        int unused = lives.incrementAndGet();
        isOver = live();
        wire.site(false);
        mendLedger();
        if (!isOver) {
          rest();
        }
      }
    } finally {
      isOver = true;
    }
  }

  private void rest() {
    if (!isAway) {
      Pause.millis(RESTART_MILLIS);
    } else if (absence > 0) {
      Pause.millis(absence);
      isAway = false;
    } else {
      isOver = true;
    }
  }

  /** Lives once; returns whether that was enough. */
  private boolean live() {
    wire.site(true);
    try (Journal file = Journal.open(journal());
        Site site =
            TappedSite.of(
                name,
                LoopbackNames.address(wire.port()),
                ClockedTrust.site(trust.resolve("site-" + name), time),
                tap)) {
      disk = new Disk(file, name, point -> at(point, this::strike));
      Invitation invitation = invitation(site);
      site.takePart(invitation, kit(invitation), (labels, model) -> publish(labels));
      return !disk.isDead();
    } catch (Crash | OutOfMemoryError e) {
      return false;
    } catch (CoterieException e) {
      if (disk.isDead() || e.code() == ErrorCode.OUTPUT) {
        return false;
      }
      failure = e;
      return true;
    } catch (IllegalStateException e) {
      if (disk.isDead()) {
        return false; // another thread of this life met its end first
      }
      throw e;
    }
  }

  private Invitation invitation(Site site) {
    while (true) {
      try {
        return site.invitation("");
      } catch (CoterieException e) {
        if (!Site.mayPass(e)) {
          throw e;
        }
        Pause.millis(RESTART_MILLIS);
      }
    }
  }

  private Site.Kit kit(Invitation invitation) {
    return new Site.Kit(
        data,
        disk,
        ledger.map(book -> new LedgerWatch(book, invitation.study().name() + disk.id(), 1)),
        NoiseSource::repeatable,
        Parallel.sequential(),
        Duration.ofMinutes(2),
        text -> {},
        LongWork.unseen(),
        new SiteWatch() {
          @Override
          public void refusing(String reason) {}

          @Override
          public void doing(String words) {}

          @Override
          public void saying(Said said) {
            at(Point.SAY, SiteParty.this::strike);
          }
        });
  }

  private void publish(Labels labels) {
    try (AtomicOutput staging = AtomicOutput.forFolder(results(), true)) {
      Files.writeString(staging.file(LABELS), Arrays.toString(labels.toArray()));
      at(Point.PUBLISH, this::strike);
      staging.publishFolder();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the labels that this site has, as text. */
  Optional<String> labels() {
    try {
      Path file = results().resolve(LABELS);
      return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Comes to a point; a site that is dead comes to none. */
  void at(Point point, Consumer<Fault> strike) {
    requireAlive();
    gauge.at(point, strike);
  }

  /** Ends a thread of a life that is over. */
  void requireAlive() {
    if (disk.isDead()) {
      throw new Crash(name);
    }
  }

  /** A receipt has come; returns whether the site is there to see it. */
  boolean hears() {
    try {
      at(Point.SENT, this::strike);
    } catch (Crash e) {
      return false;
    }
    return !disk.isDead();
  }

  void strike(Fault fault) {
    switch (fault.kind()) {
      case AWAY -> {
        absence = fault.amount();
        isAway = true;
        hasBeenAway = true;
        die();
      }
      case KILL -> die();
      case MEMORY -> throw new OutOfMemoryError("by the schedule");
      case FULL_DISK -> disk.fill(fault.amount());
      case FULL_RESULTS -> throw Disk.full();
      case LEDGER -> breakLedger();
      case SLOW_DISK -> disk.slow(fault.amount());
      case CLOCK -> time.move(Duration.ofDays(fault.amount()));
      case CUT -> wire.cut();
      case PARTITION -> wire.stall(fault.amount());
      case DELAY -> wire.delay(fault.amount());
      case CORRUPT -> wire.corrupt();
      case TRUNCATE -> wire.truncate();
      case NAMES -> {
        LoopbackNames.forget(wire.port(), fault.amount());
        wire.cut();
      }
      case DUPLICATE, REORDER, OLD_JOIN, HELD ->
          throw new IllegalArgumentException("%s is for the tap".formatted(fault));
    }
  }

  /** Dies at once. */
  void die() {
    disk.die();
    wire.site(false);
    throw new Crash(name);
  }

  /** Puts a folder where the ledger was, which no process can write, root's neither. */
  private void breakLedger() {
    ledger.ifPresent(
        book -> {
          try {
            if (!Files.exists(hidden(book))) {
              Files.move(book.file(), hidden(book));
              Files.createDirectory(book.file());
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private void mendLedger() {
    ledger.ifPresent(
        book -> {
          try {
            if (Files.exists(hidden(book))) {
              Files.delete(book.file());
              Files.move(hidden(book), book.file());
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static Path hidden(LedgerFile book) {
    return book.file().resolveSibling("hidden");
  }
}

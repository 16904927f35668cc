package io.coterie.participant;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.participant.CoordinatorLink.LinkException;
import io.coterie.study.Durations;
import io.coterie.study.Study;
import io.coterie.wire.v1.FederationProto.BeatReply;
import io.coterie.wire.v1.FederationProto.Notice;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a site in touch with its coordinator, at work or not: signs of life go out, notices come
 * in, and a connection that is lost is made again, at first soon and then less often. Of notices
 * only the last one matters.
 *
 * <p>Thread-safe.
 */
final class ConnectionKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionKeeper.class);

  private static final long FIRST_DELAY_MILLIS = 250;
  private static final long LONGEST_DELAY_MILLIS = 10_000;
  private static final int MOST_DISPLACED = 3;

  private final CoordinatorLink link;
  private final Study study;
  private final Consumer<String> progress;
  private final Duration patience;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread made = new Thread(work, "coterie-attention");
            made.setDaemon(true);
            return made;
          });
  private long delay = FIRST_DELAY_MILLIS;
  private boolean lost;
  private long lostSince;
  private int stream;
  private int displaced;
  private volatile String doing = "";
  private volatile boolean closed;

  /** Names this process of the site; another start has another name. */
  private final String incarnation = UUID.randomUUID().toString();

  // The last notice, whether it was taken, and what ended all waiting; guarded by this.
  private Notice latest;
  private boolean isNew;
  private RuntimeException failure;

  /**
   * Prepares.
   *
   * @param study that the site agreed to
   * @param patience for how long a lost coordinator is called again
   * @param progress is told what the study is waiting for, and of lost and found connections
   */
  ConnectionKeeper(
      CoordinatorLink link, Study study, Duration patience, Consumer<String> progress) {
    this.patience = patience;
    this.link = link;
    this.study = study;
    this.progress = progress;
  }

  /** Joins and goes on until closed. */
  void start(long beatMillis) {
    thread.execute(() -> guarded(this::connect));
    Future<?> unused =
        thread.scheduleWithFixedDelay(
            () -> guarded(this::beat), beatMillis, beatMillis, TimeUnit.MILLISECONDS);
  }

  /** Takes note of what the site is doing; words alone, nothing of its records. */
  void doing(String words) {
    doing = words;
  }

  String incarnation() {
    return incarnation;
  }

  private synchronized void put(Notice notice) {
    latest = notice;
    isNew = true;
    notifyAll();
  }

  private synchronized void fail(RuntimeException cause) {
    failure = cause;
    notifyAll();
  }

  synchronized Notice take() throws InterruptedException {
    while (!isNew && failure == null) {
      wait();
    }
    if (failure != null) {
      throw failure;
    }
    isNew = false;
    return latest;
  }

  /** Waits for a new notice for so long, and no longer. */
  synchronized Optional<Notice> poll(long millis) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (long left = millis; left > 0 && !isNew && failure == null; ) {
      wait(left);
      left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
    }
    return isNew || failure != null ? Optional.of(take()) : Optional.empty();
  }

  /** Sees to it that no failure goes unheard. */
  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      fail(e);
    } catch (Error e) {
      fail(new IllegalStateException(e));
      throw e;
    }
  }

  /** Joins and listens; the coordinator may have been started anew and know nobody. */
  private void connect() {
    if (closed) {
      return;
    }
    try {
      link.hurry();
      link.join(study.name(), study.hash(), incarnation);
      stream++;
      link.watch(study.name(), incarnation, new Listener(stream));
      if (lost) {
        LOG.info("The coordinator is there again.");
        progress.accept("connected again");
      }
      lost = false;
      delay = FIRST_DELAY_MILLIS;
    } catch (LinkException e) {
      again(e.getMessage());
    }
  }

  private void again(String reason) {
    if (closed) {
      return;
    }
    if (!lost) {
      LOG.warn(reason);
      progress.accept("%s Trying again.".formatted(reason));
      lostSince = System.nanoTime();
    }
    lost = true;
    if (System.nanoTime() - lostSince > patience.toNanos()) {
      fail(
          new CoterieException(
              ErrorCode.NETWORK,
              ("The coordinator at %s was not to be reached for %s. Start coterie join again when it is"
                      + " back; what this site has said so far is kept and need not be said again.")
                  .formatted(link.address(), Durations.text(patience))));
      return;
    }
    // Spread, so that not all sites come back at the same moment.
    long spread = Math.floorMod(incarnation.hashCode() * 31L + delay, delay / 2 + 1);
    long wait = delay / 2 + spread;
    delay = Math.min(LONGEST_DELAY_MILLIS, 2 * delay);
    Future<?> unused = thread.schedule(() -> guarded(this::connect), wait, TimeUnit.MILLISECONDS);
  }

  private void beat() {
    if (lost || closed) {
      return;
    }
    try {
      BeatReply reply = link.beat(study.name(), incarnation, doing);
      if (reply.getKnown()) {
        progress.accept(reply.getText());
      } else {
        joinAnew();
      }
    } catch (LinkException e) {
      // the stream of notices ends too, and connects again
    }
  }

  /**
   * Joins once more where another process of this site has joined since: a former one, whose word
   * came late. One that is still there would join anew in turn, so this ends.
   */
  private void joinAnew() {
    displaced++;
    if (displaced > MOST_DISPLACED) {
      fail(
          new CoterieException(
              ErrorCode.NETWORK,
              "Another process takes part as site %s, and continues; only one may. This one ends."
                  .formatted(link.site())));
      return;
    }
    connect();
  }

  /** One stream of notices. */
  private final class Listener implements StreamObserver<Notice> {
    private final int number;

    Listener(int number) {
      this.number = number;
    }

    @Override
    public void onNext(Notice notice) {
      put(notice);
    }

    @Override
    public void onError(Throwable cause) {
      StatusRuntimeException status = Status.fromThrowable(cause).asRuntimeException();
      onThread(
          () -> {
            RuntimeException trouble = link.trouble(status);
            if (trouble instanceof LinkException) {
              again(trouble.getMessage());
            } else {
              fail(trouble);
            }
          });
    }

    @Override
    public void onCompleted() {
      onThread(() -> again("The coordinator at %s left.".formatted(link.address())));
    }

    private void onThread(Runnable work) {
      try {
        thread.execute(
            () -> {
              if (number == stream) {
                guarded(work);
              }
            });
      } catch (RejectedExecutionException e) {
        // closed; nobody listens any more
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.shutdownNow();
  }
}

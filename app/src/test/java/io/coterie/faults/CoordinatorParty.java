package io.coterie.faults;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.coordinator.Coordinator;
import io.coterie.coordinator.Phase;
import io.coterie.coordinator.StudyAnswer;
import io.coterie.coordinator.operator.StudyStatus;
import io.coterie.federation.RunListener;
import io.coterie.math.Parallel;
import io.coterie.store.AtomicOutput;
import io.coterie.store.journal.Journal;
import io.coterie.study.Study;
import io.coterie.trust.CoordinatorCredentials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A coordinator and the operator who starts it again, and who closes steps that wait for sites
 * which are away.
 */
final class CoordinatorParty implements Runnable {
  private static final long RESTART_MILLIS = 50;

  private final Path folder;
  private final Path trust;
  private final Study study;
  private final List<SiteParty> sites;
  private final Gauge gauge;
  private final CountDownLatch sitesEnded;
  private volatile Disk disk;
  private volatile Coordinator current;
  private volatile StudyAnswer answer;
  private volatile CoterieException failure;
  private final AtomicInteger lives = new AtomicInteger();

  CoordinatorParty(
      Path folder,
      Path trust,
      Study study,
      List<SiteParty> sites,
      Gauge gauge,
      CountDownLatch sitesEnded)
      throws IOException {
    this.folder = Files.createDirectories(folder);
    this.trust = trust;
    this.study = study;
    this.sites = sites;
    this.gauge = gauge;
    this.sitesEnded = sitesEnded;
  }

  /** Returns what the study found, if it did. */
  Optional<StudyAnswer> answer() {
    return Optional.ofNullable(answer);
  }

  /** Returns why the study failed, if it did. */
  Optional<CoterieException> failure() {
    return Optional.ofNullable(failure);
  }

  Path journal() {
    return folder.resolve("journal.db");
  }

  Path results() {
    return folder.resolve("results");
  }

  int lives() {
    return lives.get();
  }

  String counted() {
    return gauge.counted();
  }

  @Override
  public void run() {
    while (!live()) {
      Pause.millis(RESTART_MILLIS);
    }
  }

  /** Lives once; returns whether that was enough. */
  private boolean live() {
    int unused = lives.incrementAndGet();
    try (Journal file = Journal.open(journal())) {
      Disk own = new Disk(file, Fault.COORDINATOR, point -> gauge.at(point, this::strike));
      disk = own;
      try (Coordinator coordinator = new Coordinator(settings(), own)) {
        current = coordinator;
        connect(coordinator.port());
        try {
          boolean isOver = serve(coordinator);
          if (isOver) {
            sitesEnded.await();
          }
          return isOver;
        } finally {
          current = null;
          connect(0);
        }
      }
    } catch (InterruptedException e) {
      return true;
    }
  }

  private boolean serve(Coordinator coordinator) {
    try {
      coordinator.run(study, Parallel.sequential(), RunListener.none(), note -> {}, this::publish);
      return !disk.isDead();
    } catch (Crash e) {
      return false;
    } catch (CoterieException e) {
      if (disk.isDead() || e.code() == ErrorCode.OUTPUT) {
        return false;
      }
      failure = e;
      return true;
    }
  }

  private Coordinator.Settings settings() {
    return new Coordinator.Settings(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        Optional.of(CoordinatorCredentials.load(trust.resolve("coordinator"))),
        "test",
        reason -> {});
  }

  private void connect(int port) {
    sites.forEach(site -> site.wire().target(port));
  }

  private byte[] publish(StudyAnswer found) {
    byte[] model = "model".getBytes(StandardCharsets.UTF_8);
    try (AtomicOutput staging = AtomicOutput.forFolder(results(), true)) {
      Files.write(staging.file("model.json"), model);
      gauge.at(Fault.Point.PUBLISH, this::strike);
      staging.publishFolder();
      answer = found;
      return model;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void strike(Fault fault) {
    switch (fault.kind()) {
      case KILL -> {
        disk.die();
        connect(0);
        Optional.ofNullable(current).ifPresent(Coordinator::pause);
        throw new Crash(Fault.COORDINATOR);
      }
      case FULL_DISK -> disk.fill(fault.amount());
      case SLOW_DISK -> disk.slow(fault.amount());
      case FULL_RESULTS -> throw Disk.full();
      default -> throw new IllegalArgumentException("%s is for sites".formatted(fault));
    }
  }

  /** Goes on without sites that are away, as an operator does who knows. */
  void closeWithoutThoseAway() {
    Coordinator running = current;
    if (running == null) {
      return;
    }
    for (StudyStatus status : running.status()) {
      boolean isGathering = status.phase() == Phase.GATHERING;
      List<StudyStatus.Site> awaited =
          status.sites().stream()
              .filter(
                  site ->
                      site.awaited() || (isGathering && site.state() == StudyStatus.State.EXPECTED))
              .toList();
      if (!awaited.isEmpty() && awaited.stream().allMatch(site -> isAway(site.name()))) {
        boolean unused = running.closeRound(study.name());
      }
    }
  }

  private boolean isAway(String name) {
    return sites.stream().anyMatch(site -> site.name().equals(name) && site.isAway());
  }
}

package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.coordinator.Coordinator;
import io.coterie.coordinator.operator.StudyStatus;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.method.LongWork;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import io.coterie.store.journal.Journal;
import io.coterie.study.Study;
import io.coterie.testing.Await;
import io.coterie.wire.v1.FederationProto.HelloReply;
import io.coterie.wire.v1.FederationProto.Notice;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measurements, not tests: they run only when named, as in -Dtest=FederationSize, and print.
 * -Dsites and -Dfeatures set the size of the large round.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class FederationSize {
  private static final int SITES = Integer.getInteger("sites", 100);

  /** The sums of products of so many features are 5 MB. */
  private static final int FEATURES = Integer.getInteger("features", 1118);

  private static final int IDLE = Integer.getInteger("idle", 1000);

  @TempDir private Path folder;

  private static List<String> names(int count) {
    return IntStream.range(0, count).mapToObj(i -> "s" + i).toList();
  }

  private static String study(int sites, int features) {
    return """
        study: size
        clusters: 2
        seed: 7
        schema: {input: vectors, dimension: %d, scale: none}
        participation:
          sites: [%s]
          join-within: 10m
          answer-within: 10m
        method: anchor-graph:groups
        privacy: {level: component, accept-group-disclosure: true, sums: plain}
        """
        .formatted(features, String.join(", ", names(sites)));
  }

  @Test
  void largeRound() throws Exception {
    Path file = Files.writeString(folder.resolve("study.yaml"), study(SITES, FEATURES));
    Path log = folder.resolve("coordinator.log");
    Process coordinator =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                "io.coterie.cli.Main",
                "serve",
                file.toString(),
                "--insecure",
                "--address",
                "127.0.0.1:0",
                "--home",
                folder.resolve("coordinator").toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    ExecutorService threads = Executors.newFixedThreadPool(SITES);
    try {
      int port = port(log);
      long start = System.nanoTime();
      CompletableFuture<String> peak = CompletableFuture.supplyAsync(() -> peak(coordinator));
      List<Future<Integer>> joined = new ArrayList<>();
      for (String site : names(SITES)) {
        joined.add(threads.submit(() -> join(site, port)));
      }
      for (Future<Integer> site : joined) {
        assertThat(site.get(12, TimeUnit.MINUTES)).isPositive();
      }
      assertThat(coordinator.waitFor(2, TimeUnit.MINUTES)).as(Files.readString(log)).isTrue();
      assertThat(coordinator.exitValue()).as(Files.readString(log)).isZero();
      System.out.printf(
          "%d sites, %d bytes each in one round, -Xmx512m: %d s in all, %s%n%s%n",
          SITES,
          4L * FEATURES * (FEATURES + 1),
          (System.nanoTime() - start) / 1_000_000_000L,
          peak.get(),
          Files.readString(log));
    } finally {
      coordinator.destroyForcibly();
      threads.shutdownNow();
    }
  }

  /** Returns the largest resident set of a process that has ended, as it was last seen. */
  private static String peak(Process process) {
    String last = "";
    while (process.isAlive()) {
      try {
        last =
            Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                .filter(line -> line.startsWith("VmHWM"))
                .findFirst()
                .orElse(last);
        Thread.sleep(100);
      } catch (IOException e) {
        return last; // it ended just now
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return last;
      }
    }
    return last;
  }

  private static int port(Path log) throws Exception {
    Pattern listening = Pattern.compile("listening +port ([0-9]+)");
    Await.until(() -> listening.matcher(Files.readString(log)).find(), Duration.ofMinutes(2));
    Matcher found = listening.matcher(Files.readString(log));
    assertThat(found.find()).isTrue();
    return Integer.parseInt(found.group(1));
  }

  private int join(String name, int port) {
    double[] values = new double[4 * FEATURES];
    SplittableRandom random = new SplittableRandom(name.hashCode());
    java.util.Arrays.setAll(values, i -> random.nextDouble());
    int[] count = new int[1];
    try (Parallel parallel = Parallel.of(1);
        Journal journal = Journal.open(folder.resolve(name + ".db"));
        Site site = new Site(name, "127.0.0.1:" + port, Optional.empty(), "test")) {
      site.takePart(
          site.invitation(""),
          new Site.Kit(
              SiteData.of(name, Matrix.over(4, FEATURES, values)),
              journal,
              Optional.empty(),
              NoiseSource::repeatable,
              parallel,
              Duration.ofMinutes(5),
              text -> {},
              LongWork.unseen(),
              SiteWatch.none()),
          (labels, model) -> count[0] = labels.size());
    }
    return count[0];
  }

  @Test
  void idleSites() throws Exception {
    Study study = Study.parse(study(IDLE, 10), "test");
    LoopbackFederation network = new LoopbackFederation(folder, study, Map.of(), false);
    List<CoordinatorLink> links = new ArrayList<>();
    CountDownLatch told = new CountDownLatch(IDLE);
    try (Journal journal = Journal.open(folder.resolve("coordinator.db"));
        Coordinator coordinator = network.coordinator(journal)) {
      CompletableFuture<Void> served = network.serve(coordinator);
      long start = System.nanoTime();
      for (String site : names(IDLE)) {
        CoordinatorLink link =
            new CoordinatorLink(
                site, "127.0.0.1:" + coordinator.port(), Optional.empty(), List.of());
        links.add(link);
        HelloReply hello = link.hello("", "test");
        link.join("size", hello.getHash(), "incarnation-" + site);
        link.watch("size", "incarnation-" + site, new Task(told));
      }
      assertThat(told.await(5, TimeUnit.MINUTES)).isTrue(); // round 1 is open, and all know
      System.out.printf("%d sites joined in %.1f s%n", IDLE, seconds(start));
      start = System.nanoTime();
      for (CoordinatorLink link : links) {
        assertThat(link.beat("size", "incarnation-" + site(links, link), "idle").getKnown())
            .isTrue();
      }
      System.out.printf("each said a beat, one after another, in %.1f s%n", seconds(start));
      start = System.nanoTime();
      StudyStatus status = coordinator.status().get(0);
      System.out.printf("status in %.1f ms: %s%n", 1e3 * seconds(start), status.waitingFor());
      assertThat(status.sites()).hasSize(IDLE).allMatch(StudyStatus.Site::awaited);
      assertThat(coordinator.stop("size", "measured")).isTrue();
      assertThat(served).failsWithin(Duration.ofMinutes(1));
    } finally {
      links.forEach(CoordinatorLink::close);
    }
  }

  private static String site(List<CoordinatorLink> links, CoordinatorLink link) {
    return "s" + links.indexOf(link);
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  /** Counts the sites that were told of a task. */
  private record Task(CountDownLatch told) implements StreamObserver<Notice> {
    @Override
    public void onNext(Notice notice) {
      if (notice.hasTask()) {
        told.countDown();
      }
    }

    @Override
    public void onError(Throwable cause) {}

    @Override
    public void onCompleted() {}
  }
}

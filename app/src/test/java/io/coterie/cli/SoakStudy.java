package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.coordinator.SlowCall;
import io.coterie.coordinator.SlowCallers;
import io.coterie.coordinator.operator.OperatorClient;
import io.coterie.coordinator.operator.OperatorFile;
import io.coterie.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One study of the command line's own serve and join, in this process, over TLS. */
final class SoakStudy {
  /** A study takes seconds; one that takes so long hangs. */
  private static final int BOUND_SECONDS = 300;

  private final SoakKind.Material material;
  private final boolean isDp;
  private final Path folder;
  private final Map<String, CompletableFuture<CommandRun>> joined = new LinkedHashMap<>();
  private CompletableFuture<CommandRun> served;
  private int port;
  private boolean isGone;

  /**
   * Makes the folders.
   *
   * @param trust the folders of all parties, which are copied
   * @param folder of this study alone
   */
  SoakStudy(SoakKind kind, SoakKind.Material material, Path trust, Path folder) throws IOException {
    this.material = material;
    this.isDp = kind.isDp();
    this.folder = folder;
    try (Stream<Path> all = Files.walk(trust)) {
      for (Path from : all.toList()) {
        Files.copy(
            from,
            folder.resolve(trust.relativize(from).toString()),
            StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  Path home() {
    return folder.resolve("coordinator");
  }

  int port() {
    return port;
  }

  int operatorPort() {
    return OperatorFile.read(home()).orElseThrow().address().getPort();
  }

  /** Starts the coordinator, and returns when sites can call it. */
  void serve() {
    served =
        RunningCommand.start(
                "serve",
                material.study(),
                "--home",
                home(),
                "--address",
                "127.0.0.1:0",
                "--threads",
                1)
            .end();
    Await.until(
        () -> {
          assertThat(served).as(() -> served.join().err()).isNotDone();
          return OperatorFile.read(home()).isPresent();
        },
        Duration.ofSeconds(BOUND_SECONDS));
    port = new OperatorClient(OperatorFile.read(home()).orElseThrow()).port();
  }

  void join(String site) {
    Path ledger = folder.resolve("ledger-" + site);
    if (isDp) {
      CommandRun budget =
          CommandRun.of(
              "budget",
              "set",
              "--source",
              material.records().get(site),
              "--epsilon",
              20,
              "--delta",
              1e-5,
              "--ledger-dir",
              ledger);
      assertThat(budget.exitCode()).as(budget.err()).isZero();
    }
    joined.put(
        site,
        RunningCommand.start(
                "join",
                "--home",
                folder.resolve("site-" + site),
                "--address",
                "127.0.0.1:" + port,
                "--data",
                material.records().get(site),
                "--ledger-dir",
                ledger,
                "--threads",
                1,
                "--yes",
                "--repeatable-noise")
            .end());
  }

  /** Waits for everybody's end, and compares what the sites have with what they must have. */
  void await() throws Exception {
    for (Map.Entry<String, CompletableFuture<CommandRun>> site : joined.entrySet()) {
      CommandRun run = site.getValue().get(BOUND_SECONDS, TimeUnit.SECONDS);
      assertThat(run.exitCode()).as(run.err()).isZero();
      Path labels =
          folder.resolve("site-" + site.getKey()).resolve("results/soak").resolve("labels.csv");
      assertThat(
              Files.readAllLines(labels).stream()
                  .skip(1)
                  .map(line -> line.split(",", -1)[1])
                  .toList())
          .as("labels of site %s", site.getKey())
          .isEqualTo(material.labels().get(site.getKey()));
    }
    CommandRun run = served.get(BOUND_SECONDS, TimeUnit.SECONDS);
    assertThat(run.exitCode()).as(run.err()).isZero();
  }

  /** Runs the study from beginning to end, with a slow caller of each kind beside it. */
  void run(SlowCallers callers) throws Exception {
    serve();
    List<CompletableFuture<Duration>> slow = new ArrayList<>();
    for (SlowCall kind : SlowCall.values()) {
      slow.add(callers.begin(kind, kind == SlowCall.SLOW_REQUEST ? operatorPort() : port));
    }
    material.records().keySet().forEach(this::join);
    for (CompletableFuture<CommandRun> site : joined.values()) {
      site.get(BOUND_SECONDS, TimeUnit.SECONDS);
    }
    slow.forEach(call -> call.cancel(true)); // else the coordinator waits for their calls
    await();
    delete();
  }

  /** Asks how it goes, as an operator does; nothing if the study has gone. */
  synchronized Optional<CommandRun> status() {
    return isGone ? Optional.empty() : Optional.of(CommandRun.of("status", "--home", home()));
  }

  private synchronized void delete() throws IOException {
    isGone = true;
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}

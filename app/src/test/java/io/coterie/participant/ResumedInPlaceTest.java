package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.coordinator.Coordinator;
import io.coterie.coordinator.StudyAnswer;
import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import io.coterie.federation.RunListener;
import io.coterie.math.Parallel;
import io.coterie.store.journal.Journal;
import io.coterie.study.Study;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A study that pauses and goes on in the same process, whose port was open all the time. */
@Timeout(120)
final class ResumedInPlaceTest {
  private static final List<String> SITES = List.of("a", "b", "c");

  @TempDir Path folder;

  private final Study study =
      Study.parse(
          """
          study: flowers
          clusters: 3
          schema:
            columns: [{name: p}, {name: q}, {name: r}, {name: s}]
          participation: {sites: [a, b, c], join-within: 60s, answer-within: 60s}
          method: anchor-graph:groups
          privacy: {level: component, accept-group-disclosure: true, sums: plain}
          """,
          "test");

  @Test
  void theSitesAreCalledIntoTheNewRoom() throws Exception {
    LoopbackFederation network =
        new LoopbackFederation(
            folder,
            study,
            LoopbackFederation.deal(
                DataReader.read("iris", ReadOptions.defaults()).records(), SITES),
            false);
    try (Journal journal = Journal.open(folder.resolve("coordinator.db"));
        Coordinator coordinator = network.coordinator(journal)) {
      CompletableFuture<Void> served =
          CompletableFuture.runAsync(
              () -> pauseAndGoOn(coordinator), command -> new Thread(command, "course").start());
      List<CompletableFuture<Void>> joined = new ArrayList<>();
      SITES.forEach(name -> joined.add(network.join(name, coordinator.port())));
      served.get(60, TimeUnit.SECONDS);
      for (CompletableFuture<Void> site : joined) {
        site.get(60, TimeUnit.SECONDS);
      }
    }
    assertThat(network.labels).isEqualTo(network.simulate());
  }

  /** The results find no space at first, which is no reason for the sites to leave. */
  private void pauseAndGoOn(Coordinator coordinator) {
    assertThatThrownBy(
            () ->
                run(
                    coordinator,
                    found -> {
                      throw new CoterieException(ErrorCode.OUTPUT, "There is no space.");
                    }))
        .hasMessage("There is no space.");
    run(coordinator, found -> "model".getBytes(StandardCharsets.UTF_8));
  }

  private void run(Coordinator coordinator, Function<StudyAnswer, byte[]> answered) {
    coordinator.run(study, Parallel.sequential(), RunListener.none(), note -> {}, answered);
  }
}

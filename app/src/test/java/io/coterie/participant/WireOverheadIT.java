package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.coordinator.Coordinator;
import io.coterie.coordinator.operator.StudyStatus;
import io.coterie.faults.Wire;
import io.coterie.math.Matrix;
import io.coterie.store.journal.Journal;
import io.coterie.study.Study;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What encryption, frames, heartbeats and the rest cost beside what is said. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class WireOverheadIT {
  private static final int FEATURES = 600;
  private static final List<String> SITES = List.of("a", "b", "c");

  @TempDir private Path folder;

  @Test
  void bytesOnTheWireAreAtMostFifteenPercentMoreThanWhatIsSaid() throws Exception {
    LoopbackFederation network =
        new LoopbackFederation(folder, study(), LoopbackFederation.deal(noise(90), SITES), true);
    try (Journal journal = Journal.open(folder.resolve("coordinator.db"));
        Coordinator coordinator = network.coordinator(journal);
        Wire wire = new Wire()) {
      wire.target(coordinator.port());
      CompletableFuture<Void> served = network.serve(coordinator);
      List<CompletableFuture<Void>> joined = new ArrayList<>();
      SITES.forEach(site -> joined.add(network.join(site, wire.port())));
      for (CompletableFuture<Void> site : joined) {
        site.get(200, TimeUnit.SECONDS);
      }
      served.get(60, TimeUnit.SECONDS);
      long said = 0;
      for (StudyStatus.Site site : coordinator.status().get(0).sites()) {
        said += site.bytesIn() + site.bytesOut();
      }
      assertThat(said).isGreaterThan(SITES.size() * 8L * FEATURES * FEATURES / 2);
      assertThat(wire.bytes()).isLessThan((long) (1.15 * said));
    }
  }

  /** Numbers without a pattern, so that compression has nothing to give. */
  static Matrix noise(int records) {
    SplittableRandom random = new SplittableRandom(5);
    double[] values = new double[records * FEATURES];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextDouble();
    }
    return Matrix.over(records, FEATURES, values);
  }

  private static Study study() {
    return Study.parse(
        """
        study: wide
        clusters: 2
        seed: 7
        schema: {input: vectors, dimension: %d, scale: none}
        participation:
          sites: [a, b, c]
          join-within: 120s
          answer-within: 120s
        method: anchor-graph:groups
        privacy: {level: component, accept-group-disclosure: true}
        """
            .formatted(FEATURES),
        "test");
  }
}

package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.coordinator.Coordinator;
import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.method.LongWork;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.PrivacyBudget;
import io.coterie.site.SiteData;
import io.coterie.store.journal.Journal;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.store.ledger.LedgerFolder;
import io.coterie.store.ledger.LedgerWatch;
import io.coterie.study.FlowerStudy;
import io.coterie.study.Study;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A site that leaves for good, on loopback, in a study that would wait for it for ten minutes. */
@Timeout(180)
final class LeavingSiteTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir private Path folder;

  private static Study study(int quorum) {
    return FlowerStudy.of(
        """
        participation: {sites: [a, b, c], quorum: %d, join-within: 60s, answer-within: 10m}
        privacy: {epsilon: 1, noise: local, public-records: 150, delta: 1e-5}
        """
            .formatted(quorum));
  }

  private static Map<String, Matrix> records(Study study) {
    return LoopbackFederation.deal(
        DataReader.read("iris", ReadOptions.defaults()).records(), study.participation().sites());
  }

  /** Takes part with a budget that is enough for the first round, or with little to send. */
  private CompletableFuture<Void> leaving(
      LoopbackFederation network, int port, Optional<LedgerFile> ledger, Optional<Long> bytes) {
    return CompletableFuture.runAsync(
        () -> {
          try (Parallel parallel = Parallel.of(1);
              Journal journal = Journal.open(folder.resolve("a.db"));
              Site site = new Site("a", "127.0.0.1:" + port, Optional.empty(), "test")) {
            site.takePart(
                site.invitation(""),
                new Site.Kit(
                    SiteData.of("a", network.records.get("a")),
                    journal,
                    ledger.map(book -> new LedgerWatch(book, "flowers " + journal.id(), 1)),
                    NoiseSource::repeatable,
                    parallel,
                    Duration.ofSeconds(30),
                    text -> {},
                    LongWork.unseen(),
                    SiteWatch.none(),
                    bytes),
                (own, model) -> network.labels.put("a", own));
          }
        },
        command -> new Thread(command, "site a").start());
  }

  private LedgerFile poor() {
    LedgerFile ledger = new LedgerFolder(folder.resolve("ledger")).ledger("iris");
    ledger.setBudget(new PrivacyBudget(0.3, 1e-5)); // all rounds together need 1
    return ledger;
  }

  @Test
  void aStudyThatNeedsTheSiteEndsAtOnce() throws Exception {
    LoopbackFederation network = new LoopbackFederation(folder, study(3), records(study(3)), false);
    try (Journal journal = Journal.open(folder.resolve("coordinator.db"));
        Coordinator coordinator = network.coordinator(journal)) {
      CompletableFuture<Void> served = network.serve(coordinator);
      LoopbackFederation.awaitStudy(coordinator, served);
      CompletableFuture<Void> a =
          leaving(network, coordinator.port(), Optional.of(poor()), Optional.empty());
      CompletableFuture<Void> b = network.join("b", coordinator.port());
      CompletableFuture<Void> c = network.join("c", coordinator.port());

      assertThatThrownBy(() -> a.get(SOON.toSeconds(), TimeUnit.SECONDS))
          .hasMessageContaining("The privacy budget does not allow");
      for (CompletableFuture<Void> end : java.util.List.of(served, b, c)) {
        assertThatThrownBy(() -> end.get(SOON.toSeconds(), TimeUnit.SECONDS))
            .hasMessageContaining("a declined: its privacy budget does not allow what was asked");
      }
    }
  }

  @Test
  void aStudyWithAQuorumContinuesWithoutTheSite() throws Exception {
    LoopbackFederation network = new LoopbackFederation(folder, study(2), records(study(2)), false);
    try (Journal journal = Journal.open(folder.resolve("coordinator.db"));
        Coordinator coordinator = network.coordinator(journal)) {
      CompletableFuture<Void> served = network.serve(coordinator);
      LoopbackFederation.awaitStudy(coordinator, served);
      CompletableFuture<Void> a =
          leaving(network, coordinator.port(), Optional.empty(), Optional.of(300L));
      CompletableFuture<Void> b = network.join("b", coordinator.port());
      CompletableFuture<Void> c = network.join("c", coordinator.port());

      assertThatThrownBy(() -> a.get(SOON.toSeconds(), TimeUnit.SECONDS))
          .hasMessageContaining("max-bytes is 300");
      b.get(SOON.toSeconds(), TimeUnit.SECONDS);
      c.get(SOON.toSeconds(), TimeUnit.SECONDS);
      served.get(SOON.toSeconds(), TimeUnit.SECONDS);
      assertThat(network.labels).containsOnlyKeys("b", "c");
    }
  }
}

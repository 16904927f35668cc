package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.coordinator.Coordinator;
import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Payload;
import io.coterie.message.internal.FeatureSums;
import io.coterie.store.journal.Journal;
import io.coterie.study.Study;
import io.coterie.testing.Await;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationProto.Receipt;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A site that follows the protocol and lies in its messages, beside honest ones. */
@Timeout(120)
final class HostileSiteIT {
  private static final List<String> HONEST = List.of("a", "b", "c");
  private static final Slot FIRST = new Slot(1, 1, Slot.Step.ANSWER);

  @TempDir Path folder;

  private final Study study =
      Study.parse(
          """
          study: flowers
          clusters: 3
          schema:
            columns: [{name: p}, {name: q}, {name: r}, {name: s}]
          participation: {sites: [a, b, c, liar], quorum: 3, join-within: 60s, answer-within: 60s}
          method: anchor-graph:groups
          privacy: {level: component, accept-group-disclosure: true, sums: plain}
          """,
          "test");

  /** Runs the study with a liar and returns what became of its messages. */
  private List<Receipt> run(Function<CoordinatorLink, List<Receipt>> liar) throws Exception {
    Map<String, Matrix> records =
        LoopbackFederation.deal(DataReader.read("iris", ReadOptions.defaults()).records(), HONEST);
    List<Receipt> receipts = new ArrayList<>();
    LoopbackFederation network = new LoopbackFederation(folder, study, records, false);
    try (Journal journal = Journal.open(folder.resolve("coordinator.db"));
        Coordinator coordinator = network.coordinator(journal)) {
      CompletableFuture<Void> served = network.serve(coordinator);
      LoopbackFederation.awaitStudy(coordinator, served);
      List<CompletableFuture<Void>> joined = new ArrayList<>();
      HONEST.forEach(name -> joined.add(network.join(name, coordinator.port())));
      try (CoordinatorLink link =
          new CoordinatorLink(
              "liar", "127.0.0.1:" + coordinator.port(), Optional.empty(), List.of())) {
        link.join(study.name(), study.hash(), "incarnation");
        receipts.addAll(liar.apply(link));
      }
      served.get(100, TimeUnit.SECONDS);
      for (CompletableFuture<Void> site : joined) {
        site.get(100, TimeUnit.SECONDS);
      }
    }
    assertThat(network.labels).containsOnlyKeys(HONEST);
    assertThat(network.answer.takingPart().values()).allMatch(HONEST::equals);
    return receipts;
  }

  /** Hands a message in as soon as the step is open. */
  private Receipt submit(CoordinatorLink link, Slot slot, byte[] message) {
    AtomicReference<Receipt> receipt = new AtomicReference<>();
    Await.until(
        () -> {
          receipt.set(link.submit(study.name(), slot, message));
          return receipt.get().getVerdict() != Receipt.Verdict.LATE;
        },
        Duration.ofSeconds(60));
    return receipt.get();
  }

  private static byte[] sums(double records, double sum) {
    Payload sums =
        new FeatureSums(
            records, Vector.of(records, records, records, records), Vector.of(sum, sum, sum, sum));
    return PayloadCodec.encode(sums);
  }

  @Test
  void aLieCostsTheSiteItsPlaceAndNobodyElseAnything() throws Exception {
    List<Receipt> receipts = run(link -> List.of(submit(link, FIRST, sums(-5, 0))));

    assertThat(receipts.get(0).getVerdict()).isEqualTo(Receipt.Verdict.REFUSED);
    assertThat(receipts.get(0).getReason())
        .isEqualTo(
            "Its message of round 1 (answer) is refused: it counts less than no record, or more"
                + " than 2^40 a site");
  }

  @Test
  void aMessageLongerThanWhatWasAskedIsRefusedBeforeItIsRead() throws Exception {
    List<Receipt> receipts = run(link -> List.of(submit(link, FIRST, new byte[1 << 20])));

    assertThat(receipts.get(0).getVerdict()).isEqualTo(Receipt.Verdict.REFUSED);
    assertThat(receipts.get(0).getReason())
        .contains("it announces 1048576 bytes where at most 65608 can be needed");
  }

  @Test
  void aMessageOfAnotherRoundOrStudyIsNotTaken() throws Exception {
    byte[] replayed = sums(50, 250);
    List<Receipt> receipts =
        run(
            link -> {
              assertThatThrownBy(() -> link.submit("another", FIRST, replayed))
                  .hasMessageContaining("another");
              Receipt other =
                  link.submit(study.name(), new Slot(99, 1, Slot.Step.ANSWER), replayed);
              return List.of(other, submit(link, FIRST, sums(50, 1e101)));
            });

    assertThat(receipts.get(0).getVerdict()).isEqualTo(Receipt.Verdict.LATE);
    assertThat(receipts.get(1).getReason()).contains("sums has a value beyond 1e100");
  }
}

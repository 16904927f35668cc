package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.coordinator.Coordinator;
import io.coterie.math.Vector;
import io.coterie.message.internal.FeatureSums;
import io.coterie.participant.CoordinatorLink.LinkException;
import io.coterie.store.journal.Journal;
import io.coterie.study.Study;
import io.coterie.testing.Await;
import io.coterie.trust.SiteCredentials;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationProto.Notice;
import io.coterie.wire.v1.FederationProto.Receipt;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A site of the study that speaks for another one, with its own certificate. */
@Timeout(120)
final class ImpostorTest {
  private static final String INCARNATION = "incarnation";
  private static final Slot FIRST = new Slot(1, 1, Slot.Step.ANSWER);

  @TempDir Path folder;

  private final Study study =
      Study.parse(
          """
          study: flowers
          clusters: 3
          schema:
            columns: [{name: p}, {name: q}]
          participation: {sites: [a, b], join-within: 60s, answer-within: 60s}
          method: anchor-graph:groups
          privacy: {level: component, accept-group-disclosure: true, sums: plain}
          """,
          "test");
  private LoopbackFederation network;
  private int port;

  /** Speaks for one site with the certificate of another. */
  private CoordinatorLink link(String stated, String proven) {
    return new CoordinatorLink(
        stated,
        "127.0.0.1:" + port,
        Optional.of(SiteCredentials.load(folder.resolve("trust/site-" + proven))),
        List.of());
  }

  private static byte[] sums(double records) {
    return PayloadCodec.encode(
        new FeatureSums(records, Vector.of(records, records), Vector.of(records, records)));
  }

  @Test
  void noCallIsTakenThatSpeaksForAnotherSite() throws Exception {
    network = new LoopbackFederation(folder, study, Map.of(), true);
    try (Journal journal = Journal.open(folder.resolve("coordinator.db"));
        Coordinator coordinator = network.coordinator(journal)) {
      port = coordinator.port();
      CompletableFuture<Void> served = network.serve(coordinator);
      try (CoordinatorLink a = link("a", "a");
          CoordinatorLink b = link("b", "b");
          CoordinatorLink impostor = link("a", "b")) {
        a.join(study.name(), study.hash(), INCARNATION);
        b.join(study.name(), study.hash(), INCARNATION);
        awaitQuestion(a);

        refused(() -> impostor.hello(study.name(), "test"));
        refused(() -> impostor.join(study.name(), study.hash(), "another-process"));
        refused(() -> impostor.decline(study.name(), "no more"));
        refused(() -> impostor.beat(study.name(), INCARNATION, ""));
        refused(() -> impostor.fetch(study.name(), FIRST));
        refused(() -> impostor.submit(study.name(), FIRST, sums(7)));
        assertThat(watched(impostor)).isEqualTo(refusal());

        // The site itself is still there, and what it says is the first that was said for it.
        assertThat(a.beat(study.name(), INCARNATION, "").getKnown()).isTrue();
        assertThat(a.submit(study.name(), FIRST, sums(5)).getVerdict())
            .isEqualTo(Receipt.Verdict.ACCEPTED);
      }
      coordinator.pause();
      assertThatThrownBy(() -> served.get(60, TimeUnit.SECONDS))
          .hasMessageContaining("coterie resume");
    }
  }

  private static String refusal() {
    return "The call speaks for site a with the certificate of site b.";
  }

  private static void refused(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(CoterieException.class).hasMessage(refusal());
  }

  private void awaitQuestion(CoordinatorLink link) {
    Await.until(
        () -> {
          try {
            assertThat(link.fetch(study.name(), FIRST)).isNotEmpty();
            return true;
          } catch (LinkException e) {
            return false; // the study has not got there yet
          }
        },
        Duration.ofSeconds(60));
  }

  /** Returns why a stream of notices ended, or the first notice. */
  private String watched(CoordinatorLink link) throws Exception {
    CompletableFuture<String> seen = new CompletableFuture<>();
    link.watch(
        study.name(),
        INCARNATION,
        new StreamObserver<>() {
          @Override
          public void onNext(Notice notice) {
            seen.complete("a notice");
          }

          @Override
          public void onError(Throwable cause) {
            seen.complete(Status.fromThrowable(cause).getDescription());
          }

          @Override
          public void onCompleted() {
            seen.complete("the end");
          }
        });
    return seen.get(30, TimeUnit.SECONDS);
  }
}

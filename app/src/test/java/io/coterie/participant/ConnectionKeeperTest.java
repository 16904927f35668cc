package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.coordinator.Coordinator;
import io.coterie.store.journal.Journal;
import io.coterie.study.Study;
import io.coterie.testing.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class ConnectionKeeperTest {
  private static final long BEAT_MILLIS = 50;

  @TempDir Path folder;

  private final Study study =
      Study.parse(
          """
          study: flowers
          clusters: 3
          schema:
            columns: [{name: p}]
          participation: {sites: [a, b], join-within: 60s}
          method: anchor-graph:groups
          privacy: {level: component, accept-group-disclosure: true, sums: plain}
          """,
          "test");

  /** A process of site a that takes part until it is told that it may not. */
  private final class OneProcess implements AutoCloseable {
    private final CoordinatorLink link;
    private final ConnectionKeeper attention;
    private final CompletableFuture<CoterieException> end;

    OneProcess(int port) {
      link = new CoordinatorLink("a", "127.0.0.1:" + port, Optional.empty(), List.of());
      attention = new ConnectionKeeper(link, study, Duration.ofSeconds(30), text -> {});
      attention.start(BEAT_MILLIS);
      end = CompletableFuture.supplyAsync(this::failure, work -> new Thread(work, "a").start());
    }

    private CoterieException failure() {
      try {
        while (true) {
          attention.take();
        }
      } catch (CoterieException e) {
        close();
        return e;
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    /** Returns whether the coordinator takes this process for the site. */
    boolean isKnown() {
      return link.beat(study.name(), attention.incarnation(), "").getKnown();
    }

    @Override
    public void close() {
      attention.close();
    }
  }

  @Test
  void ofTwoProcessesOfOneSiteOneEndsAndTheOtherGoesOn() throws Exception {
    LoopbackFederation network = new LoopbackFederation(folder, study, Map.of(), false);
    try (Journal journal = Journal.open(folder.resolve("coordinator.db"));
        Coordinator coordinator = network.coordinator(journal)) {
      CompletableFuture<Void> served = network.serve(coordinator);
      try (OneProcess first = new OneProcess(coordinator.port());
          OneProcess second = new OneProcess(coordinator.port())) {
        CompletableFuture.anyOf(first.end, second.end).get(60, TimeUnit.SECONDS);
        OneProcess ended = first.end.isDone() ? first : second;
        OneProcess other = ended == first ? second : first;

        assertThat(ended.end.get().code()).isEqualTo(ErrorCode.NETWORK);
        assertThat(ended.end.get())
            .hasMessage(
                "Another process takes part as site a, and continues; only one may. This one ends.");
        Await.until(other::isKnown, Duration.ofSeconds(60));
        assertThat(other.end).isNotDone();
        assertThat(ended.isKnown()).isFalse();
      }
      coordinator.pause();
      assertThatThrownBy(() -> served.get(60, TimeUnit.SECONDS)).isNotNull();
    }
  }
}

package io.coterie.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.coordinator.Coordinator;
import io.coterie.federation.RunListener;
import io.coterie.math.Parallel;
import io.coterie.method.LongWork;
import io.coterie.participant.Site;
import io.coterie.participant.SiteWatch;
import io.coterie.participant.TappedSite;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import io.coterie.store.journal.Journal;
import io.coterie.study.Study;
import io.coterie.trust.CoordinatorCredentials;
import io.coterie.trust.SiteCredentials;
import io.coterie.wire.Protocol;
import io.coterie.wire.v1.FederationProto.JoinRequest;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.MethodDescriptor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator that was replaced by another version while its sites were at work. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class UpgradeIT {
  @TempDir private Path folder;

  /**
   * Joins as a site of another version does, which said its first words to a former coordinator.
   */
  private record OtherVersion(int version) implements ClientInterceptor {
    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(
        MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        @SuppressWarnings("unchecked") // the same kind as before
        public void sendMessage(Q message) {
          super.sendMessage(
              message instanceof JoinRequest join
                  ? (Q) join.toBuilder().setProtocol(version).build()
                  : message);
        }
      };
    }
  }

  @Test
  void aSiteOfAnotherVersionIsRefusedWithWhatToDo() throws Exception {
    CoterieException refusal = join(Protocol.VERSION + 1);
    assertThat(refusal.code()).isEqualTo(ErrorCode.NETWORK);
    assertThat(refusal)
        .hasMessageContaining("speaks version %d".formatted(Protocol.VERSION))
        .hasMessageContaining("site a version %d".formatted(Protocol.VERSION + 1))
        .hasMessageContaining("install the same Coterie on both");
  }

  @Test
  void aSiteThatDoesNotSayItsVersionIsOfTheFirst() throws Exception {
    assertThat(join(0))
        .hasMessageContaining("speaks version %d".formatted(Protocol.VERSION))
        .hasMessageContaining("site a version 1");
  }

  private CoterieException join(int version) throws InterruptedException {
    Path trust = new FaultRuns(folder).trust();
    Study study = Setting.PLAIN.study();
    try (Journal journal = Journal.open(folder.resolve("coordinator.db"));
        Journal own = Journal.open(folder.resolve("a.db"));
        Coordinator coordinator =
            new Coordinator(
                new Coordinator.Settings(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    Optional.of(CoordinatorCredentials.load(trust.resolve("coordinator"))),
                    "test",
                    reason -> {}),
                journal);
        Site site =
            TappedSite.of(
                "a",
                "127.0.0.1:" + coordinator.port(),
                SiteCredentials.load(trust.resolve("site-a")),
                new OtherVersion(version))) {
      Thread course = new Thread(() -> serve(coordinator, study), "course");
      course.start();
      CoterieException refusal =
          catchThrowableOfType(
              CoterieException.class,
              () ->
                  site.takePart(
                      site.invitation(study.name()),
                      kit(own),
                      (labels, model) -> {
                        throw new AssertionError("there are no labels");
                      }));
      coordinator.pause();
      course.join();
      return refusal;
    }
  }

  /** Serves until the site has joined, and stops the study then. */
  private static void serve(Coordinator coordinator, Study study) {
    try {
      coordinator.run(
          study,
          Parallel.sequential(),
          RunListener.none(),
          note -> {
            if (note.contains("site a joined")) {
              Thread stopping =
                  new Thread(() -> coordinator.stop(study.name(), "enough"), "stopping");
              stopping.start();
            }
          },
          found -> new byte[0]);
    } catch (CoterieException e) {
      // it was stopped, or the coordinator is closed
    }
  }

  private static Site.Kit kit(Journal journal) {
    return new Site.Kit(
        SiteData.of("a", Setting.PLAIN.records().get("a")),
        journal,
        Optional.empty(),
        NoiseSource::repeatable,
        Parallel.sequential(),
        Duration.ofSeconds(30),
        text -> {},
        LongWork.unseen(),
        SiteWatch.none());
  }
}

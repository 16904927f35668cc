package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.coordinator.Coordinator;
import io.coterie.store.journal.Journal;
import io.coterie.wire.Protocol;
import io.coterie.wire.v1.FederationGrpc;
import io.coterie.wire.v1.FederationProto.HelloReply;
import io.coterie.wire.v1.FederationProto.HelloRequest;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sides of different versions part at the first word, and both know why. */
@Timeout(120)
class ProtocolVersionTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @TempDir private Path folder;
  private final List<String> refusals = new CopyOnWriteArrayList<>();

  private Coordinator coordinator(Journal journal) {
    return new Coordinator(
        new Coordinator.Settings(ANY_PORT, Optional.empty(), "9.9.9", refusals::add), journal);
  }

  private static Status hello(ManagedChannel channel, String site, int protocol) {
    HelloRequest request =
        HelloRequest.newBuilder()
            .setSite(site)
            .setProtocol(protocol)
            .setSoftware("0.0.1")
            .setStudy("flowers")
            .build();
    return catchThrowableOfType(
            StatusRuntimeException.class,
            () ->
                FederationGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(30, TimeUnit.SECONDS)
                    .hello(request))
        .getStatus();
  }

  private static ManagedChannel channel(int port) {
    return NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
  }

  @Test
  void aSiteOfAnotherVersionIsToldSoAndTheOperatorToo() {
    try (Journal journal = Journal.open(folder.resolve("journal.db"));
        Coordinator coordinator = coordinator(journal)) {
      ManagedChannel channel = channel(coordinator.port());
      try {
        for (int version : new int[] {1, Protocol.VERSION + 1}) {
          refusals.clear();
          Status status = hello(channel, "a", version);
          assertThat(status.getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
          assertThat(status.getDescription())
              .contains(
                  "speaks version %d of the protocol (Coterie 9.9.9)".formatted(Protocol.VERSION))
              .contains("site a version %d (Coterie 0.0.1)".formatted(version))
              .contains("install the same Coterie on both");
          assertThat(refusals).containsExactly(status.getDescription());
        }
      } finally {
        channel.shutdownNow();
      }
    }
  }

  @Test
  void aSiteThatArrivesAgainAndAgainIsTurnedAwayAndNoOther() {
    try (Journal journal = Journal.open(folder.resolve("journal.db"));
        Coordinator coordinator = coordinator(journal)) {
      ManagedChannel channel = channel(coordinator.port());
      try {
        for (int i = 0; i < 300; i++) {
          assertThat(hello(channel, "a", 1).getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
        }
        Status status = hello(channel, "a", 1);
        assertThat(status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(status.getDescription()).contains("Site a", "300 times within a minute", "wait");
        assertThat(hello(channel, "b", 1).getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
      } finally {
        channel.shutdownNow();
      }
    }
  }

  /** Answers as version 1 did. */
  private static final class OldCoordinator extends FederationGrpc.FederationImplBase {
    private final List<Integer> asked = new CopyOnWriteArrayList<>();

    @Override
    public void hello(HelloRequest request, StreamObserver<HelloReply> response) {
      asked.add(request.getProtocol());
      response.onError(
          Status.FAILED_PRECONDITION
              .withDescription(
                  "The coordinator speaks version 1 of the protocol (Coterie 0.1.0), site a version"
                      + " %d (Coterie 0.1.0); install the same Coterie on both."
                          .formatted(request.getProtocol()))
              .asRuntimeException());
    }
  }

  @Test
  void aSiteEndsWithWhatACoordinatorOfVersionOneSays() throws Exception {
    OldCoordinator old = new OldCoordinator();
    Server server = NettyServerBuilder.forAddress(ANY_PORT).addService(old).build().start();
    try (Site site = new Site("a", "127.0.0.1:" + server.getPort(), Optional.empty(), "0.1.0")) {
      CoterieException refusal =
          catchThrowableOfType(CoterieException.class, () -> site.invitation("flowers"));
      assertThat(refusal.code()).isEqualTo(ErrorCode.NETWORK);
      assertThat(refusal)
          .hasMessageContaining("speaks version 1 of the protocol")
          .hasMessageContaining("site a version " + Protocol.VERSION)
          .hasMessageContaining("install the same Coterie on both");
      assertThat(old.asked).containsExactly(Protocol.VERSION);
    } finally {
      server.shutdownNow();
    }
  }
}

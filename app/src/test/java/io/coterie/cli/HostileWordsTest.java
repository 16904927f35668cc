package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.PeerText;
import io.coterie.coordinator.operator.OperatorClient;
import io.coterie.coordinator.operator.OperatorFile;
import io.coterie.json.Json;
import io.coterie.study.Study;
import io.coterie.testing.Await;
import io.coterie.wire.Protocol;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationGrpc;
import io.coterie.wire.v1.FederationProto.BeatReply;
import io.coterie.wire.v1.FederationProto.BeatRequest;
import io.coterie.wire.v1.FederationProto.Ended;
import io.coterie.wire.v1.FederationProto.HelloReply;
import io.coterie.wire.v1.FederationProto.HelloRequest;
import io.coterie.wire.v1.FederationProto.JoinReply;
import io.coterie.wire.v1.FederationProto.JoinRequest;
import io.coterie.wire.v1.FederationProto.Notice;
import io.coterie.wire.v1.FederationProto.Task;
import io.coterie.wire.v1.FederationProto.Waiting;
import io.coterie.wire.v1.FederationProto.WatchRequest;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A party whose words are meant for the other's terminal: it obeys none of them. */
@Timeout(120)
class HostileWordsTest {
  private static final String WORDS =
      "bad\u001b[2J\u001b]0;owned\u0007 \u009b31m\r\nerror: forged \u202Egnp.exe\u2066\u200F\u061C"
          + "\u2028\u007f\u0000 news "
          + "x".repeat(5_000);

  /** What of it may be shown. */
  private static final String SHOWN = "error: forged";

  @TempDir private Path folder;

  /** Where a coordinator puts its words. */
  enum Place {
    HELLO_REFUSED,
    SOFTWARE,
    STUDY,
    JOIN_REFUSED,
    WATCH_REFUSED,
    ENDED,
    BEAT,
    TASK
  }

  /** Answers every call as the place wants it. */
  private static final class HostileCoordinator extends FederationGrpc.FederationImplBase {
    private final Place place;
    private final Study study;

    HostileCoordinator(Place place, Study study) {
      this.place = place;
      this.study = study;
    }

    private static <T> void reply(StreamObserver<T> response, T value) {
      response.onNext(value);
      response.onCompleted();
    }

    private <T> boolean refuses(Place at, StreamObserver<T> response) {
      if (place == at) {
        // A header has no room for more; gRPC escapes what HTTP/2 does not allow.
        String most = WORDS.substring(0, 300);
        response.onError(Status.FAILED_PRECONDITION.withDescription(most).asRuntimeException());
      }
      return place == at;
    }

    @Override
    public void hello(HelloRequest request, StreamObserver<HelloReply> response) {
      if (!refuses(Place.HELLO_REFUSED, response)) {
        String value = PeerText.escaped(Json.line(WORDS.substring(0, 300)));
        reply(
            response,
            HelloReply.newBuilder()
                .setStudy(study.name())
                .setText(
                    place == Place.STUDY
                        ? study
                            .canonical()
                            .replaceFirst(
                                "(?m)^clusters:.*", "clusters: " + Matcher.quoteReplacement(value))
                        : study.canonical())
                .setHash(place == Place.SOFTWARE ? "0".repeat(64) : study.hash())
                .setClock(System.currentTimeMillis())
                .setSoftware(place == Place.SOFTWARE ? WORDS : "test")
                .build());
      }
    }

    @Override
    public void join(JoinRequest request, StreamObserver<JoinReply> response) {
      if (!refuses(Place.JOIN_REFUSED, response)) {
        reply(response, JoinReply.getDefaultInstance());
      }
    }

    @Override
    public void watch(WatchRequest request, StreamObserver<Notice> response) {
      if (!refuses(Place.WATCH_REFUSED, response)) {
        response.onNext(
            switch (place) {
              case ENDED -> ended(WORDS);
              case TASK ->
                  Notice.newBuilder()
                      .setTask(
                          Task.newBuilder()
                              .setSlot(
                                  new Slot(1, 1, Slot.Step.ANSWER)
                                      .proto().toBuilder().setStep(WORDS)))
                      .build();
              default ->
                  Notice.newBuilder().setWaiting(Waiting.newBuilder().setText(WORDS)).build();
            });
        if (place == Place.BEAT) {
          watcher = response;
        }
      }
    }

    private volatile StreamObserver<Notice> watcher;

    @Override
    public void beat(BeatRequest request, StreamObserver<BeatReply> response) {
      reply(response, BeatReply.newBuilder().setKnown(true).setText(WORDS).build());
      StreamObserver<Notice> open = watcher;
      if (open != null) {
        // Later than the site can show the words; the end would come before them otherwise.
        CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS)
            .execute(() -> open.onNext(ended("over")));
      }
    }

    private static Notice ended(String reason) {
      return Notice.newBuilder()
          .setEnded(Ended.newBuilder().setHow("failed").setReason(reason))
          .build();
    }
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void theOwnersTerminalObeysNoWordOfACoordinator(Place place) throws Exception {
    Study study =
        Study.read(
            ServedDots.study(folder, "a, b", "level: component, accept-group-disclosure: true"));
    Server server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(new HostileCoordinator(place, study))
            .build()
            .start();
    Path home = folder.resolve("site-a");
    try {
      Object[] words = {
        "join",
        "--insecure",
        "--policy",
        ServedDots.policy(folder),
        "--site",
        "a",
        "--address",
        "127.0.0.1:" + server.getPort(),
        "--home",
        home,
        "--data",
        ServedDots.records(folder, "a"),
        "--patience",
        "20s",
        "--yes",
        "--stacktrace"
      };
      CommandRun run = RunningCommand.start(words).end().get(60, TimeUnit.SECONDS);

      assertThat(run.exitCode()).isIn(2, 4);
      assertHarmless(run.out() + run.err());
      assertThat(run.err().lines().filter(line -> line.startsWith("error:")).count()).isOne();
      String log = Files.readString(home.resolve("site-a.log"));
      assertHarmless(log);
      if (place != Place.TASK && place != Place.SOFTWARE) {
        assertThat(run.out() + run.err()).contains(SHOWN);
      }
    } finally {
      server.shutdownNow();
      assertThat(server.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** Lines of ours end with a line feed, and those of a stack begin with a tab. */
  private static void assertHarmless(String printed) {
    assertThat(printed.codePoints())
        .allMatch(character -> PeerText.isVisible(character) || "\n\t".indexOf(character) >= 0);
    assertThat(printed.lines().filter(line -> line.startsWith("error: forged"))).isEmpty();
    assertThat(printed).doesNotContain("owned", "[2J", "x".repeat(4_500));
  }

  @Test
  void theOperatorsTerminalObeysNoWordOfASite() throws Exception {
    Path home = folder.resolve("coordinator");
    Path study =
        ServedDots.study(folder, "a, b", "level: component, accept-group-disclosure: true");
    RunningCommand serve =
        RunningCommand.start(
            "serve", study, "--home", home, "--insecure", "--address", "127.0.0.1:0");
    CompletableFuture<CommandRun> served = serve.end();
    ServedDots.awaitOperator(home, () -> !served.isDone());
    int port = new OperatorClient(OperatorFile.read(home).orElseThrow()).port();
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
    try {
      FederationGrpc.FederationBlockingStub site =
          FederationGrpc.newBlockingStub(channel).withDeadlineAfter(60, TimeUnit.SECONDS);
      JoinRequest.Builder joining =
          JoinRequest.newBuilder()
              .setStudy("dots")
              .setSite("a")
              .setProtocol(Protocol.VERSION)
              .setHash(Study.read(study).hash())
              .setIncarnation("11111111-aaaa");
      assertThat(site.join(joining.build())).isNotNull();
      assertThat(
              site.beat(
                      BeatRequest.newBuilder()
                          .setStudy("dots")
                          .setSite("a")
                          .setIncarnation("11111111-aaaa")
                          .setDoing(WORDS)
                          .build())
                  .getKnown())
          .isTrue();
      CommandRun status = CommandRun.of("status", "--home", home);
      assertHarmless(status.out());
      assertThat(status.out()).contains(SHOWN);

      assertThat(site.join(joining.setSite("b").setDeclined(WORDS).build())).isNotNull();
      Await.until(served::isDone, Duration.ofSeconds(60));
    } finally {
      channel.shutdownNow();
    }
    CommandRun end = served.get();
    assertHarmless(end.out() + end.err());
    assertThat(end.out()).contains(SHOWN);
    assertHarmless(Files.readString(home.resolve("coordinator.log")));
    CommandRun logs = CommandRun.of("logs", "--home", home);
    assertHarmless(logs.out());
    assertThat(logs.out()).contains(SHOWN);
    assertHarmless(CommandRun.of("status", "--home", home, "--format", "json").out());
  }
}

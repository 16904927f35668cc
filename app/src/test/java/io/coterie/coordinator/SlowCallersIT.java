package io.coterie.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.coterie.CoterieException;
import io.coterie.coordinator.rpc.CallLimiter;
import io.coterie.federation.RunListener;
import io.coterie.math.Parallel;
import io.coterie.participant.Site;
import io.coterie.store.journal.Journal;
import io.coterie.study.Study;
import io.coterie.testing.Await;
import io.coterie.trust.CoordinatorCredentials;
import io.coterie.trust.SiteCredentials;
import io.coterie.trust.TrustFolder;
import io.coterie.wire.Protocol;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationGrpc;
import io.coterie.wire.v1.FederationProto.JoinReply;
import io.coterie.wire.v1.FederationProto.JoinRequest;
import io.coterie.wire.v1.FederationProto.Receipt;
import io.coterie.wire.v1.FederationProto.SubmitFrame;
import io.coterie.wire.v1.FederationProto.SubmitHead;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Callers who keep a coordinator waiting. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class SlowCallersIT {
  private static final Duration LONG = Duration.ofMinutes(10);

  /** Honest callers on a machine with other work need a few seconds for theirs. */
  private static final Duration HANDSHAKE = Duration.ofSeconds(10);

  private static final Duration SILENCE = Duration.ofSeconds(5);
  private static final Duration TURN = Duration.ofSeconds(5);

  /** Far above the limits of a test, and below what would be if there were none. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Study STUDY =
      Study.parse(
          """
          study: waiting
          clusters: 3
          schema:
            columns: [{name: p}, {name: q}, {name: r}, {name: s}]
          participation: {sites: [a, b], quorum: 1, join-within: 10m, answer-within: 10m}
          method: anchor-graph:groups
          privacy: {level: component, accept-group-disclosure: true, sums: plain}
          """,
          "test");

  @TempDir Path folder;

  private final List<String> refusals = new CopyOnWriteArrayList<>();
  private final AtomicBoolean isArriving = new AtomicBoolean();
  private TrustFolder trust;
  private Journal journal;

  @BeforeEach
  void begin() {
    trust =
        TrustFolder.create(
            folder.resolve("trust"),
            new TrustFolder.Plan(
                "127.0.0.1:7443", List.of("localhost"), List.of("a", "b"), Duration.ofDays(30)));
    journal = Journal.open(folder.resolve("coordinator.db"));
    Logger.getLogger("").addHandler(complaints);
  }

  @AfterEach
  void end() {
    Logger.getLogger("").removeHandler(complaints);
    journal.close();
    assertThat(complaints.lines).as("stack traces could fill the log").isEmpty();
  }

  /** Returns a coordinator whose study waits for its sites. */
  private Coordinator coordinator(CallLimiter.Limits limits) {
    assertThat(trust).isNotNull();
    Coordinator coordinator =
        new Coordinator(
            new Coordinator.Settings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.of(CoordinatorCredentials.load(folder.resolve("trust/coordinator"))),
                "test",
                refusals::add),
            noting(journal),
            limits);
    CompletableFuture<Void> unused =
        CompletableFuture.runAsync(
            () ->
                coordinator.run(
                    STUDY,
                    Parallel.sequential(),
                    RunListener.none(),
                    note -> {},
                    found -> new byte[0]),
            command -> new Thread(command, "course").start());
    Await.until(() -> !coordinator.status().isEmpty(), PATIENCE);
    return coordinator;
  }

  /** Returns the journal, which notes when a message begins to arrive. */
  private Journal noting(Journal journal) {
    return (Journal)
        Proxy.newProxyInstance(
            Journal.class.getClassLoader(),
            new Class<?>[] {Journal.class},
            (proxy, method, arguments) -> {
              isArriving.compareAndSet(false, method.getName().equals("receive"));
              try {
                return method.invoke(journal, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private SiteCredentials credentials(String site) {
    return SiteCredentials.load(folder.resolve("trust/site-" + site));
  }

  private String invite(String name, Coordinator coordinator) {
    try (Site site =
        new Site(name, "127.0.0.1:" + coordinator.port(), Optional.of(credentials(name)), "test")) {
      return site.invitation("").study().name();
    }
  }

  /** Takes down whom netty complains of in the log. */
  private static final class Complaints extends Handler {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    public void publish(LogRecord line) {
      if (line.getLoggerName().contains("netty") && line.getThrown() != null) {
        lines.add(line.getLoggerName() + ": " + line.getMessage() + " " + line.getThrown());
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private final Complaints complaints = new Complaints();

  @Test
  void everySlowCallerIsEndedAndNobodyElse() throws Exception {
    CallLimiter.Limits limits = new CallLimiter.Limits(HANDSHAKE, SILENCE, TURN, TURN, 64);
    try (Coordinator coordinator = coordinator(limits);
        SlowCallers callers = new SlowCallers(credentials("a"), Duration.ofMillis(100))) {
      Map<SlowCall, CompletableFuture<Duration>> begun = new EnumMap<>(SlowCall.class);
      for (SlowCall kind : SlowCall.values()) {
        begun.put(kind, callers.begin(kind, coordinator.port()));
      }
      assertThat(invite("b", coordinator)).isEqualTo("waiting");
      for (Map.Entry<SlowCall, CompletableFuture<Duration>> call : begun.entrySet()) {
        assertThat(call.getValue()).as("%s is ended", call.getKey()).succeedsWithin(PATIENCE);
      }
      assertThat(refusals)
          .anyMatch(line -> line.startsWith("A call of site a was ended: it stood"));
      assertThat(invite("a", coordinator)).isEqualTo("waiting");
      assertThat(coordinator.stop("waiting", "enough")).isTrue();
    }
  }

  @Test
  void aSiteHasNoMoreCallsThanItsShare() throws Exception {
    CallLimiter.Limits limits = new CallLimiter.Limits(LONG, LONG, LONG, LONG, 8);
    try (Coordinator coordinator = coordinator(limits);
        SlowCallers callers = new SlowCallers(credentials("a"), Duration.ofSeconds(1))) {
      CompletableFuture<Duration> taken = callers.begin(SlowCall.NEVER_READS, coordinator.port());
      Await.until(() -> !refusals.isEmpty(), PATIENCE);
      assertThatThrownBy(() -> invite("a", coordinator)).isInstanceOf(CoterieException.class);
      assertThat(refusals)
          .contains(
              "Site a has more than 8 calls at a time; find out what else runs as this site.");
      assertThat(invite("b", coordinator)).isEqualTo("waiting");
      assertThat(taken).isNotDone();
      assertThat(coordinator.stop("waiting", "enough")).isTrue();
    }
  }

  @Test
  void aMessageThatGoesOnAfterItsStepIsLate() throws Exception {
    ManagedChannel channel = null;
    try (Coordinator coordinator = coordinator(CallLimiter.Limits.usual())) {
      channel =
          NettyChannelBuilder.forAddress("127.0.0.1", coordinator.port())
              .sslContext(credentials("a").clientSslContext())
              .build();
      FederationGrpc.FederationBlockingStub calls = FederationGrpc.newBlockingStub(channel);
      join(calls);
      coordinator.closeRound("waiting"); // b does not come
      Await.until(() -> isIn(coordinator, Phase.COLLECTING), PATIENCE);
      Slowly receipts = new Slowly();
      StreamObserver<SubmitFrame> frames = FederationGrpc.newStub(channel).submit(receipts);
      frames.onNext(
          SubmitFrame.newBuilder()
              .setHead(
                  SubmitHead.newBuilder()
                      .setSite("a")
                      .setStudy("waiting")
                      .setSlot(new Slot(1, 1, Slot.Step.ANSWER).proto())
                      .setTotal(100))
              .build());
      frames.onNext(oneByte());
      Await.until(isArriving::get, PATIENCE); // else it could be late from its beginning
      assertThat(coordinator.stop("waiting", "enough")).isTrue();
      Await.until(() -> isIn(coordinator, Phase.STOPPED), PATIENCE);
      frames.onNext(oneByte());
      assertThat(receipts.verdict).succeedsWithin(PATIENCE).isEqualTo(Receipt.Verdict.LATE);
    } finally {
      if (channel != null) {
        channel.shutdownNow();
      }
    }
  }

  private static boolean isIn(Coordinator coordinator, Phase phase) {
    return coordinator.status().get(0).phase() == phase;
  }

  private static void join(FederationGrpc.FederationBlockingStub calls) {
    JoinReply unused =
        calls.join(
            JoinRequest.newBuilder()
                .setSite("a")
                .setStudy("waiting")
                .setHash(STUDY.hash())
                .setIncarnation("incarnation")
                .setProtocol(Protocol.VERSION)
                .build());
  }

  private static SubmitFrame oneByte() {
    return SubmitFrame.newBuilder().setData(ByteString.copyFrom(new byte[1])).build();
  }

  private static final class Slowly implements StreamObserver<Receipt> {
    final CompletableFuture<Receipt.Verdict> verdict = new CompletableFuture<>();

    @Override
    public void onNext(Receipt receipt) {
      verdict.complete(receipt.getVerdict());
    }

    @Override
    public void onError(Throwable cause) {
      verdict.completeExceptionally(cause);
    }

    @Override
    public void onCompleted() {}
  }
}

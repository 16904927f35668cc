package io.coterie.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.coterie.coordinator.operator.StudyStatus;
import io.coterie.coordinator.operator.StudyStatus.State;
import io.coterie.coordinator.rpc.FederationService;
import io.coterie.federation.RunListener;
import io.coterie.log.ProcessLog;
import io.coterie.math.Parallel;
import io.coterie.message.SiteMessage;
import io.coterie.store.journal.BegunStudy;
import io.coterie.store.journal.Journal;
import io.coterie.study.Study;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationGrpc;
import io.coterie.wire.v1.FederationProto.Receipt;
import io.coterie.wire.v1.FederationProto.SubmitFrame;
import io.coterie.wire.v1.FederationProto.SubmitHead;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Faults of the coordinator itself, planted: no site is blamed for one. */
@Timeout(120)
class OwnFaultTest {
  private static final Slot SLOT = new Slot(1, 1, Slot.Step.ANSWER);

  private final Study study =
      Study.parse(
          """
          study: flowers
          clusters: 3
          schema:
            columns: [{name: p}]
          participation: {sites: [a, b], quorum: 1, join-within: 60m, answer-within: 60m}
          method: anchor-graph:groups
          privacy: {level: component, accept-group-disclosure: true, sums: plain}
          """,
          "test");

  @TempDir private Path folder;

  private final List<String> notes = new CopyOnWriteArrayList<>();
  private final Planted planted = new Planted();
  private ProcessLog processLog;
  private Journal journal;
  private StudyLog log;
  private StudySession session;
  private Server server;
  private ManagedChannel channel;

  /** A step whose reader fails as the test wants. */
  private static final class Planted implements Exchange {
    volatile RuntimeException onReading;
    volatile RuntimeException onTaking;

    @Override
    public Slot slot() {
      return SLOT;
    }

    @Override
    public boolean admits(String site) {
      return true;
    }

    @Override
    public byte[] material(String site) {
      return new byte[0];
    }

    @Override
    public Runnable read(Slot at, String site, byte[] message) {
      throwIf(onReading);
      return () -> throwIf(onTaking);
    }

    private static void throwIf(RuntimeException problem) {
      if (problem != null) {
        throw problem;
      }
    }

    @Override
    public long mostBytes() {
      return 1;
    }

    @Override
    public Optional<List<SiteMessage>> close(List<String> answered) {
      return Optional.of(List.of());
    }
  }

  @BeforeEach
  void open() throws IOException {
    processLog = ProcessLog.toFile(folder.resolve("coordinator.log"), Level.INFO, false);
    journal = Journal.open(folder.resolve("coordinator.db"));
    journal.begin(new BegunStudy(study.name(), study.hash(), study.canonical(), Instant.now()));
    log = new StudyLog(journal, study.name());
    session = new StudySession(study, log, System::nanoTime, notes::add);
    List.of("a", "b").forEach(site -> session.join(site, "incarnation-" + site));
    FederationService service =
        new FederationService("test", reason -> {}, (study, site) -> new byte[0]);
    service.add(session, List.of());
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(service)
            .build()
            .start();
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext().build();
  }

  @AfterEach
  void close() {
    channel.shutdownNow();
    server.shutdownNow();
    journal.close();
    processLog.close();
  }

  private CompletableFuture<List<String>> collect() {
    return CompletableFuture.supplyAsync(
        () -> session.collect(planted), work -> new Thread(work, "course").start());
  }

  private void awaitOpen(CompletableFuture<List<String>> collected) throws InterruptedException {
    while (session.status().phase() != Phase.COLLECTING && !collected.isDone()) {
      Thread.sleep(5);
    }
  }

  /** Hands a message in over the network. */
  private Receipt submit(String site) throws Exception {
    CompletableFuture<Receipt> receipt = new CompletableFuture<>();
    StreamObserver<SubmitFrame> frames =
        FederationGrpc.newStub(channel)
            .submit(
                new StreamObserver<>() {
                  @Override
                  public void onNext(Receipt value) {
                    receipt.complete(value);
                  }

                  @Override
                  public void onError(Throwable cause) {
                    receipt.completeExceptionally(cause);
                  }

                  @Override
                  public void onCompleted() {}
                });
    byte[] message = {1};
    frames.onNext(
        SubmitFrame.newBuilder()
            .setHead(
                SubmitHead.newBuilder()
                    .setSite(site)
                    .setStudy(study.name())
                    .setSlot(SLOT.proto())
                    .setTotal(message.length)
                    .setDigest(
                        ByteString.copyFrom(MessageDigest.getInstance("SHA-256").digest(message))))
            .build());
    frames.onNext(SubmitFrame.newBuilder().setData(ByteString.copyFrom(message)).build());
    frames.onCompleted();
    try {
      return receipt.get(60, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw (Exception) e.getCause();
    }
  }

  private State state(String site) {
    return session.status().sites().stream()
        .filter(each -> each.name().equals(site))
        .findFirst()
        .orElseThrow()
        .state();
  }

  private String logged() throws IOException {
    return Files.readString(folder.resolve("coordinator.log"));
  }

  private void requireInternal(String site) {
    assertThatThrownBy(() -> submit(site))
        .satisfies(
            problem -> {
              Status status = Status.fromThrowable(problem);
              assertThat(status.getCode()).isEqualTo(Status.Code.INTERNAL);
              assertThat(status.getDescription())
                  .isEqualTo("The coordinator met an error of its own; its log has more.");
            });
  }

  @Test
  void aFaultInReadingAMessageIsLoggedAndTheSiteKeepsItsPlace() throws Exception {
    CompletableFuture<List<String>> collected = collect();
    awaitOpen(collected);
    planted.onReading = new NullPointerException("planted");

    requireInternal("a");

    assertThat(state("a")).isEqualTo(State.JOINED);
    assertThat(logged())
        .contains(
            " error io.coterie.coordinator.rpc.FederationService ",
            "java.lang.NullPointerException")
        .contains("    at io.coterie.coordinator.OwnFaultTest");
    assertThat(notes)
        .containsOnlyOnce("The coordinator met an error of its own; its log has more.");
    assertThat(notes).noneMatch(note -> note.contains("out of the study"));
    assertThat(session.status().messages().getOrDefault("refused", 0L)).isZero();

    planted.onReading = null; // as if the coordinator had been repaired
    assertThat(submit("a").getVerdict()).isEqualTo(Receipt.Verdict.ACCEPTED);
    assertThat(submit("b").getVerdict()).isEqualTo(Receipt.Verdict.ACCEPTED);
    assertThat(collected.get(60, TimeUnit.SECONDS)).containsExactly("a", "b");
  }

  @Test
  void aFaultInTakingAMessageInIsNoRefusalEither() throws Exception {
    CompletableFuture<List<String>> collected = collect();
    awaitOpen(collected);
    planted.onTaking = new IndexOutOfBoundsException(7);

    requireInternal("b");

    assertThat(state("b")).isEqualTo(State.JOINED);
    assertThat(logged()).contains("java.lang.IndexOutOfBoundsException\n    at ");
    planted.onTaking = null;
    assertThat(submit("b").getVerdict()).isEqualTo(Receipt.Verdict.ACCEPTED);
    assertThat(submit("a").getVerdict()).isEqualTo(Receipt.Verdict.ACCEPTED);
    assertThat(collected.get(60, TimeUnit.SECONDS)).containsExactly("a", "b");
  }

  @Test
  void aMessageThatTheReaderObjectsToIsRefused() throws Exception {
    CompletableFuture<List<String>> collected = collect();
    awaitOpen(collected);
    planted.onReading = new IllegalArgumentException("it has no group");

    Receipt receipt = submit("a");

    assertThat(receipt.getVerdict()).isEqualTo(Receipt.Verdict.REFUSED);
    assertThat(receipt.getReason())
        .isEqualTo("Its message of round 1 (answer) is refused: it has no group");
    assertThat(state("a")).isEqualTo(State.REFUSED);
    planted.onReading = null;
    assertThat(submit("b").getVerdict()).isEqualTo(Receipt.Verdict.ACCEPTED);
    assertThat(collected.get(60, TimeUnit.SECONDS)).containsExactly("b");
    assertThat(logged()).doesNotContain(" error ");
  }

  @Test
  void aMessageOfTheJournalThatWeFailOnIsLeftOutAndItsSiteIsNot() throws Exception {
    CompletableFuture<List<String>> collected = collect();
    awaitOpen(collected);
    assertThat(submit("a").getVerdict()).isEqualTo(Receipt.Verdict.ACCEPTED);
    session.stop("enough");
    assertThatThrownBy(() -> collected.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(StudyEndException.class);

    StudySession again = new StudySession(study, log, System::nanoTime, notes::add);
    planted.onReading = new NullPointerException("planted");
    assertThat(again.readAgain(planted)).isEmpty();
    assertThat(again.status().sites()).extracting(StudyStatus.Site::state).contains(State.JOINED);
    assertThat(again.status().sites())
        .extracting(StudyStatus.Site::state)
        .doesNotContain(State.REFUSED);
    assertThat(logged()).contains("round 1 (answer) of site a", "java.lang.NullPointerException");
  }

  @Test
  void aCallWithoutAHeadIsMalformedAndNoFaultOfOurs() throws Exception {
    CompletableFuture<Status> ended = new CompletableFuture<>();
    StreamObserver<SubmitFrame> frames =
        FederationGrpc.newStub(channel)
            .submit(
                new StreamObserver<>() {
                  @Override
                  public void onNext(Receipt value) {}

                  @Override
                  public void onError(Throwable cause) {
                    ended.complete(Status.fromThrowable(cause));
                  }

                  @Override
                  public void onCompleted() {}
                });
    frames.onNext(SubmitFrame.getDefaultInstance());
    assertThat(ended.get(60, TimeUnit.SECONDS).getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(logged()).doesNotContain(" error ");
  }

  @Test
  void aStudyThatEndsWithAFaultOfOursIsInTheLogWithItsStack() throws Exception {
    RunListener faulty =
        event -> {
          throw new NullPointerException("planted");
        };
    try (Coordinator coordinator =
        new Coordinator(
            new Coordinator.Settings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.empty(),
                "test",
                reason -> {}),
            journal)) {
      assertThatThrownBy(
              () ->
                  coordinator.run(
                      study, Parallel.sequential(), faulty, notes::add, found -> new byte[0]))
          .isInstanceOf(NullPointerException.class);
      StudyStatus status = coordinator.status().get(0);
      assertThat(status.phase()).isEqualTo(Phase.FAILED);
      assertThat(status.ending()).hasValue("The coordinator met an error of its own.");
      assertThat(status.sites())
          .extracting(StudyStatus.Site::state)
          .doesNotContain(State.REFUSED, State.DECLINED);
    }
    assertThat(logged())
        .contains("Study flowers ends with a fault of the coordinator.")
        .contains("java.lang.NullPointerException\n    at io.coterie.coordinator.OwnFaultTest");
  }
}

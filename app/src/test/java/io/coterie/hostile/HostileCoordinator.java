package io.coterie.hostile;

import com.google.protobuf.ByteString;
import io.coterie.message.Payload;
import io.coterie.study.Study;
import io.coterie.trust.CoordinatorCredentials;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationGrpc;
import io.coterie.wire.v1.FederationProto.Answer;
import io.coterie.wire.v1.FederationProto.BeatReply;
import io.coterie.wire.v1.FederationProto.BeatRequest;
import io.coterie.wire.v1.FederationProto.Ended;
import io.coterie.wire.v1.FederationProto.FetchRequest;
import io.coterie.wire.v1.FederationProto.Frame;
import io.coterie.wire.v1.FederationProto.HelloReply;
import io.coterie.wire.v1.FederationProto.HelloRequest;
import io.coterie.wire.v1.FederationProto.JoinReply;
import io.coterie.wire.v1.FederationProto.JoinRequest;
import io.coterie.wire.v1.FederationProto.Notice;
import io.coterie.wire.v1.FederationProto.Receipt;
import io.coterie.wire.v1.FederationProto.SubmitFrame;
import io.coterie.wire.v1.FederationProto.Task;
import io.coterie.wire.v1.FederationProto.Waiting;
import io.coterie.wire.v1.FederationProto.WatchRequest;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A coordinator that follows a script and no rule. It asks what the script has, in that order,
 * keeps every byte that a site sends, and ends the study when the script is through.
 *
 * <p>Thread-safe once it listens.
 */
final class HostileCoordinator extends FederationGrpc.FederationImplBase implements AutoCloseable {
  private static final long WITHIN_MILLIS = TimeUnit.MINUTES.toMillis(1);

  /** What a site sent for one slot. */
  @SuppressWarnings("ArrayRecordComponent") // kept as it came
  record Heard(Slot slot, byte[] bytes) {
    Payload payload() {
      return PayloadCodec.decode(bytes);
    }
  }

  /**
   * One thing that is asked.
   *
   * @param question that the site finds when it fetches the round's
   * @param material that it finds when it fetches this very slot
   * @param heard gets what the site sent
   */
  record Ask(
      Slot slot, Supplier<byte[]> question, Supplier<byte[]> material, Consumer<byte[]> heard) {}

  private final List<Ask> script = new ArrayList<>();
  private final List<Heard> heard = new ArrayList<>();
  private final List<String> words = new ArrayList<>();
  private HelloReply hello;
  private Ended end = Ended.newBuilder().setHow("failed").setReason("The script is over.").build();
  private Receipt receipt = Receipt.newBuilder().setVerdict(Receipt.Verdict.ACCEPTED).build();
  private BeatReply beat = BeatReply.newBuilder().setKnown(true).build();
  private Optional<String> waiting = Optional.empty();
  private Optional<RuntimeException> refusal = Optional.empty();
  private int at;
  private StreamObserver<Notice> listener;
  private Server server;

  private HostileCoordinator(HelloReply hello) {
    this.hello = hello;
  }

  /** Returns a coordinator that offers a study truly. */
  static HostileCoordinator of(Study study) {
    return new HostileCoordinator(
        HelloReply.newBuilder()
            .setStudy(study.name())
            .setText(study.canonical())
            .setHash(study.hash())
            .setClock(System.currentTimeMillis())
            .setSoftware("test")
            .build());
  }

  /** Changes what is offered. */
  HostileCoordinator offers(UnaryOperator<HelloReply.Builder> change) {
    hello = change.apply(hello.toBuilder()).build();
    return this;
  }

  HostileCoordinator offers(Study study) {
    return offers(
        reply -> reply.setStudy(study.name()).setText(study.canonical()).setHash(study.hash()));
  }

  /** Asks for a plain answer in the next round. */
  HostileCoordinator asks(Payload question) {
    return asks(lastRound() + 1, 1, question);
  }

  HostileCoordinator asks(int round, int attempt, Payload question) {
    return asks(
        new Ask(
            new Slot(round, attempt, Slot.Step.ANSWER),
            () -> PayloadCodec.encode(question),
            () -> new byte[0],
            bytes -> {}));
  }

  /** Returns what is asked to get an answer in the clear. */
  static Ask plain(int round, Supplier<byte[]> question) {
    return new Ask(new Slot(round, 1, Slot.Step.ANSWER), question, () -> new byte[0], bytes -> {});
  }

  HostileCoordinator asks(Ask next) {
    script.add(next);
    return this;
  }

  HostileCoordinator asks(SumRound sum) {
    sum.asks().forEach(this::asks);
    return this;
  }

  /** Gives a model out, by which the site shall label its records. */
  HostileCoordinator answers(Payload model, byte[] modelFile) {
    byte[] answer =
        Answer.newBuilder()
            .setPayload(ByteString.copyFrom(PayloadCodec.encode(model)))
            .setModel(ByteString.copyFrom(modelFile))
            .build()
            .toByteArray();
    return asks(
        new Ask(
            new Slot(lastRound() + 1, 1, Slot.Step.LABEL),
            () -> new byte[0],
            () -> answer,
            bytes -> {}));
  }

  HostileCoordinator ends(String how, String reason) {
    end = Ended.newBuilder().setHow(how).setReason(reason).build();
    return this;
  }

  /** Has these words for every sign of life. */
  HostileCoordinator murmurs(String text) {
    beat = beat.toBuilder().setText(text).build();
    return this;
  }

  /** Lets the site wait with these words for a while before the script begins. */
  HostileCoordinator waits(String text) {
    waiting = Optional.of(text);
    return this;
  }

  HostileCoordinator receives(Receipt.Verdict verdict, String reason) {
    receipt = Receipt.newBuilder().setVerdict(verdict).setReason(reason).build();
    return this;
  }

  /** Refuses every site that would join, in these words. */
  HostileCoordinator refuses(RuntimeException status) {
    refusal = Optional.of(status);
    return this;
  }

  HostileCoordinator listens() {
    return listens(Optional.empty());
  }

  HostileCoordinator listens(Optional<CoordinatorCredentials> credentials) {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .permitKeepAliveTime(1, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .addService(this);
    credentials.ifPresent(own -> builder.sslContext(own.serverSslContext(reason -> {})));
    try {
      server = builder.build().start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  String address() {
    return "127.0.0.1:" + server.getPort();
  }

  /** Returns what came for any slot, in order. */
  synchronized List<Heard> heard() {
    return List.copyOf(heard);
  }

  /** Returns the answers in the clear that came. */
  List<Payload> answers() {
    return heard().stream()
        .filter(each -> each.slot().step() == Slot.Step.ANSWER)
        .map(Heard::payload)
        .toList();
  }

  /** Returns every word that came beside: of joining, of declining, of what the site does. */
  synchronized List<String> words() {
    return List.copyOf(words);
  }

  /** Returns whether the site sent something for every line of the script. */
  synchronized boolean isThrough() {
    return at == script.size();
  }

  private int lastRound() {
    return script.stream().mapToInt(ask -> ask.slot().round()).max().orElse(0);
  }

  @Override
  public synchronized void hello(HelloRequest request, StreamObserver<HelloReply> reply) {
    words.add(request.getSoftware());
    finish(reply, hello);
  }

  @Override
  public synchronized void join(JoinRequest request, StreamObserver<JoinReply> reply) {
    words.add(request.getDeclined());
    if (refusal.isPresent()) {
      reply.onError(refusal.get());
    } else {
      finish(reply, JoinReply.getDefaultInstance());
    }
  }

  @Override
  public synchronized void beat(BeatRequest request, StreamObserver<BeatReply> reply) {
    words.add(request.getDoing());
    finish(reply, beat);
    if (waiting.isPresent()) { // the site has heard the words
      waiting = Optional.empty();
      tell();
    }
  }

  @Override
  public synchronized void watch(WatchRequest request, StreamObserver<Notice> notices) {
    ((ServerCallStreamObserver<Notice>) notices).setOnCancelHandler(() -> {});
    listener = notices;
    if (waiting.isPresent()) {
      notices.onNext(
          Notice.newBuilder().setWaiting(Waiting.newBuilder().setText(waiting.get())).build());
    } else {
      tell();
    }
  }

  private void tell() {
    Notice.Builder notice = Notice.newBuilder();
    if (at < script.size()) {
      notice.setTask(
          Task.newBuilder().setSlot(script.get(at).slot().proto()).setLeft(WITHIN_MILLIS));
    } else {
      notice.setEnded(end);
    }
    listener.onNext(notice.build());
  }

  @Override
  public synchronized void fetch(FetchRequest request, StreamObserver<Frame> frames) {
    Slot slot = Slot.of(request.getSlot());
    byte[] bytes =
        slot.step() == Slot.Step.ANSWER ? question(slot.round()) : script.get(at).material().get();
    for (int from = 0; from == 0 || from < bytes.length; from += 1 << 18) {
      int length = Math.min(1 << 18, bytes.length - from);
      frames.onNext(
          Frame.newBuilder()
              .setTotal(bytes.length)
              .setData(ByteString.copyFrom(bytes, from, length))
              .build());
    }
    frames.onCompleted();
  }

  /** Returns the question of a round: the one of now, the last that it had, or else any. */
  private byte[] question(int round) {
    Optional<Supplier<byte[]>> question = Optional.empty();
    for (int i = 0; i < script.size(); i++) {
      if (script.get(i).slot().round() == round && (i <= at || question.isEmpty())) {
        question = Optional.of(script.get(i).question());
      }
    }
    return question.orElseGet(() -> script.get(at).question()).get();
  }

  @Override
  public StreamObserver<SubmitFrame> submit(StreamObserver<Receipt> reply) {
    return new StreamObserver<>() {
      private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      private Slot slot;

      @Override
      public void onNext(SubmitFrame frame) {
        if (frame.hasHead()) {
          slot = Slot.of(frame.getHead().getSlot());
        } else {
          bytes.writeBytes(frame.getData().toByteArray());
        }
      }

      @Override
      public void onError(Throwable cause) {
        take(new Heard(slot, bytes.toByteArray())); // what came before the call broke counts too
      }

      @Override
      public void onCompleted() {
        take(new Heard(slot, bytes.toByteArray()));
        finish(reply, receipt);
        next(slot);
      }
    };
  }

  private synchronized void take(Heard message) {
    heard.add(message);
    if (at < script.size() && script.get(at).slot().equals(message.slot())) {
      script.get(at).heard().accept(message.bytes());
    }
  }

  private synchronized void next(Slot answered) {
    if (at < script.size() && script.get(at).slot().equals(answered)) {
      at++;
      tell();
    }
  }

  private static <T> void finish(StreamObserver<T> observer, T value) {
    observer.onNext(value);
    observer.onCompleted();
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      boolean unused = server.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

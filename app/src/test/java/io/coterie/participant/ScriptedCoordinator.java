package io.coterie.participant;

import com.google.protobuf.ByteString;
import io.coterie.study.Study;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationGrpc;
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
import io.coterie.wire.v1.FederationProto.WatchRequest;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A coordinator on loopback that asks one site what a script says, whether the study has it or not.
 */
final class ScriptedCoordinator extends FederationGrpc.FederationImplBase implements AutoCloseable {
  /** What arrived from the site. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Message(Slot slot, byte[] bytes) {}

  private final Study study;
  private final Server server;
  private final ArrayDeque<Slot> script = new ArrayDeque<>();
  private final Map<Integer, byte[]> questions = new HashMap<>();
  private final List<Message> received = new ArrayList<>();
  private final List<String> declined = new ArrayList<>();
  private StreamObserver<Notice> watcher;

  ScriptedCoordinator(Study study) {
    this.study = study;
    try {
      server =
          NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
              .addService(this)
              .build()
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String address() {
    return "127.0.0.1:" + server.getPort();
  }

  /** Will ask this question in a round, now and whenever it is fetched. */
  synchronized ScriptedCoordinator questions(int round, byte[] question) {
    questions.put(round, question);
    return this;
  }

  /** Will ask for a plain answer. */
  ScriptedCoordinator ask(int round, int attempt) {
    return ask(new Slot(round, attempt, Slot.Step.ANSWER));
  }

  synchronized ScriptedCoordinator ask(Slot slot) {
    script.add(slot);
    return this;
  }

  synchronized List<Message> received() {
    return List.copyOf(received);
  }

  synchronized List<String> declined() {
    return List.copyOf(declined);
  }

  private synchronized void next() {
    Slot slot = script.poll();
    watcher.onNext(
        slot == null
            ? Notice.newBuilder()
                .setEnded(Ended.newBuilder().setHow("failed").setReason("the script is over"))
                .build()
            : Notice.newBuilder().setTask(Task.newBuilder().setSlot(slot.proto())).build());
  }

  private static <T> void answer(StreamObserver<T> response, T reply) {
    response.onNext(reply);
    response.onCompleted();
  }

  @Override
  public void hello(HelloRequest request, StreamObserver<HelloReply> response) {
    answer(
        response,
        HelloReply.newBuilder()
            .setStudy(study.name())
            .setText(study.canonical())
            .setHash(study.hash())
            .setClock(System.currentTimeMillis())
            .setSoftware("script")
            .build());
  }

  @Override
  public void join(JoinRequest request, StreamObserver<JoinReply> response) {
    if (!request.getDeclined().isEmpty()) {
      synchronized (this) {
        declined.add(request.getDeclined());
      }
    }
    answer(response, JoinReply.getDefaultInstance());
  }

  @Override
  public void watch(WatchRequest request, StreamObserver<Notice> response) {
    synchronized (this) {
      watcher = response;
    }
    next();
  }

  @Override
  public void fetch(FetchRequest request, StreamObserver<Frame> response) {
    byte[] question;
    synchronized (this) {
      question = questions.get(request.getSlot().getRound());
    }
    answer(
        response,
        Frame.newBuilder()
            .setTotal(question.length)
            .setData(ByteString.copyFrom(question))
            .build());
  }

  @Override
  public StreamObserver<SubmitFrame> submit(StreamObserver<Receipt> response) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Slot[] slot = new Slot[1];
    return new StreamObserver<>() {
      @Override
      public void onNext(SubmitFrame frame) {
        if (frame.hasHead()) {
          slot[0] = Slot.of(frame.getHead().getSlot());
        } else {
          bytes.writeBytes(frame.getData().toByteArray());
        }
      }

      @Override
      public void onError(Throwable cause) {}

      @Override
      public void onCompleted() {
        synchronized (ScriptedCoordinator.this) {
          received.add(new Message(slot[0], bytes.toByteArray()));
        }
        answer(response, Receipt.newBuilder().setVerdict(Receipt.Verdict.ACCEPTED).build());
        next();
      }
    };
  }

  @Override
  public void beat(BeatRequest request, StreamObserver<BeatReply> response) {
    answer(response, BeatReply.newBuilder().setKnown(true).build());
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}

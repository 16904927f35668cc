package io.coterie.participant;

import static java.util.Objects.requireNonNullElse;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.coterie.CoterieException;
import io.coterie.EnumText;
import io.coterie.ErrorCode;
import io.coterie.PeerText;
import io.coterie.Sha256;
import io.coterie.method.fit.SiteFit;
import io.coterie.method.fit.SiteFit.ColumnFit;
import io.coterie.trust.SiteCredentials;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.Protocol;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationGrpc;
import io.coterie.wire.v1.FederationProto.BeatReply;
import io.coterie.wire.v1.FederationProto.BeatRequest;
import io.coterie.wire.v1.FederationProto.FalterRequest;
import io.coterie.wire.v1.FederationProto.FetchRequest;
import io.coterie.wire.v1.FederationProto.FinishedRequest;
import io.coterie.wire.v1.FederationProto.Frame;
import io.coterie.wire.v1.FederationProto.HelloReply;
import io.coterie.wire.v1.FederationProto.HelloRequest;
import io.coterie.wire.v1.FederationProto.JoinRequest;
import io.coterie.wire.v1.FederationProto.Misfit;
import io.coterie.wire.v1.FederationProto.Notice;
import io.coterie.wire.v1.FederationProto.Receipt;
import io.coterie.wire.v1.FederationProto.ShareRequest;
import io.coterie.wire.v1.FederationProto.SubmitFrame;
import io.coterie.wire.v1.FederationProto.SubmitHead;
import io.coterie.wire.v1.FederationProto.Trouble;
import io.coterie.wire.v1.FederationProto.WatchRequest;
import io.grpc.ClientInterceptor;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayOutputStream;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A site's connection to its coordinator. It is always the site that calls. What may pass, such as
 * a coordinator that is being restarted, is a {@link LinkException}; what will not is a
 * CoterieException that says what to do.
 *
 * <p>Thread-safe.
 */
final class CoordinatorLink implements AutoCloseable {
  private static final int SHORT_CALL_SECONDS = 20;
  private static final int MOST_REPLY_BYTES = 8 << 20;

  /** The coordinator cannot be reached just now; what was tried may be tried again. */
  static final class LinkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LinkException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private final String site;
  private final String address;
  private final ManagedChannel channel;
  private final FederationGrpc.FederationBlockingStub calls;
  private final FederationGrpc.FederationStub streams;

  /**
   * Prepares a connection; nothing is sent yet.
   *
   * @param site who calls
   * @param address of the coordinator, host and port
   * @param credentials the site's; without them the connection is plain, to loopback only
   * @param between see every call on its way; the tests' own lose and repeat some
   */
  CoordinatorLink(
      String site,
      String address,
      Optional<SiteCredentials> credentials,
      List<ClientInterceptor> between) {
    this.site = site;
    this.address = address;
    NettyChannelBuilder builder =
        NettyChannelBuilder.forTarget("dns:///" + address)
            .maxInboundMessageSize(MOST_REPLY_BYTES)
            .keepAliveTime(15, TimeUnit.SECONDS)
            .keepAliveTimeout(10, TimeUnit.SECONDS)
            .keepAliveWithoutCalls(true)
            .intercept(between);
    if (credentials.isPresent()) {
      builder.sslContext(credentials.get().clientSslContext());
    } else {
      builder.usePlaintext();
    }
    channel = builder.build();
    calls = FederationGrpc.newBlockingStub(channel);
    streams = FederationGrpc.newStub(channel);
  }

  String site() {
    return site;
  }

  String address() {
    return address;
  }

  HelloReply hello(String study, String software) {
    HelloRequest request =
        HelloRequest.newBuilder()
            .setProtocol(Protocol.VERSION)
            .setSoftware(software)
            .setSite(site)
            .setStudy(study)
            .build();
    return call(() -> quick().hello(request));
  }

  /** Lets the next call try a connection at once; gRPC itself would wait up to two minutes. */
  void hurry() {
    channel.resetConnectBackoff();
  }

  /** Says that the site takes part in the study with this hash. */
  void join(String study, String hash, String incarnation) {
    JoinRequest request =
        JoinRequest.newBuilder()
            .setSite(site)
            .setStudy(study)
            .setHash(hash)
            .setIncarnation(incarnation)
            .setProtocol(Protocol.VERSION)
            .build();
    call(() -> quick().join(request));
  }

  void decline(String study, String reason) {
    JoinRequest request =
        JoinRequest.newBuilder().setSite(site).setStudy(study).setDeclined(reason).build();
    call(() -> quick().join(request));
  }

  void falter(String study, Trouble trouble) {
    FalterRequest request =
        FalterRequest.newBuilder().setSite(site).setStudy(study).setTrouble(trouble).build();
    call(() -> quick().falter(request));
  }

  /** Says what does not fit at this site; only what its owner lets the coordinator know. */
  void share(String study, SiteFit fit) {
    ShareRequest.Builder request =
        ShareRequest.newBuilder()
            .setSite(site)
            .setStudy(study)
            .setOtherPopulation(fit.isOtherPopulation())
            .addAllClusters(fit.ownClusters());
    for (ColumnFit column : fit.columns()) {
      request.addColumns(
          Misfit.newBuilder()
              .setColumn(column.column())
              .setKind(EnumText.of(column.kind()))
              .setFactor(column.factor())
              .setOffset(column.offset())
              .setOther(column.other())
              .setSecond(column.second()));
    }
    call(() -> quick().share(request.build()));
  }

  BeatReply beat(String study, String incarnation, String doing) {
    BeatRequest request =
        BeatRequest.newBuilder()
            .setSite(site)
            .setStudy(study)
            .setIncarnation(incarnation)
            .setDoing(doing)
            .build();
    BeatReply reply = call(() -> quick().beat(request));
    return reply.toBuilder().setText(PeerText.reason(reply.getText())).build();
  }

  /** Starts to listen to what the coordinator wants; the observer's end is the connection's. */
  void watch(String study, String incarnation, StreamObserver<Notice> observer) {
    streams.watch(
        WatchRequest.newBuilder().setSite(site).setStudy(study).setIncarnation(incarnation).build(),
        new Notices(observer));
  }

  /** Passes notices on, of which the owner can be shown every word. */
  private record Notices(StreamObserver<Notice> next) implements StreamObserver<Notice> {
    @Override
    public void onNext(Notice notice) {
      next.onNext(notice.hasEnded() ? withReason(notice) : notice);
    }

    private static Notice withReason(Notice notice) {
      Notice.Builder clean = notice.toBuilder();
      clean.getEndedBuilder().setReason(PeerText.reason(notice.getEnded().getReason()));
      return clean.build();
    }

    @Override
    public void onError(Throwable cause) {
      next.onError(cause);
    }

    @Override
    public void onCompleted() {
      next.onCompleted();
    }
  }

  byte[] fetch(String study, Slot slot) {
    FetchRequest request =
        FetchRequest.newBuilder().setSite(site).setStudy(study).setSlot(slot.proto()).build();
    return whole(() -> calls.fetch(request));
  }

  /** Fetches the answer of a finished study. */
  byte[] finished(String study, String software) {
    FinishedRequest request =
        FinishedRequest.newBuilder()
            .setSite(site)
            .setStudy(study)
            .setProtocol(Protocol.VERSION)
            .setSoftware(software)
            .build();
    return whole(() -> calls.finished(request));
  }

  private byte[] whole(Supplier<Iterator<Frame>> stream) {
    return call(
        () -> {
          Iterator<Frame> frames = stream.get();
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          long total = -1;
          while (frames.hasNext()) {
            Frame frame = frames.next();
            total = total < 0 ? frame.getTotal() : total;
            if (Long.compareUnsigned(total, PayloadCodec.MOST_BYTES) > 0
                || bytes.size() + (long) frame.getData().size() > total) {
              throw new CoterieException(
                  ErrorCode.NETWORK, "The coordinator sends more than it announced.");
            }
            bytes.writeBytes(frame.getData().toByteArray());
          }
          if (bytes.size() != total) {
            throw Status.DATA_LOSS.asRuntimeException();
          }
          return bytes.toByteArray();
        });
  }

  /** Hands a message in; returns when the coordinator has it safe, or will not have it. */
  Receipt submit(String study, Slot slot, byte[] bytes) {
    SubmitHead head =
        SubmitHead.newBuilder()
            .setSite(site)
            .setStudy(study)
            .setSlot(slot.proto())
            .setTotal(bytes.length)
            .setDigest(ByteString.copyFrom(Sha256.of(bytes)))
            .build();
    FrameStream stream = new FrameStream(bytes);
    FederationGrpc.FederationStub stub =
        slot.step() == Slot.Step.MASK ? streams : streams.withCompression("gzip");
    stub.submit(stream);
    Receipt receipt = call(() -> stream.send(SubmitFrame.newBuilder().setHead(head).build()));
    return receipt.toBuilder().setReason(PeerText.reason(receipt.getReason())).build();
  }

  /**
   * Sends a message frame by frame as fast as the coordinator takes it, and waits for the receipt,
   * which may come early.
   *
   * <p>For one message.
   */
  private static final class FrameStream implements ClientResponseObserver<SubmitFrame, Receipt> {
    private final byte[] bytes;
    private ClientCallStreamObserver<SubmitFrame> call;
    private Receipt receipt;
    private Throwable failure;
    private boolean over;

    FrameStream(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<SubmitFrame> stream) {
      call = stream;
      call.setOnReadyHandler(this::wake);
    }

    private synchronized void wake() {
      notifyAll();
    }

    /** Sends everything; throws StatusRuntimeException if the connection fails. */
    Receipt send(SubmitFrame head) {
      try {
        boolean goesOn = awaitReady();
        if (goesOn) {
          call.onNext(head);
        }
        for (int from = 0; goesOn && from < bytes.length; from += Protocol.FRAME_BYTES) {
          goesOn = awaitReady();
          if (goesOn) {
            int length = Math.min(Protocol.FRAME_BYTES, bytes.length - from);
            call.onNext(
                SubmitFrame.newBuilder()
                    .setData(UnsafeByteOperations.unsafeWrap(bytes, from, length))
                    .build());
          }
        }
        if (goesOn) {
          call.onCompleted();
        }
        return receipt();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        call.cancel("interrupted", e);
        throw Status.CANCELLED.asRuntimeException();
      }
    }

    /** Returns whether there is still somebody to send to. */
    private synchronized boolean awaitReady() throws InterruptedException {
      while (!over && !call.isReady()) {
        wait();
      }
      return !over;
    }

    private synchronized Receipt receipt() throws InterruptedException {
      while (!over) {
        wait();
      }
      if (receipt != null) {
        return receipt;
      }
      if (failure instanceof StatusRuntimeException status) {
        throw status;
      }
      throw Status.UNAVAILABLE.withCause(failure).asRuntimeException();
    }

    @Override
    public synchronized void onNext(Receipt value) {
      receipt = value;
    }

    @Override
    public synchronized void onError(Throwable cause) {
      failure = cause;
      over = true;
      notifyAll();
    }

    @Override
    public synchronized void onCompleted() {
      over = true;
      notifyAll();
    }
  }

  private FederationGrpc.FederationBlockingStub quick() {
    return calls.withDeadlineAfter(SHORT_CALL_SECONDS, TimeUnit.SECONDS);
  }

  private <T> T call(Supplier<T> work) {
    try {
      return work.get();
    } catch (StatusRuntimeException e) {
      throw trouble(e);
    }
  }

  private static String reason(Status status) {
    return PeerText.reason(
        requireNonNullElse(status.getDescription(), "The coordinator gives no reason."));
  }

  /** Tells trouble that may pass from trouble that will not. */
  RuntimeException trouble(StatusRuntimeException e) {
    return switch (e.getStatus().getCode()) {
      case UNAUTHENTICATED,
          PERMISSION_DENIED,
          FAILED_PRECONDITION,
          NOT_FOUND,
          INVALID_ARGUMENT,
          RESOURCE_EXHAUSTED,
          UNIMPLEMENTED ->
          new CoterieException(ErrorCode.NETWORK, reason(e.getStatus()), e);
      default ->
          new LinkException("The coordinator at %s cannot be reached.".formatted(address), e);
    };
  }

  @Override
  public void close() {
    // Messages are waited for when they are sent; what is open is the stream of notices alone.
    channel.shutdownNow();
    try {
      boolean unused = channel.awaitTermination(2, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

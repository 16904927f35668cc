package io.coterie.coordinator.rpc;

import com.google.protobuf.UnsafeByteOperations;
import io.coterie.wire.Protocol;
import io.coterie.wire.v1.FederationProto.Frame;
import io.grpc.stub.ServerCallStreamObserver;

/** Sends something long, frame by frame, as fast as the other side takes it. */
final class FrameSender {
  private final ServerCallStreamObserver<Frame> call;
  private final byte[] bytes;
  private int sent;
  private boolean done;

  FrameSender(ServerCallStreamObserver<Frame> call, byte[] bytes) {
    this.call = call;
    this.bytes = bytes;
  }

  void start() {
    call.setOnReadyHandler(this::send);
    send();
  }

  private synchronized void send() {
    while (!done && call.isReady()) {
      int length = Math.min(Protocol.FRAME_BYTES, bytes.length - sent);
      // The bytes are not changed while they are sent, so they need not be copied.
      call.onNext(
          Frame.newBuilder()
              .setTotal(sent == 0 ? bytes.length : 0)
              .setData(UnsafeByteOperations.unsafeWrap(bytes, sent, length))
              .build());
      sent += length;
      if (sent == bytes.length) {
        done = true;
        call.onCompleted();
      }
    }
  }
}

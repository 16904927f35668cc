package io.coterie.participant;

import io.coterie.wire.Protocol;
import io.coterie.wire.v1.FederationProto.Receipt;
import io.coterie.wire.v1.FederationProto.SubmitFrame;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;

/**
 * Sends a message frame by frame as fast as the coordinator takes it, and waits for the receipt,
 * which may come early.
 *
 * <p>For one message.
 */
final class FrameStream implements ClientResponseObserver<SubmitFrame, Receipt> {
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
          call.onNext(CoordinatorLink.frame(bytes, from, length));
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

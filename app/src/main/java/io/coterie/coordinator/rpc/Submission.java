package io.coterie.coordinator.rpc;

import io.coterie.CoterieException;
import io.coterie.coordinator.StudySession;
import io.coterie.store.journal.Journal.Acceptance;
import io.coterie.store.journal.Journal.Incoming;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationProto.Receipt;
import io.coterie.wire.v1.FederationProto.SubmitFrame;
import io.coterie.wire.v1.FederationProto.SubmitHead;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A message on its way in: each frame goes to the journal before the next one is asked for, so that
 * a long message needs no room, and the receipt goes out when the message is safe.
 *
 * <p>Not thread-safe; gRPC calls one at a time.
 */
final class Submission implements StreamObserver<SubmitFrame> {
  private static final Logger LOG = LoggerFactory.getLogger(Submission.class);

  private final ServerCallStreamObserver<Receipt> call;
  private final BiFunction<String, String, StudySession> studies;
  private StudySession session;
  private SubmitHead head;
  private Slot slot;
  private Incoming incoming;
  private long received;
  private boolean answered;

  Submission(
      ServerCallStreamObserver<Receipt> call, BiFunction<String, String, StudySession> studies) {
    this.call = call;
    this.studies = studies;
    call.disableAutoRequest();
    call.request(1);
    call.setOnCancelHandler(this::drop);
  }

  @Override
  public void onNext(SubmitFrame frame) {
    if (answered) {
      return;
    }
    try {
      if (head == null) {
        begin(frame);
      } else {
        add(frame);
      }
      if (!answered) {
        call.request(1);
      }
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  private void begin(SubmitFrame frame) {
    if (!frame.hasHead()) {
      throw FederationService.malformed("the first frame is no head");
    }
    head = frame.getHead();
    session = studies.apply(head.getStudy(), head.getSite());
    slot = FederationService.slot(head.getSlot());
    Optional<Receipt> known = session.announce(head.getSite(), slot, head.getTotal());
    if (known.isPresent()) {
      answer(known.get());
      return;
    }
    incoming = session.receive(head.getSite(), slot);
  }

  private void add(SubmitFrame frame) {
    received += frame.getData().size();
    if (!frame.hasData() || received > head.getTotal()) {
      throw FederationService.malformed("the frames are more than the head says");
    }
    // Else a site could go on for as long as it likes, in small frames, after the step is over.
    Optional<Receipt> changed = session.foresee(head.getSite(), slot);
    if (changed.isPresent()) {
      drop();
      answer(changed.get());
      return;
    }
    frame.getData().asReadOnlyByteBufferList().forEach(incoming::write);
  }

  @Override
  public void onCompleted() {
    if (answered) {
      return;
    }
    try {
      if (head == null || received != head.getTotal()) {
        throw FederationService.malformed("the frames are fewer than the head says");
      }
      Acceptance acceptance =
          incoming.accept(HexFormat.of().formatHex(head.getDigest().toByteArray()));
      incoming.close();
      answer(session.submit(head.getSite(), slot, acceptance, received));
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  @Override
  public void onError(Throwable cause) {
    drop();
  }

  private void fail(RuntimeException e) {
    answered = true;
    drop();
    StatusRuntimeException status = FederationService.status(e);
    boolean isOurs = status.getStatus().getCode() == Status.Code.INTERNAL;
    if (session != null && isOurs) {
      session.note(status.getStatus().getDescription());
    } else if (session != null) {
      session.count(Receipt.Verdict.UNKNOWN);
      if (e instanceof CoterieException told && FederationService.isOwn(told)) {
        session.note(told.getMessage());
      }
    }
    call.onError(status);
  }

  private void answer(Receipt receipt) {
    answered = true;
    LOG.debug("{} of site {}: {}.", slot, head.getSite(), receipt.getVerdict());
    session.count(receipt.getVerdict());
    call.onNext(receipt);
    call.onCompleted();
  }

  private void drop() {
    if (incoming != null) {
      incoming.close();
    }
  }
}

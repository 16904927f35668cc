package io.coterie.participant;

import com.google.protobuf.InvalidProtocolBufferException;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.method.fit.SiteFit;
import io.coterie.participant.CoordinatorLink.LinkException;
import io.coterie.store.journal.EventKind;
import io.coterie.study.Study;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationProto.Answer;
import io.coterie.wire.v1.FederationProto.Ended;
import io.coterie.wire.v1.FederationProto.Notice;
import io.coterie.wire.v1.FederationProto.Receipt;
import io.coterie.wire.v1.FederationProto.Task;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A site at work in a study: it does what the coordinator asks, one task at a time, until it has
 * labelled its records. Whatever fails on the way to the coordinator is done again; the journal
 * keeps that from being anything new.
 *
 * <p>Runs once, on the caller's thread.
 */
final class TaskLoop {
  private static final Logger LOG = LoggerFactory.getLogger(TaskLoop.class);

  private static final long RETRY_MILLIS = 500;
  private static final long BEAT_MILLIS = 3_000;

  /** After the site is done it need not hear the end of the study. */
  private static final long FAREWELL_MILLIS = TimeUnit.SECONDS.toMillis(2);

  private final CoordinatorLink link;
  private final String study;
  private final Outbox outbox;
  private final ReplayedSitePart answers;
  private final SecureSumMembers sums;
  private final ConnectionKeeper notices;
  private final SiteWatch watch;
  private final Consumer<String> owner;
  private final ByteAllowance allowance;
  private final boolean isProfile;
  private boolean labelled;
  private boolean hasToldFit;

  /** Prepares to work; that the site agreed is written down. */
  TaskLoop(
      CoordinatorLink link, Study study, Site.Kit kit, Optional<SecureSumMembers.Signer> signer) {
    this.link = link;
    this.study = study.name();
    this.isProfile = study.isProfile();
    this.outbox = new Outbox(kit.journal(), study.name(), link.site());
    outbox.note(EventKind.AGREED, 0, study.hash());
    this.answers =
        new ReplayedSitePart(study, kit, round -> fetch(new Slot(round, 1, Slot.Step.ANSWER)));
    this.sums = new SecureSumMembers(study, signer, answers, outbox, kit.parallel());
    this.notices = new ConnectionKeeper(link, study, kit.patience(), kit.progress());
    this.watch = kit.watch();
    this.owner = kit.progress();
    this.allowance = new ByteAllowance(kit.mostBytes(), outbox);
  }

  /**
   * Works until the study is over.
   *
   * @param answered gets the labels and the text of the model file, or a profile, before the
   *     coordinator learns that the site has them
   * @throws CoterieException if the study ends without an answer for this site
   */
  void run(BiConsumer<Labels, byte[]> answered) {
    try (notices;
        sums) {
      notices.start(BEAT_MILLIS);
      Optional<Notice> notice = Optional.of(notices.take());
      while (notice.isPresent()) {
        notice = follow(notice.get(), answered);
      }
    } catch (CoterieException e) {
      if (!labelled) {
        leave(e);
        throw e;
      } // else the site has what it came for, whatever becomes of the coordinator
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CoterieException(ErrorCode.NETWORK, "The site was stopped.", e);
    }
  }

  /**
   * Tells the coordinator at once that this site has left for good, so that nobody waits for it.
   * The owner hears why; the coordinator hears what kind of reason it was and no number.
   */
  private void leave(CoterieException why) {
    Optional<String> reason =
        switch (why.code()) {
          case NOT_AGREED -> Optional.of("it was asked for something that it did not agree to");
          case BUDGET -> Optional.of("its privacy budget does not allow what was asked");
          case BAD_DATA -> Optional.of("its records cannot be used for what was asked");
          default -> Optional.empty(); // it may come back
        };
    if (reason.isEmpty()) {
      return;
    }
    LOG.warn("This site leaves the study: {}", why.getMessage());
    if (why.code() == ErrorCode.NOT_AGREED) {
      watch.refusing(why.getMessage());
    }
    try {
      outbox.note(EventKind.LEFT, 0, why.getMessage());
      link.decline(study, reason.get());
    } catch (LinkException | CoterieException e) {
      LOG.debug("The coordinator did not hear it.", e); // it will notice
    }
  }

  /** Does what a notice says; returns the next one, or none at the end. */
  private Optional<Notice> follow(Notice notice, BiConsumer<Labels, byte[]> answered)
      throws InterruptedException {
    if (notice.hasEnded()) {
      requireGoodEnd(notice.getEnded());
      return Optional.empty();
    }
    if (notice.hasTask()) {
      try {
        work(notice.getTask(), answered);
      } catch (LinkException e) {
        LOG.debug("A task is tried again.", e);
        // Unless something else is asked meanwhile, the same again.
        return Optional.of(notices.poll(RETRY_MILLIS).orElse(notice));
      }
    }
    doing("waiting");
    return labelled ? notices.poll(FAREWELL_MILLIS) : Optional.of(notices.take());
  }

  private void doing(String words) {
    notices.doing(words);
    watch.doing(words);
  }

  private void requireGoodEnd(Ended ended) {
    if (!labelled && !outbox.has(EventKind.LABELLED)) {
      throw new CoterieException(
          ErrorCode.NETWORK,
          "The study %s: %s"
              .formatted(
                  switch (EventKind.of(ended.getHow())) {
                    case FINISHED -> "is over, and this site was not part of its end";
                    case FAILED -> "failed";
                    case STOPPED -> "was stopped by the coordinator";
                    default -> "continues without this site";
                  },
                  ended.getReason()));
    }
  }

  private void work(Task task, BiConsumer<Labels, byte[]> answered) {
    Slot slot = slot(task);
    LOG.debug("At work on {}.", slot);
    doing("at work on " + slot);
    if (slot.step() == Slot.Step.LABEL) {
      label(slot, answered);
      return;
    }
    byte[] said = slot.step() == Slot.Step.ANSWER ? answer(slot) : sumMessage(slot);
    tellFit();
    submit(slot, said);
  }

  /**
   * Tells the owner what the site has found of its fit, and the coordinator if the owner agrees.
   */
  private void tellFit() {
    if (!hasToldFit && answers.fit().isPresent()) {
      SiteFit fit = answers.fit().get();
      if (watch.fits(fit)) {
        link.share(study, fit);
      }
      hasToldFit = true;
    }
  }

  private byte[] sumMessage(Slot slot) {
    byte[] said = sums.message(slot, this::fetch);
    sums.whyLeft()
        .ifPresent(
            why -> {
              LOG.warn("The site left the sum of {}: {}", slot, why);
              owner.accept(
                  "This site left the sum of round %d and sends nothing more for it. %s"
                      .formatted(slot.round(), why));
            });
    return said;
  }

  private byte[] fetch(Slot slot) {
    return link.fetch(study, slot);
  }

  private static Slot slot(Task task) {
    try {
      return Slot.of(task.getSlot());
    } catch (IllegalArgumentException e) {
      throw new CoterieException(
          ErrorCode.NETWORK,
          "The coordinator asks for something unknown: both need the same Coterie.",
          e);
    }
  }

  /** Returns what this site says in a plain round: the same bytes whenever it is asked. */
  private byte[] answer(Slot slot) {
    if (slot.attempt() != 1) {
      throw CoterieException.notAgreed(
          ("The coordinator asks for attempt %d of round %d, which is no sum under masks: such a"
                  + " round is answered once. This site says nothing more.")
              .formatted(slot.attempt(), slot.round()));
    }
    Optional<byte[]> kept = outbox.find(slot);
    if (kept.isPresent()) {
      answers.requireSameQuestion(slot.round());
      return kept.get();
    }
    byte[] said = PayloadCodec.encode(answers.plainAnswer(slot.round()));
    outbox.keep(slot, said);
    return said;
  }

  private void submit(Slot slot, byte[] bytes) {
    allowance.take(slot, bytes.length);
    Receipt receipt = link.submit(study, slot, bytes);
    LOG.debug("The coordinator took {} as {}.", slot, receipt.getVerdict());
    switch (receipt.getVerdict()) {
      case ACCEPTED, DUPLICATE -> outbox.sent(slot, bytes.length);
      case LATE -> outbox.note(EventKind.LATE, slot.round(), slot.step().word());
      case REFUSED ->
          throw new CoterieException(
              ErrorCode.NETWORK,
              "The coordinator refuses what this site says: " + receipt.getReason());
      default -> throw new LinkException("The message did not arrive whole.", null);
    }
  }

  /** Returns the labels by a model that need not be one, nor fit the records. */
  private Labels labels(Slot slot, Payload model) {
    try {
      return answers.labels(slot.round(), model);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new CoterieException(
          ErrorCode.NETWORK,
          "The coordinator's answer cannot be used: it is no model of this study's records. Nothing was written.",
          e);
    }
  }

  private void label(Slot slot, BiConsumer<Labels, byte[]> answered) {
    if (!labelled) {
      try {
        Answer answer = Answer.parseFrom(fetch(slot));
        byte[] payload = answer.getPayload().toByteArray();
        Labels labels = labels(slot, PayloadCodec.typed(payload));
        tellFit(); // after a restart it is not known before
        // A profile is made of what this site has checked.
        answered.accept(labels, isProfile ? payload : answer.getModel().toByteArray());
        outbox.note(
            EventKind.LABELLED,
            slot.round(),
            ""); // before the coordinator hears, who then may leave
        labelled = true; // last: a site that could not write this down starts again and says so
      } catch (InvalidProtocolBufferException e) {
        throw new CoterieException(
            ErrorCode.NETWORK,
            "The coordinator's answer cannot be read: both need the same Coterie.",
            e);
      }
    }
    submit(slot, new byte[0]);
  }
}

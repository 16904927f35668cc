package io.coterie.participant;

import io.coterie.math.Parallel;
import io.coterie.message.Payload;
import io.coterie.message.SumPayload;
import io.coterie.message.SumWords;
import io.coterie.secure.AttemptLog;
import io.coterie.secure.Identities;
import io.coterie.secure.Identity;
import io.coterie.secure.SecureSumException;
import io.coterie.secure.SecureSumSite;
import io.coterie.secure.SumContext;
import io.coterie.secure.SumPlan;
import io.coterie.store.journal.EventKind;
import io.coterie.study.Study;
import io.coterie.study.SumTerms;
import io.coterie.wire.SecureCodec;
import io.coterie.wire.Slot;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/**
 * This site in the secure sums of a study, one attempt at a time. An attempt lives in this process
 * alone: a site that was started again in the midst of one leaves it, and comes to the next.
 *
 * <p>Not thread-safe.
 */
final class SecureSumMembers implements AutoCloseable {
  /** Says that this site has no part in the attempt. */
  private static final byte[] LEAVES = {};

  private final Study study;
  private final Optional<Signer> signer;
  private final ReplayedSitePart answers;
  private final Outbox outbox;
  private final Parallel parallel;
  private Attempt current;
  private long[] words;
  private boolean isSealed;

  /** The round that the words belong to; 0 for none. */
  private int wordsRound;

  /**
   * Who signs, and who else is known to.
   *
   * @param identity this site's
   * @param identities of all sites of the study
   */
  record Signer(Identity identity, Identities identities) {}

  /**
   * One attempt: bytes in, bytes out. Its secrets are here alone.
   *
   * @param first its first step
   */
  @SuppressWarnings("ArrayRecordComponent") // the words are wiped at the end
  record Attempt(Slot first, SecureSumSite sum, long[] words, Parallel parallel)
      implements AutoCloseable {
    boolean isOf(Slot slot) {
      return slot.at(first.step()).equals(first);
    }

    /** Returns what this site says at a step, for what the coordinator gave out. */
    byte[] answer(Slot.Step step, byte[] material) {
      return switch (step) {
        case ADVERTISE -> SecureCodec.encode(sum.advertise());
        case SHARE -> SecureCodec.encode(sum.share(SecureCodec.roster(material)));
        case MASK ->
            SecureCodec.encode(sum.mask(SecureCodec.deliveredShares(material), words, parallel));
        case CONSENT -> SecureCodec.encode(sum.consent(SecureCodec.survivors(material)));
        case REVEAL -> SecureCodec.encode(sum.reveal(SecureCodec.consents(material)));
        case ANSWER, LABEL -> throw new IllegalArgumentException("a sum has no such step");
      };
    }

    @Override
    public void close() {
      sum.close();
      Arrays.fill(words, 0);
    }
  }

  SecureSumMembers(
      Study study,
      Optional<Signer> signer,
      ReplayedSitePart answers,
      Outbox outbox,
      Parallel parallel) {
    this.study = study;
    this.signer = signer;
    this.answers = answers;
    this.outbox = outbox;
    this.parallel = parallel;
  }

  /** Returns what this site says at a step, kept before it is sent. */
  byte[] message(Slot slot, Function<Slot, byte[]> material) {
    try {
      boolean isFirst = slot.step() == Slot.Step.ADVERTISE;
      if (!isIn(slot) && isFirst && outbox.find(slot).isEmpty()) {
        begin(slot);
      }
      if (!isIn(slot)) {
        return LEAVES;
      }
      Optional<byte[]> kept = outbox.find(slot);
      if (kept.isPresent()) {
        return kept.get();
      }
      byte[] said = current.answer(slot.step(), isFirst ? LEAVES : material.apply(slot));
      if (slot.step() == Slot.Step.REVEAL) {
        current.sum().seal().ifPresent(seal -> outbox.keepSeal(slot.round(), seal));
      }
      outbox.keep(slot, said);
      return said;
    } catch (SecureSumException | IllegalArgumentException e) {
      outbox.note(EventKind.LEFT_SUM, slot.round(), e.getMessage());
      close();
      return LEAVES;
    }
  }

  private boolean isIn(Slot slot) {
    return current != null && current.isOf(slot);
  }

  private void begin(Slot slot) {
    close();
    SumTerms terms = SumTerms.of(study);
    if (isRetry(slot)) {
      words = words(answers.again(slot.round(), slot.attempt()));
    } else if (slot.round() != wordsRound) {
      words = words(answers.answer(slot.round(), slot.attempt()));
    } // else the same words as in the attempt before: nobody has seen a total of them
    wordsRound = slot.round();
    SumPlan plan =
        new SumPlan(
            new SumContext(study.hash(), slot.round(), slot.attempt()),
            words.length,
            terms.threshold(),
            isSealed);
    Signer own = signer.orElseThrow();
    SecureSumSite sum = new SecureSumSite(plan, own.identity(), own.identities());
    current = new Attempt(slot, sum, words.clone(), parallel);
  }

  private long[] words(Payload answer) {
    if (answer instanceof SumPayload<?> sums && SumTerms.of(study).masks(answer)) {
      isSealed = sums.isSealed();
      return wordsOf(sums);
    }
    throw new IllegalArgumentException("The coordinator adds up what is no sum under masks.");
  }

  private static <T extends SumPayload<T>> long[] wordsOf(SumPayload<T> sums) {
    @SuppressWarnings("unchecked") // a sum is of its own kind
    SumWords<T> shape = SumWords.like((T) sums);
    return shape.words(sums);
  }

  /**
   * Returns whether an attempt needs noise of its own, full and charged once more: an earlier one
   * may have been opened. The outbox remembers what this site sent in each, over a restart too.
   *
   * @throws SecureSumException if this site takes no further attempt of the round
   */
  private boolean isRetry(Slot slot) {
    SumTerms terms = SumTerms.of(study);
    if (slot.attempt() > terms.mostAttempts()) {
      throw new IllegalArgumentException(
          "Attempt %d of round %d is one too many.".formatted(slot.attempt(), slot.round()));
    }
    boolean isRetry = false;
    for (int earlier = 1; earlier < slot.attempt(); earlier++) {
      AttemptLog log =
          new AttemptLog(
              new SumContext(study.hash(), slot.round(), earlier),
              outbox.has(new Slot(slot.round(), earlier, Slot.Step.MASK)),
              outbox.has(new Slot(slot.round(), earlier, Slot.Step.REVEAL)));
      log.requireNoDifference(slot.attempt(), terms.opensWithoutOne());
      isRetry |=
          study.plan().privacy().isDp()
              && log.permit(slot.attempt(), terms.opensWithoutOne()) == AttemptLog.Permit.RETRY;
    }
    return isRetry;
  }

  @Override
  public void close() {
    if (current != null) {
      current.close();
      current = null;
    }
  }
}

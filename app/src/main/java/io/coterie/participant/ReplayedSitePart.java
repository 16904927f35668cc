package io.coterie.participant;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.math.Seed;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.method.MethodRunner;
import io.coterie.method.ScheduledSitePart;
import io.coterie.method.SiteContext.Opener;
import io.coterie.method.fit.SiteFit;
import io.coterie.privacy.ReleaseNotice;
import io.coterie.site.PrivacyGate;
import io.coterie.store.ledger.LedgerWatch;
import io.coterie.study.Study;
import io.coterie.study.SumTerms;
import io.coterie.wire.AskedSoFar;
import io.coterie.wire.PayloadCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The method's site part, which is asked every question once and in order, as it would be in one
 * process. A site that comes late or starts again hears the questions it missed first; what it
 * would have said to them is dropped and costs nothing, since it is not sent.
 *
 * <p>Not thread-safe.
 */
final class ReplayedSitePart {
  /** The draws of noise that a round can have; see {@link QuestionLog#draw}. */
  private static final int FIRST_DRAW = 1;

  private static final int SECOND_DRAW = 2;

  private final ScheduledSitePart part;
  private final PrivacyGate gate;
  private final Optional<LedgerWatch> ledger;
  private final SumTerms terms;
  private final SiteWatch owner;
  private final IntFunction<byte[]> questions;
  private final QuestionLog log;
  private final AskedSoFar asked;
  private final List<ReleaseNotice> stated = new ArrayList<>();
  private final Outbox outbox;
  private boolean isSent;
  private int heard;

  /**
   * Makes the site part of a study's method.
   *
   * @param questions gives the question of a round
   */
  ReplayedSitePart(Study study, Site.Kit kit, IntFunction<byte[]> questions) {
    this.ledger = kit.ledger();
    this.questions = questions;
    this.terms = SumTerms.of(study);
    this.owner = kit.watch();
    this.asked = new AskedSoFar(study.hash());
    this.outbox = new Outbox(kit.journal(), study.name(), kit.data().site());
    this.log = new QuestionLog(outbox);
    MethodRunner runner = MethodRunner.of(study.plan(), new Seed(study.seed()));
    this.gate = runner.gate(kit.data().site(), kit.noise(), this::before);
    this.part = runner.site(kit.data(), gate, kit.parallel(), kit.work(), this::open);
  }

  /** Opens the sealed total of the round before the one that is answered now. */
  private Optional<long[]> open(long[] words) {
    return terms.areMasked()
        ? outbox.seal(heard).flatMap(seal -> seal.open(words))
        : Opener.unsealed().open(words);
  }

  boolean hasHeard(int round) {
    return heard >= round;
  }

  /** Returns the digest of all questions that this site has heard. */
  String asked() {
    return asked.digest();
  }

  /**
   * Returns what this site says in the clear to the question of a round, which was not heard
   * before. What the study has under masks is not said, whoever asks.
   */
  Payload plainAnswer(int round) {
    return answer(round, 1, FIRST_DRAW, false);
  }

  /**
   * Returns what this site puts under masks for the question of a round, which was not heard
   * before.
   *
   * @param attempt at the round, for the owner; all attempts share the round's first draw of noise
   *     as long as none of them can have been opened
   */
  Payload answer(int round, int attempt) {
    return answer(round, attempt, FIRST_DRAW, true);
  }

  private Payload answer(int round, int attempt, int draw, boolean isMasked) {
    if (hasHeard(round) || log.isOver(round)) {
      throw CoterieException.notAgreed(
          ("The coordinator asks for another answer to round %d. A round is answered once, and not"
                  + " after a later one was asked. This site says nothing more.")
              .formatted(round));
    }
    catchUp(round - 1);
    CoordinatorMessage question = question(round);
    Payload said = sent(round, attempt, draw, () -> replied(() -> part.reply(question, isMasked)));
    heard = round;
    return said;
  }

  /** Returns what this site says to a question once more, with as much noise as it needs alone. */
  Payload again(int round, int attempt) {
    if (hasHeard(round)) {
      return sent(round, attempt, SECOND_DRAW, gate::retry);
    }
    catchUp(round - 1);
    gate.requireFullNoise();
    return answer(round, attempt, SECOND_DRAW, true);
  }

  /** Refuses a round that was answered, if it comes with another question now. */
  void requireSameQuestion(int round) {
    log.hear(round, questions.apply(round));
  }

  /** Returns a reply, or refuses a question whose parts do not fit the records. */
  private static SiteMessage replied(Supplier<SiteMessage> reply) {
    try {
      return reply.get();
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new CoterieException(
          ErrorCode.NOT_AGREED,
          "The coordinator asks in a way that does not fit this site's records. Nothing was sent for it, and the site leaves the study.",
          e);
    }
  }

  private Payload sent(int round, int attempt, int draw, Supplier<SiteMessage> reply) {
    ledger.ifPresent(book -> book.forRound(round, draw - 1, log.draw(round, draw)));
    isSent = true;
    stated.clear();
    try {
      Payload said = reply.get().payload();
      owner.saying(new SiteWatch.Said(round, attempt, said, terms.masks(said), stated));
      return said;
    } finally {
      isSent = false;
    }
  }

  /** Notes in the ledger what is going to be sent, and not what is not. */
  private void before(List<ReleaseNotice> statements) {
    if (isSent) {
      ledger.ifPresent(book -> book.before(statements));
      stated.addAll(statements);
    }
  }

  /** Hears the questions up to a round without an answer. */
  void catchUp(int round) {
    while (heard < round) {
      CoordinatorMessage missed = question(heard + 1);
      SiteMessage unused = replied(() -> part.reply(missed));
      heard++;
    }
  }

  private CoordinatorMessage question(int round) {
    byte[] question = questions.apply(round);
    log.hear(round, question);
    asked.add(question);
    return new CoordinatorMessage(round, PayloadCodec.typed(question));
  }

  /** Returns whether the site fits the others, once it has found that. */
  Optional<SiteFit> fit() {
    return part.fit();
  }

  Labels labels(int round, Payload answer) {
    catchUp(round - 1);
    if (heard == 0) {
      throw CoterieException.notAgreed(
          "The coordinator gives an answer before it asked anything. Nothing was written.");
    }
    return part.labels(new CoordinatorMessage(round, answer));
  }
}

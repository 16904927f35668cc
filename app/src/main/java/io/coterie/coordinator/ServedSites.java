package io.coterie.coordinator;

import io.coterie.CoterieException;
import io.coterie.Seconds;
import io.coterie.federation.RunEvent;
import io.coterie.federation.RunEvent.Direction;
import io.coterie.federation.RunListener;
import io.coterie.math.Parallel;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.SumPayload;
import io.coterie.message.SumWords;
import io.coterie.method.CoordinatorContext.Findings;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.secure.Identities;
import io.coterie.secure.SecureSumException;
import io.coterie.secure.SumContext;
import io.coterie.secure.SumPlan;
import io.coterie.study.Study;
import io.coterie.study.SumTerms;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.Slot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The sites of a study over the network. Questions and answers go through the journal: after a
 * restart the coordinator asks everything again from the start, and what the journal has as closed
 * is answered from there, without waiting.
 *
 * <p>Not thread-safe; the thread of the study asks.
 */
final class ServedSites implements Sites {
  private final StudyLog log;
  private final StudySession session;
  private final Optional<Identities> identities;
  private final Parallel parallel;
  private final Findings findings;
  private final RunListener listener;
  private final Study study;
  private final SumTerms terms;
  private final Map<Integer, List<String>> takingPart = new LinkedHashMap<>();
  private int rounds;

  /**
   * Prepares to ask.
   *
   * @param identities by which sites sign in secure sums
   */
  ServedSites(
      StudyLog log,
      StudySession session,
      Optional<Identities> identities,
      Parallel parallel,
      Findings findings,
      RunListener listener) {
    this.log = log;
    this.session = session;
    this.identities = identities;
    this.parallel = parallel;
    this.findings = findings;
    this.listener = listener;
    this.study = session.study();
    this.terms = SumTerms.of(study);
    if (terms.areMasked() && identities.isEmpty()) {
      throw CoterieException.usage(
          "Masked sums need certificates, which sites sign with; --insecure has none. Provision"
              + " certificates, or let privacy.sums be plain in the study file.");
    }
  }

  /** Returns whose answers were used, by round. */
  Map<Integer, List<String>> takingPart() {
    return takingPart;
  }

  @Override
  public List<SiteMessage> ask(Payload payload, Reply<?> reply) {
    long start = System.nanoTime();
    int round = ++rounds;
    listener.on(new RunEvent.RoundStarted(round, payload.topic()));
    byte[] question = PayloadCodec.encode(payload);
    log.question(round, question);
    boolean isMasked = reply.zero().filter(terms::masks).isPresent();
    List<SiteMessage> answers =
        isMasked ? summed(round, question, reply) : plain(round, question, reply);
    listener.on(new RunEvent.RoundEnded(round, Seconds.since(start)));
    return answers;
  }

  private List<SiteMessage> plain(int round, byte[] question, Reply<?> reply) {
    Slot slot = new Slot(round, 1, Slot.Step.ANSWER);
    return run(
        PlainExchange.asking(round, question, reply, site -> log.message(slot, site)), reply);
  }

  /** Tries a secure sum, and again as often as the rule for retries allows. */
  private List<SiteMessage> summed(int round, byte[] question, Reply<?> reply) {
    for (int attempt = 1; ; attempt++) {
      try {
        SumContext context = new SumContext(study.hash(), round, attempt);
        return run(sum(context, reply.zero().orElseThrow(), reply, question), reply);
      } catch (SecureSumException e) {
        if (attempt >= terms.mostAttempts()) {
          throw StudyEndException.failed(
              ("Round %d: %s It was tried %d times, which is as often as the sites permit. Begin a"
                      + " new study when the sites are stable%s.")
                  .formatted(round, e.getMessage(), attempt, lossAdvice()));
        }
        log.triedAgain(round, attempt, e.getMessage());
        findings.report("round " + round, "tried again: " + e.getMessage());
      }
    }
  }

  private String lossAdvice() {
    return study.plan().privacy().isStrict()
        ? ", or allow for lost sites with privacy.lost-sites"
        : ", or with a lower participation.quorum";
  }

  private <T extends SumPayload<T>> Exchange sum(
      SumContext context, SumPayload<T> zero, Reply<?> reply, byte[] question) {
    @SuppressWarnings("unchecked") // a sum is of its own kind
    SumWords<T> shape = SumWords.like((T) zero);
    return new SumExchange(
        new SumPlan(context, shape.length(), terms.threshold()),
        identities.orElseThrow(),
        question,
        words ->
            reply.total(
                study.participation().sites().size(), () -> PayloadCodec.total(shape.total(words))),
        parallel);
  }

  private List<SiteMessage> run(Exchange exchange, Reply<?> reply) {
    session.begin(exchange);
    while (true) {
      Slot slot = exchange.slot();
      List<String> answered = answered(exchange);
      boolean isReply = slot.step() == Slot.Step.ANSWER || slot.step() == Slot.Step.MASK;
      announce(slot, isReply ? reply.kind() : slot.step().word(), answered);
      if (isReply) {
        takingPart.put(slot.round(), answered);
      }
      Optional<List<SiteMessage>> replies = exchange.close(answered);
      if (replies.isPresent()) {
        return replies.get();
      }
    }
  }

  private List<String> answered(Exchange exchange) {
    Slot slot = exchange.slot();
    Optional<List<String>> before = log.closed(slot);
    if (before.isEmpty()) {
      return session.collect(exchange);
    }
    for (String site : before.get()) {
      exchange.read(slot, site, log.message(slot, site)).run();
    }
    return before.get();
  }

  private void announce(Slot slot, String kind, List<String> answered) {
    for (String site : answered) {
      listener.on(
          new RunEvent.MessageSent(
              slot.round(),
              site,
              Direction.FROM_SITE,
              new RunEvent.Message(kind, log.size(slot, site))));
    }
  }
}

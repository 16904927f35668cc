package io.coterie.coordinator;

import io.coterie.federation.RunEvent;
import io.coterie.federation.RunEvent.Direction;
import io.coterie.federation.RunListener;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.method.CoordinatorContext.Findings;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.secure.SecureSumException;
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
  private final SumRounds sums;
  private final Findings findings;
  private final RunListener listener;
  private final Map<Integer, List<String>> takingPart = new LinkedHashMap<>();
  private int rounds;

  ServedSites(
      StudyLog log, StudySession session, SumRounds sums, Findings findings, RunListener listener) {
    this.log = log;
    this.session = session;
    this.sums = sums;
    this.findings = findings;
    this.listener = listener;
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
    List<SiteMessage> answers =
        sums.isMasked(reply) ? summed(round, question, reply) : plain(round, question, reply);
    listener.on(new RunEvent.RoundEnded(round, (System.nanoTime() - start) / 1e9));
    return answers;
  }

  private List<SiteMessage> plain(int round, byte[] question, Reply<?> reply) {
    Slot slot = new Slot(round, 1, Slot.Step.ANSWER);
    return run(new PlainExchange(round, question, reply, site -> log.message(slot, site)), reply);
  }

  /** Tries a secure sum, and again as often as the rule for retries allows. */
  private List<SiteMessage> summed(int round, byte[] question, Reply<?> reply) {
    for (int attempt = 1; ; attempt++) {
      try {
        return run(sums.exchange(round, attempt, reply, question), reply);
      } catch (SecureSumException e) {
        if (attempt >= sums.mostAttempts()) {
          throw StudyEndException.failed(
              ("Round %d: %s It was tried %d times, which is as often as the sites permit. Begin a"
                      + " new study when the sites are stable%s.")
                  .formatted(round, e.getMessage(), attempt, sums.lossAdvice()));
        }
        log.triedAgain(round, attempt, e.getMessage());
        findings.report("round " + round, "tried again: " + e.getMessage());
      }
    }
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

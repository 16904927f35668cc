package io.coterie.coordinator;

import com.google.protobuf.ByteString;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.Seconds;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunListener.RunEvent;
import io.coterie.federation.RunListener.RunEvent.Direction;
import io.coterie.federation.RunListener.RunFindings;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.SumPayload;
import io.coterie.message.SumWords;
import io.coterie.method.Clustering;
import io.coterie.method.MethodRunner;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.secure.Identities;
import io.coterie.secure.SecureSumException;
import io.coterie.secure.SumContext;
import io.coterie.secure.SumPlan;
import io.coterie.store.journal.EventKind;
import io.coterie.store.journal.Journal;
import io.coterie.study.Study;
import io.coterie.study.SumTerms;
import io.coterie.wire.AskedSoFar;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationProto.Answer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The course of a study, from the first site that joins to the labels: the coordinator's half of
 * what {@link io.coterie.federation.Federation} does in one process. Its sites are asked over the
 * network. Questions and answers go through the journal: after a restart the coordinator asks
 * everything again from the start, and what the journal has as closed is answered from there,
 * without waiting.
 *
 * <p>Runs once, on a thread of its own.
 */
final class StudyExecution implements Sites {
  private static final Logger LOG = LoggerFactory.getLogger(StudyExecution.class);

  private static final String UNTOLD =
      "The coordinator cannot go on with its journal; its operator knows more.";

  private final Study study;
  private final StudySession session;
  private final StudyLog log;
  private final Parallel parallel;
  private final RunListener listener;
  private final RunFindings findings;
  private final Optional<Identities> identities;
  private final SumTerms terms;

  /** Whose answers were used, by round. */
  private final Map<Integer, List<String>> takingPart = new LinkedHashMap<>();

  private final AskedSoFar asked;
  private int rounds;

  /**
   * Prepares to run.
   *
   * @param identities by which sites sign in secure sums
   */
  StudyExecution(
      StudySession session,
      StudyLog log,
      Optional<Identities> identities,
      Parallel parallel,
      RunListener listener) {
    this.study = session.study();
    this.asked = new AskedSoFar(study.hash());
    this.session = session;
    this.log = log;
    this.parallel = parallel;
    this.listener = listener;
    this.findings = new RunFindings(listener);
    this.identities = identities;
    this.terms = SumTerms.of(study);
    if (terms.areMasked() && identities.isEmpty()) {
      throw CoterieException.usage(
          "Masked sums need certificates, which sites sign with; --insecure has none. Provision"
              + " certificates, or let privacy.sums be plain in the study file.");
    }
  }

  /**
   * Runs the study to its end.
   *
   * @param answered gets the answer before the sites do, and returns the text of its model file
   * @throws CoterieException if the study ends without an answer
   */
  void run(Function<StudyAnswer, byte[]> answered) {
    long start = System.nanoTime();
    try {
      listener.on(new RunEvent.Started(study.plan().method(), study.participation().sites()));
      if (!log.has(EventKind.GATHERED)) {
        session.gather();
        log.study(EventKind.GATHERED, 0, session.waitingFor());
      }
      Clustering found =
          MethodRunner.of(study.plan(), new Seed(study.seed()))
              .coordinate(this, findings, parallel);
      log.shared().forEach((site, misfits) -> findings.report("fit of " + site, misfits));
      int last = takingPart.size();
      byte[] model = answered.apply(new StudyAnswer(found.model(), findings.all(), takingPart));
      log.keepModel(model);
      if (!log.has(EventKind.ANSWERED)) {
        log.study(EventKind.ANSWERED, last, "");
      }
      label(last + 1, found, model);
      end(new StudyEnd(Phase.FINISHED, "The sites have the answer."));
    } catch (StudyEndException e) {
      end(e.end());
      throw e.told();
    } catch (CoterieException e) {
      // A full disk or a lost database here is no failure of the study: its sites wait.
      Phase phase = e.code() == ErrorCode.OUTPUT ? Phase.PAUSED : Phase.FAILED;
      String told = Journal.isTrouble(e) ? UNTOLD : e.getMessage();
      end(new StudyEnd(phase, e.getMessage(), told));
      throw e;
    } catch (RuntimeException e) {
      // What went wrong here is our fault and says nothing to a site.
      end(new StudyEnd(Phase.FAILED, "The coordinator met an error of its own."));
      throw e;
    }
    listener.on(new RunEvent.Finished(takingPart.size(), Seconds.since(start)));
  }

  /** Ends the study for its sites, whether or not that can be written down. */
  private void end(StudyEnd how) {
    LOG.atLevel(how.phase() == Phase.FAILED ? Level.WARN : Level.INFO)
        .log("Study {} is {}: {}", study.name(), how.phase().word(), how.reason());
    try {
      log.study(EventKind.valueOf(how.phase().name()), takingPart.size(), how.reason());
    } catch (CoterieException e) {
      if (how.phase() == Phase.FINISHED) {
        throw e;
      }
    }
    session.end(how);
  }

  private void label(int round, Clustering found, byte[] model) {
    Exchange exchange =
        PlainExchange.labelling(
            round,
            site ->
                Answer.newBuilder()
                    .setPayload(ByteString.copyFrom(PayloadCodec.encode(found.answerTo(site))))
                    .setModel(ByteString.copyFrom(model))
                    .build()
                    .toByteArray());
    session.begin(exchange);
    // Sites that missed the labels of a study that is resumed after its end get them now.
    boolean allHaveThem =
        log.closed(exchange.slot())
            .filter(done -> done.containsAll(study.participation().sites()))
            .isPresent();
    if (!allHaveThem) {
      List<String> unused = session.collect(exchange);
    }
  }

  // ---- questions to the sites

  @Override
  public List<SiteMessage> ask(Payload payload, Reply<?> reply) {
    long start = System.nanoTime();
    int round = ++rounds;
    listener.on(new RunEvent.RoundStarted(round, payload.topic()));
    byte[] question = PayloadCodec.encode(payload);
    log.question(round, question);
    asked.add(question);
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
        SumContext context = new SumContext(asked.digest(), round, attempt);
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
    return study.plan().privacy().isDp()
        ? ", or allow for lost sites with privacy.lost-sites"
        : ", or with a lower participation.quorum";
  }

  private <T extends SumPayload<T>> Exchange sum(
      SumContext context, SumPayload<T> zero, Reply<?> reply, byte[] question) {
    @SuppressWarnings("unchecked") // a sum is of its own kind
    SumWords<T> shape = SumWords.like((T) zero);
    return new SumExchange(
        new SumPlan(context, shape.length(), terms.threshold(), zero.isSealed()),
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

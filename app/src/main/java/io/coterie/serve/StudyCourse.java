package io.coterie.serve;

import com.google.protobuf.ByteString;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.federation.RunEvent;
import io.coterie.federation.RunEvent.Direction;
import io.coterie.federation.RunListener;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.CoordinatorPart;
import io.coterie.method.Methods;
import io.coterie.method.PreparedMethod;
import io.coterie.method.Reply;
import io.coterie.method.Sketch;
import io.coterie.method.Step;
import io.coterie.protocol.SiteMessage;
import io.coterie.secure.Identities;
import io.coterie.secure.SecureSumException;
import io.coterie.serve.StudyEndException.How;
import io.coterie.study.Study;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationProto.Answer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The course of a study, from the first site that joins to the labels: the coordinator's half of
 * what {@link io.coterie.federation.Federation} does in one process. After a restart it runs again
 * from the start; steps that the journal has as closed are not waited for.
 *
 * <p>Runs once, on a thread of its own.
 */
final class StudyCourse {
  private final Study study;
  private final StudyLog log;
  private final StudyRoom room;
  private final SumRounds sums;
  private final Parallel parallel;
  private final RunListener listener;
  private final Map<String, String> findings = new LinkedHashMap<>();
  private final Map<Integer, List<String>> takingPart = new LinkedHashMap<>();

  StudyCourse(
      Study study,
      StudyLog log,
      StudyRoom room,
      Optional<Identities> identities,
      Parallel parallel,
      RunListener listener) {
    this.study = study;
    this.log = log;
    this.room = room;
    this.sums = new SumRounds(study, identities, parallel);
    this.parallel = parallel;
    this.listener = listener;
  }

  /**
   * Runs the study to its end.
   *
   * @param answered gets the answer before the sites do, and returns the text of its model file
   * @throws CoterieException if the study ends without an answer
   */
  void run(Function<StudyAnswer, byte[]> answered) {
    try {
      long start = System.nanoTime();
      listener.on(new RunEvent.Started(study.plan().method(), study.participation().sites()));
      if (!log.has("gathered")) {
        room.gather();
        log.study("gathered", 0, room.waitingFor());
      }
      Step.Finish finish = rounds();
      int rounds = takingPart.size();
      byte[] model = answered.apply(new StudyAnswer(finish.model(), findings, takingPart));
      if (!log.has("answered")) {
        log.study("answered", rounds, "");
      }
      label(rounds + 1, finish, model);
      end(new StudyEndException(How.FINISHED, ErrorCode.INTERNAL, "The study is finished."));
      listener.on(new RunEvent.Finished(rounds, (System.nanoTime() - start) / 1e9));
    } catch (StudyEndException e) {
      end(e);
      throw e.told();
    } catch (CoterieException e) {
      // A disk that is full here is no failure of the study: its sites wait until there is space.
      How how = e.code() == ErrorCode.OUTPUT ? How.PAUSED : How.FAILED;
      end(new StudyEndException(how, e.code(), e.getMessage()));
      throw e;
    } catch (RuntimeException e) {
      // What went wrong here is our fault and says nothing to a site.
      end(
          new StudyEndException(
              How.FAILED, ErrorCode.INTERNAL, "The coordinator met an error of its own."));
      throw e;
    }
  }

  /** Ends the study for its sites, whether or not that can be written down. */
  private void end(StudyEndException how) {
    try {
      log.study(how.how().word(), takingPart.size(), how.getMessage());
    } catch (CoterieException e) {
      if (how.how() == How.FINISHED) {
        throw e;
      }
    }
    room.end(how);
  }

  private Step.Finish rounds() {
    CoordinatorPart part =
        new PreparedMethod(Methods.of(study.plan()))
            .coordinator(
                study.plan(),
                new CoordinatorContext(
                    new Seed(study.seed()).child("coordinator"),
                    parallel,
                    new Told(),
                    study.plan().input().dimension()));
    int round = 0;
    Step step = part.next(List.of());
    while (step instanceof Step.Ask ask) {
      round++;
      step = part.next(replies(round, ask));
    }
    return (Step.Finish) step;
  }

  private List<SiteMessage> replies(int round, Step.Ask ask) {
    long start = System.nanoTime();
    listener.on(new RunEvent.RoundStarted(round, ask.topic()));
    byte[] question = PayloadCodec.encode(ask.question());
    log.question(round, question);
    List<SiteMessage> replies =
        sums.isMasked(ask.reply())
            ? summed(round, ask, question)
            : run(
                new PlainExchange(
                    round,
                    question,
                    ask.reply(),
                    site -> log.message(new Slot(round, 1, Slot.Step.ANSWER), site)),
                ask.reply());
    listener.on(new RunEvent.RoundEnded(round, (System.nanoTime() - start) / 1e9));
    return replies;
  }

  /** Tries a secure sum, and again as often as the rule for retries allows. */
  private List<SiteMessage> summed(int round, Step.Ask ask, byte[] question) {
    for (int attempt = 1; ; attempt++) {
      try {
        return run(sums.exchange(round, attempt, ask.reply(), question), ask.reply());
      } catch (SecureSumException e) {
        if (attempt >= sums.mostAttempts()) {
          throw StudyEndException.failed(
              ("Round %d: %s It was tried %d times, which is as often as the sites permit. Begin a"
                      + " new study when the sites are stable%s.")
                  .formatted(round, e.getMessage(), attempt, sums.lossAdvice()));
        }
        if (!log.has("tried-again", round, attempt)) {
          log.triedAgain(round, attempt, e.getMessage());
        }
        find("round " + round, "tried again: " + e.getMessage());
      }
    }
  }

  private List<SiteMessage> run(Exchange exchange, Reply reply) {
    int round = exchange.slot().round();
    room.begin(exchange);
    while (true) {
      Slot slot = exchange.slot();
      List<String> answered = answered(exchange);
      tell(slot, reply, answered);
      if (slot.step() == Slot.Step.ANSWER || slot.step() == Slot.Step.MASK) {
        takingPart.put(round, answered);
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
      return room.collect(exchange);
    }
    for (String site : before.get()) {
      exchange.read(slot, site, log.message(slot, site)).run();
    }
    return before.get();
  }

  private void tell(Slot slot, Reply reply, List<String> answered) {
    boolean isReply = slot.step() == Slot.Step.ANSWER || slot.step() == Slot.Step.MASK;
    String kind = isReply ? reply.kind() : slot.step().word();
    for (String site : answered) {
      listener.on(
          new RunEvent.MessageSent(
              slot.round(),
              site,
              Direction.FROM_SITE,
              new RunEvent.Message(kind, log.size(slot, site))));
    }
  }

  private void label(int round, Step.Finish finish, byte[] model) {
    LabelExchange exchange =
        new LabelExchange(
            round,
            site ->
                Answer.newBuilder()
                    .setPayload(ByteString.copyFrom(PayloadCodec.encode(finish.answerTo(site))))
                    .setModel(ByteString.copyFrom(model))
                    .build()
                    .toByteArray());
    room.begin(exchange);
    // Whoever missed the labels of a study that is resumed after its end gets them now.
    boolean allHaveThem =
        log.closed(exchange.slot())
            .filter(done -> done.containsAll(study.participation().sites()))
            .isPresent();
    if (!allHaveThem) {
      List<String> unused = room.collect(exchange);
    }
  }

  private void find(String name, String value) {
    findings.put(name, value);
    listener.on(new RunEvent.Finding(name, value));
  }

  /** What the coordinator part says on the way. */
  private final class Told implements CoordinatorContext.Findings {
    @Override
    public void report(String name, String value) {
      find(name, value);
    }

    @Override
    public void show(Sketch sketch) {
      listener.on(new RunEvent.Sketched(sketch));
    }
  }
}

package io.coterie.coordinator;

import com.google.protobuf.ByteString;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.Seconds;
import io.coterie.federation.RunEvent;
import io.coterie.federation.RunFindings;
import io.coterie.federation.RunListener;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.Clustering;
import io.coterie.method.MethodRunner;
import io.coterie.secure.Identities;
import io.coterie.store.journal.EventKind;
import io.coterie.study.Study;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.v1.FederationProto.Answer;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The course of a study, from the first site that joins to the labels: the coordinator's half of
 * what {@link io.coterie.federation.Federation} does in one process. After a restart it runs again
 * from the start.
 *
 * <p>Runs once, on a thread of its own.
 */
final class StudyExecution {
  private final Study study;
  private final StudySession session;
  private final StudyLog log;
  private final Parallel parallel;
  private final RunListener listener;
  private final RunFindings findings;
  private final ServedSites sites;

  StudyExecution(
      StudySession session,
      StudyLog log,
      Optional<Identities> identities,
      Parallel parallel,
      RunListener listener) {
    this.study = session.study();
    this.session = session;
    this.log = log;
    this.parallel = parallel;
    this.listener = listener;
    this.findings = new RunFindings(listener);
    this.sites = new ServedSites(log, session, identities, parallel, findings, listener);
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
              .coordinate(sites, findings, parallel);
      int rounds = sites.takingPart().size();
      byte[] model =
          answered.apply(new StudyAnswer(found.model(), findings.all(), sites.takingPart()));
      if (!log.has(EventKind.ANSWERED)) {
        log.study(EventKind.ANSWERED, rounds, "");
      }
      label(rounds + 1, found, model);
      end(new StudyEnd(Phase.FINISHED, "The study is finished."));
    } catch (StudyEndException e) {
      end(e.end());
      throw e.told();
    } catch (CoterieException e) {
      // A disk that is full here is no failure of the study: its sites wait until there is space.
      Phase phase = e.code() == ErrorCode.OUTPUT ? Phase.PAUSED : Phase.FAILED;
      end(new StudyEnd(phase, e.getMessage()));
      throw e;
    } catch (RuntimeException e) {
      // What went wrong here is our fault and says nothing to a site.
      end(new StudyEnd(Phase.FAILED, "The coordinator met an error of its own."));
      throw e;
    }
    listener.on(new RunEvent.Finished(sites.takingPart().size(), Seconds.since(start)));
  }

  /** Ends the study for its sites, whether or not that can be written down. */
  private void end(StudyEnd how) {
    try {
      log.study(EventKind.valueOf(how.phase().name()), sites.takingPart().size(), how.reason());
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
}

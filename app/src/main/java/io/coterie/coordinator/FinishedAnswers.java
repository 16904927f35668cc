package io.coterie.coordinator;

import com.google.protobuf.ByteString;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.Sha256;
import io.coterie.coordinator.operator.StudyStatus.State;
import io.coterie.store.journal.BegunStudy;
import io.coterie.store.journal.EventKind;
import io.coterie.store.journal.Journal;
import io.coterie.store.journal.MessageKey;
import io.coterie.study.Study;
import io.coterie.wire.v1.FederationProto.FinishedStudy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * The answers of finished studies, for their sites that were lost or came late. They are in the
 * journal, as they were when the study ended, under their digests. Handing one out asks nothing of
 * a site and changes nothing.
 *
 * <p>Thread-safe.
 */
final class FinishedAnswers {
  private final Journal journal;
  private final Set<String> offered = new ConcurrentSkipListSet<>();

  FinishedAnswers(Journal journal) {
    this.journal = journal;
  }

  /** Hands out the answer of a study from now on, if it is finished, or once it is. */
  void offer(String study) {
    offered.add(study);
  }

  private static MessageKey key(String part) {
    return new MessageKey(0, 0, part, StudyLog.COORDINATOR);
  }

  /** Keeps what all sites of a study may have; what was kept first stays. */
  static void keep(Journal journal, String study, Part part, byte[] bytes) {
    Journal.Acceptance unused = journal.keep(study, key(part.step), bytes);
  }

  /** What is kept of an answer. */
  enum Part {
    MODEL("finished-model"),
    REPORT("finished-report");

    private final String step;

    Part(String step) {
      this.step = step;
    }
  }

  /**
   * Returns the digest of a finished study's model, by which sites can compare it.
   *
   * @throws CoterieException if there is no answer to hand out
   */
  String digest(Study study) {
    Optional<BegunStudy> begun = journal.study(study.name());
    if (begun.isEmpty() || !begun.get().hash().equals(study.hash())) {
      throw CoterieException.usage(
          "Study %s, %s, is not in the journal. Give the study file and the --home with which it ran."
              .formatted(study.name(), study.hash()));
    }
    return Sha256.hex(model(study));
  }

  private byte[] model(Study study) {
    if (study.isProfile()) {
      throw CoterieException.usage(
          "Study %s is a profile, which labels no records. Its page is in the coordinator's results."
              .formatted(study.name()));
    }
    if (!new StudyLog(journal, study.name()).has(EventKind.FINISHED)) {
      throw new CoterieException(
          ErrorCode.NETWORK,
          "Study %s is not finished, so there is no answer to fetch. Take part with coterie join."
              .formatted(study.name()));
    }
    return journal
        .find(study.name(), key(Part.MODEL.step))
        .orElseThrow(
            () ->
                CoterieException.badData(
                    "Study %s ended with a Coterie that kept no answer. Run coterie resume once, which writes it down."
                        .formatted(study.name())));
  }

  /**
   * Returns what a site of a finished study gets.
   *
   * @param name of the study; empty for the only one that the site is part of
   * @throws CoterieException if the site gets nothing
   */
  byte[] of(String name, String site) {
    Study study = study(name, site);
    SiteRegistry sites = new SiteRegistry(study.participation(), () -> 0);
    new StudyLog(journal, study.name()).restore(sites);
    if (sites.state(site) == State.REFUSED) {
      throw new CoterieException(
          ErrorCode.NETWORK,
          "Site %s was put out of study %s: %s".formatted(site, study.name(), sites.reason(site)));
    }
    byte[] model = model(study);
    FinishedStudy.Builder answer =
        FinishedStudy.newBuilder()
            .setText(study.canonical())
            .setHash(study.hash())
            .setModel(ByteString.copyFrom(model))
            .setDigest(ByteString.copyFrom(Sha256.of(model)));
    journal
        .find(study.name(), key(Part.REPORT.step))
        .ifPresent(report -> answer.setReport(ByteString.copyFrom(report)));
    return answer.build().toByteArray();
  }

  /** A caller that is no site of a study does not learn that there is one. */
  private Study study(String name, String site) {
    List<Study> own =
        journal.studies().stream()
            .filter(begun -> offered.contains(begun.name()))
            .map(begun -> Study.parse(begun.text(), "the journal's study"))
            .filter(study -> study.participation().sites().contains(site))
            .toList();
    return own.stream()
        .filter(study -> name.isEmpty() ? own.size() == 1 : study.name().equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(own));
  }

  private static CoterieException unknown(List<Study> own) {
    Set<String> names = new TreeSet<>();
    own.forEach(study -> names.add(study.name()));
    return new CoterieException(
        ErrorCode.NETWORK,
        names.isEmpty()
            ? "There is no study here that names this site under participation.sites. Ask the coordinator's operator to run coterie serve STUDY --finished."
            : "There is no such study here for this site; there is: %s. Choose one with --study."
                .formatted(String.join(", ", names)));
  }
}

package io.coterie.coordinator;

import io.coterie.coordinator.operator.StudyStatus.State;
import io.coterie.study.Durations;
import io.coterie.study.Participation;
import java.util.List;

/**
 * How many sites are enough, and what to say where they are not.
 *
 * @param participation of the study
 * @param attendance who is there
 */
record Quorum(Participation participation, SiteRegistry attendance) {
  private static final String ADVICE =
      "Start coterie join at all sites and go on with coterie resume, or begin a study with a lower"
          + " participation.quorum.";

  /** Ends a study that too few sites have joined in time. */
  void requireJoined() {
    List<String> joined = attendance.in(State.JOINED, State.ABSENT);
    if (joined.size() < participation.quorum()) {
      throw StudyEndException.failed(
          "Only %s joined within %s: %s; the quorum is %d. Missing: %s. %s"
              .formatted(
                  SiteText.count(joined.size()),
                  Durations.text(participation.joinWithin()),
                  SiteText.names(joined),
                  participation.quorum(),
                  SiteText.names(attendance.in(State.EXPECTED, State.DECLINED, State.REFUSED)),
                  ADVICE));
    }
  }

  /** Ends a study in which too few sites have answered a round in time. */
  void requireAnswers(int round, List<String> present) {
    if (present.size() < participation.quorum()) {
      throw StudyEndException.failed(
          "Round %d has answers of %s (%s) after %s; the quorum is %d. Missing: %s. %s"
              .formatted(
                  round,
                  SiteText.count(present.size()),
                  SiteText.names(present),
                  Durations.text(participation.answerWithin()),
                  participation.quorum(),
                  SiteText.names(attendance.where(site -> !present.contains(site))),
                  ADVICE));
    }
  }

  /** Ends a study that cannot reach its quorum any more, whoever comes. */
  void requirePossible() {
    List<String> out = attendance.in(State.DECLINED, State.REFUSED);
    if (attendance.sites().size() - out.size() < participation.quorum()) {
      StringBuilder why = new StringBuilder();
      for (String site : out) {
        String how = attendance.state(site) == State.DECLINED ? "declined" : "was refused";
        why.append(" %s %s: %s".formatted(site, how, attendance.reason(site)));
      }
      throw StudyEndException.failed(
          ("The quorum of %d sites cannot be reached any more.%s Settle this with the sites and begin"
                  + " a new study.")
              .formatted(participation.quorum(), why));
    }
  }
}

package io.coterie.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.faults.Fault.Kind;
import io.coterie.faults.Fault.Point;
import io.coterie.json.Json;
import io.coterie.store.journal.Journal;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What once went wrong in a study, and does not any more. */
@Execution(ExecutionMode.CONCURRENT) // most of the time they wait
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KnownFaultsIT {
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private FaultRuns runs;

  @BeforeEach
  void provision() {
    runs = new FaultRuns(folder);
  }

  private FaultStudy.Outcome run(Setting setting, Fault... faults) throws Exception {
    FaultStudy.Outcome outcome = runs.run(new Schedule(0, setting, List.of(faults)));
    assertThat(outcome.problems()).as(outcome.toString()).isEmpty();
    assertThat(outcome.struck()).containsExactlyInAnyOrder(faults);
    return outcome;
  }

  private static Fault coordinator(Kind kind, Point point, int at, int amount) {
    return new Fault(kind, Fault.COORDINATOR, point, at, amount);
  }

  @Test
  void aFullDiskAtTheCoordinatorEndsNoSite() throws Exception {
    run(Setting.MASKED, coordinator(Kind.FULL_DISK, Point.WRITE, 12, 6));
  }

  @Test
  void resultsThatFindNoSpaceAreWrittenWhenTheCoordinatorIsBack() throws Exception {
    run(Setting.PLAIN, coordinator(Kind.FULL_RESULTS, Point.PUBLISH, 1, 0));
  }

  @Test
  void aSiteThatCannotWriteThatItHasItsLabelsSaysSoAfterAll() throws Exception {
    int labelled = Setting.MASKED.times(Point.WRITE, false) - 1;
    run(Setting.MASKED, new Fault(Kind.FULL_DISK, "b", Point.WRITE, labelled, 1));
  }

  @Test
  void aSiteThatMissedTheLastRoundGetsLabelsByTheModel() throws Exception {
    int last = Setting.MASKED_QUORUM.times(Point.SEND, false) - 1;
    FaultStudy.Outcome outcome =
        run(Setting.MASKED_QUORUM, new Fault(Kind.AWAY, "d", Point.SEND, last, 1000));
    assertThat(outcome.end()).contains("3=[a, b, c]");
  }

  @Test
  void aDpSumIsTriedAgainWithoutADoubleCharge() throws Exception {
    FaultStudy.Outcome outcome = run(Setting.DP, new Fault(Kind.KILL, "b", Point.SENT, 2, 0));
    assertThat(outcome.end()).contains("1 tried again");
  }

  @Test
  void whatAKilledProcessSaidMayComeAfterItsSuccessor() throws Exception {
    FaultStudy.Outcome outcome =
        run(
            Setting.MASKED,
            new Fault(Kind.HELD, "b", Point.SEND, 1, 0),
            // so that the step is still open when the message comes
            new Fault(Kind.PARTITION, "c", Point.SEND, 1, 4000));
    assertThat(outcome.end()).contains("1 tried again");
  }

  @Test
  void theJoiningOfAKilledProcessMayComeAfterThatOfItsSuccessor() throws Exception {
    Fault[] faults = {
      new Fault(Kind.KILL, "b", Point.WRITE, 3, 0),
      new Fault(Kind.OLD_JOIN, "b", Point.SEND, 1, 1),
      // so that the successor's signs of life are heard while the study goes on
      new Fault(Kind.PARTITION, "c", Point.SEND, 2, 8000)
    };
    Path own = folder.resolve("joins");
    Schedule schedule = new Schedule(0, Setting.MASKED, List.of(faults));
    FaultStudy.Outcome outcome = new FaultStudy(schedule, own, runs.trust()).run();
    assertThat(outcome.problems()).as(outcome.toString()).isEmpty();
    assertThat(outcome.struck()).containsExactlyInAnyOrder(faults);

    List<String> joined = joined(own.resolve(Fault.COORDINATOR).resolve("journal.db"), "b");
    String former = joined.get(0);
    String successor = joined.get(1);
    assertThat(joined).containsExactly(former, successor, former, successor);
  }

  /** Returns which processes of a site have joined, one after the other. */
  private static List<String> joined(Path file, String site) {
    try (Journal journal = Journal.open(file)) {
      return journal.events(Setting.MASKED.study().name(), 0).stream()
          .filter(event -> event.kind().equals("joined"))
          .map(event -> Json.parse(event.text()))
          .filter(node -> node.path("site").asText().equals(site))
          .map(node -> node.path("incarnation").asText())
          .toList();
    }
  }

  @Test
  void aStudyThatIsResumedAfterItsEndGivesLabelsToASiteThatMissedThem() throws Exception {
    Setting setting = Setting.MASKED_QUORUM;
    Fault away = new Fault(Kind.AWAY, "d", Point.PUBLISH, 1, 0);
    Path own = folder.resolve("resumed");
    FaultStudy first = new FaultStudy(new Schedule(0, setting, List.of(away)), own, runs.trust());
    assertThat(first.run().problems()).isEmpty();
    SiteParty missed = first.sites().get(3);
    assertThat(missed.labels()).isEmpty();

    FaultStudy again = new FaultStudy(new Schedule(0, setting, List.of()), own, runs.trust());
    FaultStudy.Outcome outcome = again.run();
    assertThat(outcome.problems()).as(outcome.toString()).isEmpty();
    assertThat(missed.labels()).isPresent();
  }
}

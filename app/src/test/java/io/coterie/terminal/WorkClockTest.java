package io.coterie.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.federation.RunListener.RunEvent;
import io.coterie.method.LongWork.WorkProgress;
import io.coterie.method.LongWork.WorkProgress.Count;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkClockTest {
  private static WorkProgress at(String work, int round, int batch) {
    return new WorkProgress(
        work, List.of(new Count("round", round, 10), new Count("batch", batch, 5)));
  }

  @Test
  void timeToGoFollowsFromTheRateOfAllSites() {
    WorkClock clock = new WorkClock(2);
    clock.take("a", at("training", 1, 5), 100);
    assertThat(clock.words()).isEqualTo("training: round 1 of 10, batch 5 of 5");
    clock.take("b", at("training", 1, 5), 102);
    // A tenth of the work of one site of two took 2 s; nine tenths of both are left.
    assertThat(clock.words()).endsWith("batch 5 of 5, about 36 s to go");
    clock.take("a", at("training", 2, 5), 200);
    assertThat(clock.words()).endsWith("about 14 min to go");
  }

  @Test
  void aWorkThatGoesOnAfterARestartIsNotFasterThanItIs() {
    WorkClock clock = new WorkClock(1);
    clock.take("a", at("training", 9, 1), 0);
    clock.take("a", at("training", 9, 2), 1000);
    assertThat(clock.words()).endsWith("about 2.2 h to go");
    clock.take("a", at("teaching", 1, 1), 1001);
    assertThat(clock.words()).isEqualTo("teaching: round 1 of 10, batch 1 of 5");
  }

  @Test
  void aSiteTellsAtMostEveryTenSeconds() {
    List<String> lines = new ArrayList<>();
    WorkLines told = new WorkLines(lines::add);
    told.accept(at("training", 1, 1), 0);
    told.accept(at("training", 1, 2), 4);
    told.accept(at("training", 1, 3), 9.9);
    told.accept(at("training", 1, 4), 10);
    told.accept(at("teaching", 1, 1), 11);
    assertThat(lines)
        .containsExactly(
            "training: round 1 of 10, batch 1 of 5",
            "training: round 1 of 10, batch 4 of 5, about 3 min to go",
            "teaching: round 1 of 10, batch 1 of 5");
  }

  @Test
  void theLineOfARunShowsTheWorkWhileItLasts() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    try (Progress progress = new Progress(err, StatusLine.Mode.REDRAWN)) {
      progress.on(new RunEvent.Started("m", List.of("a", "b")));
      progress.on(new RunEvent.RoundStarted(7, "question"));
      progress.on(new RunEvent.Working("a", at("training", 1, 2)));
      progress.on(new RunEvent.RoundEnded(7, 1));
      progress.on(new RunEvent.RoundStarted(8, "anchors"));
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .containsPattern("round 7 +small groups of records")
        .containsPattern("round 7 +training: round 1 of 10, batch 2 of 5")
        .containsPattern("round 8 +sums around the anchors");
  }
}

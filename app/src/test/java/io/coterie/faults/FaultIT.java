package io.coterie.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A few studies in which things go wrong; {@link FaultStudies} has many. Where something is wrong,
 * the message has the seed and the schedule.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FaultIT {
  private static final int STUDIES = 10;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  @Test
  void studiesEndWellWhateverGoesWrong() throws Exception {
    List<FaultStudy.Outcome> wrong =
        new FaultRuns(folder).run(LongStream.rangeClosed(1, STUDIES), 2, outcome -> {});
    assertThat(wrong).isEmpty();
  }

  @Test
  void aSeedGivesTheSameScheduleAgain() {
    assertThat(Schedule.of(7)).isEqualTo(Schedule.of(7)).isNotEqualTo(Schedule.of(8));
  }

  @Test
  void everyKindOfFaultIsDrawn() {
    assertThat(
            LongStream.range(0, 500)
                .boxed()
                .flatMap(seed -> Schedule.of(seed).faults().stream())
                .map(Fault::kind)
                .distinct())
        .containsExactlyInAnyOrderElementsOf(Fault.Kind.DRAWN);
  }
}

package io.coterie.faults;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many studies in which things go wrong, for half an hour or more: it runs only when named, as in
 * -Dtest=FaultStudies#random, and prints what came of each. -Dfault.studies=N sets how many,
 * -Dfault.seed=S the first seed, -Dfault.at-a-time=K how many run side by side. A seed that fails
 * is run again by -Dfault.studies=1 -Dfault.seed=SEED.
 */
class FaultStudies {
  private static final int STUDIES = Integer.getInteger("fault.studies", 500);
  private static final long SEED = Long.getLong("fault.seed", 1);
  private static final int AT_A_TIME = Integer.getInteger("fault.at-a-time", 3);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  @Test
  void random() throws Exception {
    List<Schedule> schedules =
        LongStream.range(SEED, SEED + STUDIES).mapToObj(Schedule::of).toList();
    run(schedules);
  }

  /** Kills the coordinator and a site before and after every write and every send. */
  @Test
  void everyPoint() throws Exception {
    List<Schedule> schedules = new ArrayList<>();
    for (Setting setting : List.of(Setting.MASKED, Setting.DP)) {
      for (String party : List.of(Fault.COORDINATOR, "b")) {
        boolean ofCoordinator = party.equals(Fault.COORDINATOR);
        List<Fault.Point> points =
            ofCoordinator ? Fault.Point.OF_COORDINATORS : Fault.Point.OF_SITES;
        for (Fault.Point point : points) {
          for (int at = 1; at <= setting.times(point, ofCoordinator); at++) {
            Fault kill = new Fault(Fault.Kind.KILL, party, point, at, 0);
            schedules.add(new Schedule(schedules.size(), setting, List.of(kill)));
          }
        }
      }
    }
    run(schedules);
  }

  private void run(List<Schedule> schedules) throws Exception {
    FaultRuns runs = new FaultRuns(folder);
    List<FaultStudy.Outcome> wrong =
        runs.run(schedules, AT_A_TIME, outcome -> System.out.println(outcome));
    System.out.printf(
        "%d of %d studies ended well%n", schedules.size() - wrong.size(), schedules.size());
    if (!wrong.isEmpty()) {
      throw new AssertionError("%d of %d went wrong".formatted(wrong.size(), schedules.size()));
    }
  }
}

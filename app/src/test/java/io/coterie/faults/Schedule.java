package io.coterie.faults;

import io.coterie.faults.Fault.Kind;
import io.coterie.faults.Fault.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * What goes wrong in one study, all of it drawn from a seed.
 *
 * @param seed of the draw
 * @param setting the study
 * @param faults that may strike; one at a point that the study does not come to does not
 */
record Schedule(long seed, Setting setting, List<Fault> faults) {
  private static final int MOST_FAULTS = 5;

  Schedule {
    faults = List.copyOf(faults);
  }

  static Schedule of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Setting setting = one(random, List.of(Setting.values()));
    List<Fault> faults = new ArrayList<>();
    int count = 1 + random.nextInt(MOST_FAULTS);
    while (faults.size() < count) {
      Fault fault = fault(random, setting);
      boolean isSecondAway =
          fault.kind() == Kind.AWAY && faults.stream().anyMatch(other -> other.kind() == Kind.AWAY);
      if (!isSecondAway && (fault.kind() != Kind.AWAY || setting.canMissASite())) {
        faults.add(fault);
      }
    }
    return new Schedule(seed, setting, faults);
  }

  private static Fault fault(SplittableRandom random, Setting setting) {
    boolean ofCoordinator = random.nextInt(4) == 0;
    Kind kind =
        ofCoordinator
            ? one(
                random,
                List.of(Kind.KILL, Kind.KILL, Kind.FULL_DISK, Kind.SLOW_DISK, Kind.FULL_RESULTS))
            : one(random, Kind.DRAWN);
    String party = ofCoordinator ? Fault.COORDINATOR : one(random, setting.sites());
    Point point = one(random, points(kind, ofCoordinator));
    int at = 1 + random.nextInt(setting.times(point, ofCoordinator));
    return new Fault(kind, party, point, at, amount(random, kind));
  }

  private static <T> T one(SplittableRandom random, List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private static List<Point> points(Kind kind, boolean ofCoordinator) {
    return switch (kind) {
      case KILL, AWAY -> ofCoordinator ? Point.OF_COORDINATORS : Point.OF_SITES;
      case MEMORY -> List.of(Point.WRITE, Point.SAY, Point.PUBLISH);
      case FULL_DISK, SLOW_DISK -> List.of(Point.WRITE);
      case FULL_RESULTS -> List.of(Point.PUBLISH);
      default -> List.of(Point.SEND);
    };
  }

  private static int amount(SplittableRandom random, Kind kind) {
    return switch (kind) {
      case AWAY -> random.nextBoolean() ? 0 : 500 + random.nextInt(1500);
      case FULL_DISK -> 1 + random.nextInt(6);
      case SLOW_DISK -> 5 + random.nextInt(60);
      case CLOCK -> random.nextBoolean() ? 1 : -1;
      case PARTITION, NAMES -> 100 + random.nextInt(1200);
      case DELAY -> 5 + random.nextInt(80);
      case REORDER, OLD_JOIN -> 1 + random.nextInt(5);
      default -> 0;
    };
  }

  @Override
  public String toString() {
    return "seed %d, %s: %s"
        .formatted(
            seed, setting, faults.stream().map(Fault::toString).collect(Collectors.joining("; ")));
  }
}

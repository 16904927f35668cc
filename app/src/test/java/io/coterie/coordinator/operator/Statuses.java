package io.coterie.coordinator.operator;

import io.coterie.coordinator.Phase;
import io.coterie.coordinator.operator.StudyStatus.State;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A study of two sites as its operator may see it. */
final class Statuses {
  private Statuses() {}

  static StudyStatus collecting(String study) {
    return new StudyStatus(
        study,
        "ab12",
        Phase.COLLECTING,
        3,
        Optional.of("mask"),
        Optional.of(Duration.ofMillis(61_500)),
        2,
        Optional.empty(),
        Map.of("accepted", 7L, "refused", 1L),
        new StudyStatus.Course(
            List.of(new StudyStatus.Round(2, "small groups", 2, 900, Duration.ofMillis(250))),
            Map.of("anchors", "12"),
            List.of(30L, 10L)),
        List.of(
            new StudyStatus.Site(
                "a",
                State.JOINED,
                true,
                Optional.of(Duration.ofMillis(1_250)),
                "round 3",
                1_000,
                20,
                2),
            new StudyStatus.Site(
                "b", State.REFUSED, false, Optional.empty(), "sent \"nonsense\"", 0, 0, 0)));
  }
}

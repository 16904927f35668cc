package io.coterie.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.method.LongWork.WorkProgress;
import io.coterie.method.LongWork.WorkProgress.Count;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkProgressTest {
  @Test
  void countsWithinCountsAddUp() {
    WorkProgress progress =
        new WorkProgress(
            "training",
            List.of(new Count("round", 3, 20), new Count("pass", 1, 1), new Count("batch", 5, 10)));

    assertThat(progress.done()).isCloseTo(2.5 / 20, within(1e-12));
    assertThat(progress).hasToString("training: round 3 of 20, batch 5 of 10");
    assertThat(new WorkProgress("a", List.of(new Count("b", 4, 4))).done()).isEqualTo(1);
  }

  @Test
  void refusesCountsBeyondTheLast() {
    assertThatThrownBy(() -> new Count("pass", 3, 2)).hasMessageContaining("pass is 3 of 2");
    assertThatThrownBy(() -> new WorkProgress("training", List.of()))
        .hasMessageContaining("counts");
  }
}

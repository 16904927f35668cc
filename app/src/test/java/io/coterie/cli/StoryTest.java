package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.protocol.ClusterCount;
import io.coterie.protocol.InputKind;
import io.coterie.protocol.InputPlan;
import io.coterie.protocol.MethodOptions;
import io.coterie.protocol.StudyPlan;
import org.junit.jupiter.api.Test;

class StoryTest {
  private static StudyPlan plan(String method, MethodOptions options) {
    return new StudyPlan(
        method, ClusterCount.of(2), InputPlan.automatic(InputKind.table(), 3), options);
  }

  @Test
  void knowsWhichPlanGivesRecordsAway() {
    MethodOptions record = MethodOptions.none().with("resolution", "record");
    MethodOptions coarse = MethodOptions.none().with("resolution", "coarse");
    assertThat(Story.givesRecordsAway(plan("spp-fgc", record))).isTrue();
    assertThat(Story.givesRecordsAway(plan("spp-fgc", coarse))).isFalse();
    assertThat(Story.givesRecordsAway(plan("anchor-graph", MethodOptions.none()))).isFalse();
  }
}

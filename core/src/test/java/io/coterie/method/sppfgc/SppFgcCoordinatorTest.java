package io.coterie.method.sppfgc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.internal.SiteStructure;
import io.coterie.message.internal.SiteStructure.SiteGraph;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.ScriptedSites;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

class SppFgcCoordinatorTest {
  @Test
  void variancesWhereCovariancesAreAskedForAreRefused() {
    StudyPlan plan =
        StudyPlan.of("spp-fgc", 1, InputPlan.automatic(InputKind.table(), 3))
            .with(PrivacyPlan.component());
    CoordinatorContext context =
        new CoordinatorContext(new Seed(1), Parallel.sequential(), (name, value) -> {}, 3);
    Reply<?> reply =
        new ScriptedSites(List.of())
            .upToTheEnd(sites -> new SppFgcMethod().coordinate(plan, context, sites))
            .expected();
    SiteStructure variances =
        new SiteStructure(
            Vector.of(2), Matrix.zeros(1, 3), Matrix.zeros(1, 3), SiteGraph.withheld(true, 0));

    assertThatThrownBy(() -> reply.check(variances))
        .hasMessageContaining("3 numbers a prototype where 6 are asked for");
  }
}

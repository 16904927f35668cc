package io.coterie.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.CoordinatorMessage;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A site that was not there when the clusters were found, of methods that tell sites their own. */
class MissedRoundTest {
  @ParameterizedTest
  @ValueSource(strings = {"spp-fgc", "k-fed", "fed-sc", "dsc"})
  void aSiteLabelsItsRecordsByTheModel(String method) {
    StudyPlan plan =
        StudyPlan.of(method, 2, InputPlan.automatic(InputKind.table(), 1))
            .with(PrivacyPlan.component());
    Seed seed = new Seed(1);
    SitePart site =
        Methods.of(plan)
            .site(
                plan,
                new SiteContext(
                    SiteData.of("a", Matrix.over(4, 1, new double[] {-3, 2, 3, -2})),
                    new PrivacyGate("a", NoiseSource.repeatable(seed)),
                    seed,
                    Parallel.sequential()));
    NearestPrototype model = NearestPrototype.ofCenters(Matrix.over(2, 1, new double[] {-2, 2}));

    assertThat(site.labels(new CoordinatorMessage(3, model)).toArray()).containsExactly(0, 1, 1, 0);
  }
}

package io.coterie.method.anchor;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.fusion.internal.GraphPartition.Spectrum;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import org.junit.jupiter.api.Test;

class AnchorProfileTest {
  private static final InputKind TABLE = InputKind.table();
  private static final InputKind IMAGES = InputKind.image(8, 8);
  private static final InputKind VECTORS = InputKind.vectors();

  private static AnchorProfile profile(InputKind kind, int clusters) {
    return new AnchorProfile(kind, new ClusterCount(clusters));
  }

  @Test
  void twentyClustersAreMany() {
    assertThat(AnchorProfile.isMany(19)).isFalse();
    assertThat(AnchorProfile.isMany(20)).isTrue();

    assertThat(profile(VECTORS, 19).usesDirections()).isFalse();
    assertThat(profile(VECTORS, 20).usesDirections()).isTrue();
    assertThat(profile(IMAGES, 20).usesDirections()).isFalse();
    assertThat(profile(TABLE, 20).usesDirections()).isFalse();
  }

  @Test
  void tablesKeepTheirFeaturesAndOthersTheirPrincipalAxes() {
    assertThat(profile(TABLE, 100).principalAxes()).isEmpty();
    assertThat(profile(IMAGES, 100).principalAxes()).contains(60);
    assertThat(profile(VECTORS, 0).principalAxes()).contains(64);
    assertThat(profile(VECTORS, 32).principalAxes()).contains(64);
    assertThat(profile(VECTORS, 100).principalAxes()).contains(200);
    assertThat(profile(VECTORS, 200).principalAxes()).contains(256);
  }

  @Test
  void anImageHasThreeToFiveAnchorsAndAnotherRecordEight() {
    assertThat(profile(TABLE, 2).neighbors(1000)).isEqualTo(8);
    assertThat(profile(VECTORS, 2).neighbors(1000)).isEqualTo(8);
    assertThat(profile(IMAGES, 10).neighbors(100)).isEqualTo(3);
    assertThat(profile(IMAGES, 10).neighbors(320)).isEqualTo(4);
    assertThat(profile(IMAGES, 10).neighbors(1000)).isEqualTo(5);
    assertThat(profile(IMAGES, 0).neighbors(320)).isEqualTo(4);
  }

  @Test
  void theSpectrumDependsOnTheKindAndTheClusters() {
    assertThat(profile(TABLE, 30).spectrum()).isEqualTo(Spectrum.COMMUTE);
    assertThat(profile(VECTORS, 19).spectrum()).isEqualTo(Spectrum.COMMUTE);
    assertThat(profile(VECTORS, 20).spectrum()).isEqualTo(Spectrum.PLAIN);
    assertThat(profile(IMAGES, 9).spectrum()).isEqualTo(Spectrum.COMMUTE);
    assertThat(profile(IMAGES, 10).spectrum()).isEqualTo(Spectrum.CONSENSUS);
    assertThat(AnchorProfile.noisySpectrum(9)).isEqualTo(Spectrum.PLAIN);
    assertThat(AnchorProfile.noisySpectrum(10)).isEqualTo(Spectrum.CONSENSUS);
  }

  @Test
  void tablesFitAMixtureAndOthersLearnAMetric() {
    assertThat(profile(TABLE, 3).fitsMixture()).isTrue();
    assertThat(profile(TABLE, 3).learnsMetric()).isFalse();
    for (InputKind kind : new InputKind[] {IMAGES, VECTORS}) {
      assertThat(profile(kind, 3).fitsMixture()).isFalse();
      assertThat(profile(kind, 3).learnsMetric()).isTrue();
    }
  }

  @Test
  void theClustersThatAreFoundReplaceThoseOfThePlan() {
    StudyPlan plan =
        StudyPlan.of("anchor-graph:groups", 5, InputPlan.automatic(VECTORS, 100))
            .with(PrivacyPlan.component());

    assertThat(AnchorProfile.of(plan)).isEqualTo(profile(VECTORS, 5));
    assertThat(AnchorProfile.of(plan).withClusters(20)).isEqualTo(profile(VECTORS, 20));
  }
}

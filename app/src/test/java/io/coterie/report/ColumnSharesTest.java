package io.coterie.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.features.Representation;
import io.coterie.features.internal.LevelIndicators;
import io.coterie.features.internal.Standardize;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.model.FittedModel;
import io.coterie.model.internal.MixtureModel;
import io.coterie.plan.InputKind;
import io.coterie.plan.StudyPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnSharesTest {
  private static List<RunSummary.Column> columns() {
    LevelIndicators leftOut = new LevelIndicators(IntVector.of(0, 0, -1, 0), IntVector.of());
    Standardize same = new Standardize(Vector.of(0, 0, 0), Vector.of(1, 1, 1));
    GaussianMixture mixture =
        GaussianMixture.of(
            new double[] {0.5, 0.5},
            Matrix.ofRows(new double[] {0, 0, 0}, new double[] {2, 9, 0.1}),
            List.of(Matrix.zeros(3, 3).map((i, j, zero) -> i == j ? 1 : 0)));
    FittedModel model =
        new FittedModel(4, new Representation(List.of(leftOut, same)), MixtureModel.of(mixture));
    StudyPlan plan =
        StudyPlan.of("anchor-graph", 2, StudyPlan.InputPlan.automatic(InputKind.table(), 4));
    return ColumnShares.of(plan, model, List.of("some", "much", "out", "little")).orElseThrow();
  }

  @Test
  void columnsComeByWhatTheyShowWithTheirPart() {
    assertThat(columns().stream().map(RunSummary.Column::column))
        .containsExactly("much", "some", "little", "out");
    assertThat(columns().stream().map(RunSummary.Column::part))
        .containsExactly("carried the answer", "took part", "took little part", "left out");
    assertThat(columns().get(1).share().orElseThrow()).isEqualTo(0.4859);
    assertThat(columns().get(3).share()).isEmpty();
  }

  @Test
  void wordsNameTheBestAndTheLeast() {
    assertThat(ColumnShares.most(columns()))
        .contains("what each by itself shows of the cluster: much 100 %, some 49 %");
    assertThat(ColumnShares.little(columns())).contains("little");
  }
}

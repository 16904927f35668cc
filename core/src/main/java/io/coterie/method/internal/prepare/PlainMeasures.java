package io.coterie.method.internal.prepare;

import io.coterie.features.RecordMap;
import io.coterie.math.Vector;
import io.coterie.message.internal.FeatureScatter;
import io.coterie.message.internal.FeatureSums;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.method.internal.check.NormBound;
import io.coterie.method.internal.prepare.PreparationQuestion.Measure;
import java.util.List;

/** Sums as each site adds them up. */
record PlainMeasures(Sites sites) implements FeatureMeasures {
  @Override
  public FeatureSums sums(List<RecordMap> steps, int dimension, NormBound reach) {
    return sites.total(
        new PreparationQuestion(steps, Measure.SUMS, Vector.of()),
        Reply.sum(FeatureSums.zero(dimension), reach::requireSums));
  }

  @Override
  public FeatureSums squares(List<RecordMap> steps, Vector mean) {
    return sites.total(
        new PreparationQuestion(steps, Measure.DEVIATIONS, mean),
        Reply.sum(FeatureSums.zero(mean.size()), PlainMeasures::requireSquares));
  }

  @Override
  public FeatureScatter scatter(
      List<RecordMap> steps, Vector mean, NormBound reach, double records) {
    return sites.total(
        new PreparationQuestion(steps, Measure.SCATTER, mean),
        Reply.sum(
            FeatureScatter.zero(mean.size()),
            scatter -> reach.requireScatter(scatter, mean, records)));
  }

  private static void requireSquares(FeatureSums squares) {
    for (int j = 0; j < squares.sums().size(); j++) {
      Reply.require(squares.sums().at(j) >= 0, "a sum of squares is negative");
    }
  }
}

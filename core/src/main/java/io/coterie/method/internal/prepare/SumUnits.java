package io.coterie.method.internal.prepare;

import io.coterie.features.RecordMap;
import io.coterie.features.internal.NormalizeRows;
import io.coterie.features.internal.Project;
import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.internal.ClusterMoments;
import io.coterie.message.internal.FeatureScatter;
import io.coterie.message.internal.FeatureSums;
import io.coterie.message.internal.SumUnit;
import java.util.List;

/** In which unit sums over records go, by what the coordinator already knows of all of them. */
public final class SumUnits {
  /** Rows of length 1 differ by at least about this much of what they could. */
  private static final double DEVIATION_OF_UNIT_ROWS = 1.0 / 16;

  private SumUnits() {}

  /** Returns the unit of features as they are, of which one has the smallest deviation. */
  static SumUnit ofTable(double records, Vector mean, FeatureSums squares, double smallest) {
    double sum = 0;
    for (int j = 0; j < mean.size(); j++) {
      sum += squares.sums().at(j) + records * mean.at(j) * mean.at(j);
    }
    return SumUnit.of(records, sum, smallest);
  }

  /** Returns the unit of features whose deviation is 1; a logarithm makes them smaller. */
  static SumUnit ofStandardized(double records, int dimension) {
    return SumUnit.of(records, records * dimension, DEVIATION_OF_UNIT_ROWS);
  }

  static SumUnit ofUnitRows(double records, int dimension) {
    return SumUnit.of(records, records, DEVIATION_OF_UNIT_ROWS / Math.sqrt(dimension));
  }

  /** Returns the unit of coordinates on principal axes about the mean. */
  static SumUnit ofProjected(double records, FeatureScatter scatter, int axes) {
    return ofSquares(records, trace(scatter.symmetric()), axes);
  }

  /** Returns the unit in the space of a learned metric. */
  public static SumUnit after(List<RecordMap> steps, ClusterMoments moments, SumUnit before) {
    double records = moments.counts().sum();
    SumUnit unit = before;
    for (RecordMap step : steps) {
      if (step instanceof Project project) {
        Matrix axes = project.axes();
        Matrix mapped =
            Blas.multiplyTransposed(axes, Blas.multiply(moments.scatter().symmetric(), axes));
        unit = ofSquares(records, trace(mapped), axes.columns());
      } else if (step instanceof NormalizeRows) {
        unit = ofUnitRows(records, moments.sums().columns());
      } else {
        return SumUnit.NONE;
      }
    }
    return unit;
  }

  private static SumUnit ofSquares(double records, double squares, int dimension) {
    return SumUnit.of(records, squares, Math.sqrt(squares / records / dimension));
  }

  private static double trace(Matrix square) {
    double trace = 0;
    for (int j = 0; j < square.rows(); j++) {
      trace += square.at(j, j);
    }
    return trace;
  }
}

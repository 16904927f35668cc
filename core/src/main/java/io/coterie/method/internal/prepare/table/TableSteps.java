package io.coterie.method.internal.prepare.table;

import io.coterie.features.FeatureLayout;
import io.coterie.features.RecordMap;
import io.coterie.features.internal.OnLattice;
import io.coterie.features.internal.Regress;
import io.coterie.features.internal.Standardize;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.internal.SumUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The way from a record of a table to what is clustered: every site and the coordinator work it out
 * from the same few numbers.
 *
 * @param scales of the columns
 * @param gaps the Gaussian by which missing values are expected
 */
record TableSteps(TableScales scales, Optional<GapTotals> gaps) {
  /** Sums of squares over all records stay below 2^61 units, with room for sites that come late. */
  private static final int LATTICE_BITS = 57;

  static TableSteps of(TableScales scales) {
    return new TableSteps(scales, Optional.empty());
  }

  TableSteps with(GapTotals found) {
    return new TableSteps(scales, Optional.of(found));
  }

  List<RecordMap> all() {
    List<RecordMap> steps = scales.steps();
    gaps.ifPresent(found -> steps.add(regress(found)));
    // All features on one scale: the typical length of a record is between one and two.
    double[] scale = new double[scales.features()];
    Arrays.fill(scale, scale());
    steps.add(new Standardize(Vector.of(new double[scale.length]), Vector.of(scale)));
    steps.add(new OnLattice(unit().exponent()));
    return steps;
  }

  private double scale() {
    double typical = Math.sqrt(scales.meanSquare());
    return typical > 0 ? Math.scalb(1.0, Math.getExponent(typical)) : 1;
  }

  /** Returns the unit of the lattice on which records are. */
  SumUnit unit() {
    double scale = scale();
    double squares = Math.max(1, scales.records()) * scales.meanSquare() / (scale * scale);
    int exponent =
        Math.floorDiv(Math.getExponent(Math.max(squares, Double.MIN_NORMAL)) + 2 - LATTICE_BITS, 2);
    return new SumUnit(Math.max(-500, Math.min(0, exponent)));
  }

  /** Returns what the features are. */
  FeatureLayout layout() {
    List<Integer> sizes = new ArrayList<>();
    List<Double> offsets = new ArrayList<>();
    List<Double> factors = new ArrayList<>();
    List<Double> rounding = new ArrayList<>();
    List<Double> weights = new ArrayList<>();
    int number = 0;
    int level = 0;
    for (int j = 0; j < scales.input().dimension(); j++) {
      if (scales.input().levels(j) == 0) {
        NumberScale scale = scales.numbers().get(number++);
        if (!scale.isKept()) {
          continue;
        }
        sizes.add(scale.hasTwoValues() ? 1 : 0);
        offsets.add(0.0);
        factors.add(1.0);
        rounding.add(scale.rounding());
        weights.add(1.0);
      } else {
        LevelScale scale = scales.levels().get(level++);
        if (scale.features() > 0) {
          sizes.add(scale.features());
          weights.add(scale.weightValue());
        }
        for (double share : scale.shareValues()) {
          offsets.add(share);
          factors.add(scale.scaleValue() * scale());
          rounding.add(0.0);
        }
      }
    }
    return new FeatureLayout(
        IntVector.of(sizes.stream().mapToInt(Integer::intValue).toArray()),
        vector(offsets),
        vector(factors),
        vector(rounding),
        vector(weights),
        scales.hasGaps());
  }

  private static Vector vector(List<Double> values) {
    return Vector.of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private Regress regress(GapTotals found) {
    double[] deviations = deviations(scales);
    double[] mean = found.mean().toArray();
    for (int j = 0; j < mean.length; j++) {
      mean[j] *= deviations[j];
    }
    Matrix covariance =
        found.covariance().map((i, j, value) -> value * deviations[i] * deviations[j]);
    return Regress.of(Vector.of(mean), covariance);
  }

  /** Returns about the deviation of each feature. */
  static double[] deviations(TableScales scales) {
    List<Double> deviations = new ArrayList<>();
    int number = 0;
    int level = 0;
    boolean hasOneUnit = scales.hasOneUnit();
    double largest = scales.largest();
    for (int j = 0; j < scales.input().dimension(); j++) {
      if (scales.input().levels(j) == 0) {
        NumberScale scale = scales.numbers().get(number++);
        if (!scale.isKept()) {
          continue;
        }
        deviations.add(hasOneUnit && !scale.isConstant() ? scale.scaleValue() / largest : 1.0);
      } else {
        LevelScale scale = scales.levels().get(level++);
        for (double share : scale.shareValues()) {
          deviations.add(Math.sqrt(share * (1 - share)) / scale.scaleValue());
        }
      }
    }
    return deviations.stream().mapToDouble(Double::doubleValue).toArray();
  }
}

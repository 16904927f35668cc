package io.coterie.message.internal;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.SumPayload;
import java.util.List;

/**
 * Per anchor: how many of the records are nearest to it, and their sum.
 *
 * @param unit of which all are multiples
 * @param counts one per anchor
 * @param sums one row per anchor
 */
public record AnchorSums(SumUnit unit, Vector counts, Matrix sums)
    implements SumPayload<AnchorSums> {
  public AnchorSums {
    if (counts.size() != sums.rows()) {
      throw new IllegalArgumentException(
          "%d counts but %d sums.".formatted(counts.size(), sums.rows()));
    }
  }

  public AnchorSums(Vector counts, Matrix sums) {
    this(SumUnit.NONE, counts, sums);
  }

  public static AnchorSums zero(int count, int dimension) {
    return new AnchorSums(Vector.of(new double[count]), Matrix.zeros(count, dimension));
  }

  public AnchorSums in(SumUnit other) {
    return new AnchorSums(other, counts, other.rounded(sums));
  }

  @Override
  public AnchorSums plus(AnchorSums other) {
    return plusAll(List.of(other));
  }

  @Override
  public AnchorSums plusAll(List<AnchorSums> others) {
    double[] allCounts = counts.toArray();
    Matrix allSums = sums.copy();
    double[] values = allSums.array();
    for (AnchorSums other : others) {
      if (!unit.equals(other.unit)) {
        throw new IllegalArgumentException("Sums of different units cannot be added.");
      }
      if (other.sums.columns() != sums.columns() || other.counts.size() != allCounts.length) {
        throw new IllegalArgumentException(
            "Sums of %d x %d and of %d x %d cannot be added."
                .formatted(sums.rows(), sums.columns(), other.sums.rows(), other.sums.columns()));
      }
      for (int i = 0; i < allCounts.length; i++) {
        allCounts[i] += other.counts.at(i);
      }
      double[] more = other.sums.array();
      for (int i = 0; i < values.length; i++) {
        values[i] += more[i];
      }
    }
    return new AnchorSums(unit, Vector.of(allCounts), allSums);
  }
}

package io.coterie.protocol;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import java.util.List;

/**
 * Per anchor: how many of the records are nearest to it, and their sum.
 *
 * @param counts one per anchor
 * @param sums one row per anchor
 */
public record AnchorSums(Vector counts, Matrix sums) implements SumPayload<AnchorSums> {
  public AnchorSums {
    if (counts.size() != sums.rows()) {
      throw new IllegalArgumentException(
          "%d counts but %d sums.".formatted(counts.size(), sums.rows()));
    }
  }

  /** Returns no sums, of so many groups of so many features. */
  public static AnchorSums zero(int count, int dimension) {
    return new AnchorSums(Vector.of(new double[count]), Matrix.zeros(count, dimension));
  }

  @Override
  public AnchorSums plus(AnchorSums other) {
    return new AnchorSums(counts.plus(other.counts), sums.plus(other.sums));
  }

  @Override
  public AnchorSums plusAll(List<AnchorSums> others) {
    double[] allCounts = counts.toArray();
    Matrix allSums = sums.copy();
    double[] values = allSums.array();
    for (AnchorSums other : others) {
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
    return new AnchorSums(Vector.of(allCounts), allSums);
  }

  @Override
  public String kind() {
    return "anchor-sums";
  }

  @Override
  public List<Field> fields() {
    return List.of(Field.numbers("counts", counts), new Field.Numbers("sums", sums));
  }
}

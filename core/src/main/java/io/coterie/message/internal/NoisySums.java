package io.coterie.message.internal;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.SumPayload;
import java.util.List;

/**
 * Per center, with noise: how many records are nearest to it and the sum of their residuals.
 *
 * @param counts one per center; noise may make one negative
 * @param residuals Σ (x − μ), one row per center
 */
public record NoisySums(Vector counts, Matrix residuals) implements SumPayload<NoisySums> {
  public NoisySums {
    if (counts.size() != residuals.rows()) {
      throw new IllegalArgumentException(
          "%d counts but %d sums.".formatted(counts.size(), residuals.rows()));
    }
  }

  /** Returns no sums, of so many groups of so many features. */
  public static NoisySums zero(int count, int dimension) {
    return new NoisySums(Vector.of(new double[count]), Matrix.zeros(count, dimension));
  }

  @Override
  public NoisySums plus(NoisySums other) {
    return new NoisySums(counts.plus(other.counts), residuals.plus(other.residuals));
  }

  @Override
  public String kind() {
    return "noisy-sums";
  }

  @Override
  public List<Field> fields() {
    return List.of(Field.numbers("counts", counts), new Field.Numbers("residuals", residuals));
  }
}

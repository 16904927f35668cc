package io.coterie.features.internal;

import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.Regressions;
import java.util.Optional;

/**
 * Puts, where a value is missing (NaN), what the record's other values let expect: the conditional
 * mean of a Gaussian over all features.
 *
 * @param means of the Gaussian
 * @param triangle of its covariance, row by row from the diagonal on
 */
public record Regress(Vector means, Vector triangle) implements RecordMap {
  public Regress {
    if (triangle.size() != means.size() * (means.size() + 1) / 2) {
      throw new IllegalArgumentException(
          "%d means, but %d numbers of a covariance.".formatted(means.size(), triangle.size()));
    }
  }

  /** Returns the steps that leave missing values missing. */
  public static Representation left(Representation way) {
    return new Representation(
        way.steps().stream().filter(step -> !(step instanceof Regress)).toList());
  }

  /** Returns the map by a covariance, of which the upper triangle is read. */
  public static Regress of(Vector means, Matrix covariance) {
    double[] triangle = new double[means.size() * (means.size() + 1) / 2];
    for (int j = 0, at = 0; j < means.size(); j++) {
      for (int k = j; k < means.size(); k++) {
        triangle[at++] = covariance.at(j, k);
      }
    }
    return new Regress(means, Vector.of(triangle));
  }

  private Matrix covariance() {
    Matrix covariance = Matrix.zeros(means.size(), means.size());
    for (int j = 0, at = 0; j < means.size(); j++) {
      for (int k = j; k < means.size(); k++, at++) {
        covariance.set(j, k, triangle.at(at));
        covariance.set(k, j, triangle.at(at));
      }
    }
    return covariance;
  }

  @Override
  public Matrix apply(Matrix records, Parallel parallel) {
    Regressions regressions = new Regressions(means.toArray(), covariance());
    Matrix filled = records.map((i, j, value) -> value);
    for (int i = 0; i < filled.rows(); i++) {
      regressions.fill(filled.array(), i * filled.columns());
    }
    return filled;
  }

  @Override
  public boolean fillsMissing() {
    return true;
  }

  @Override
  public boolean keepsColumns() {
    return true;
  }

  @Override
  public Optional<Matrix> back(Matrix mapped) {
    return Optional.of(mapped);
  }
}

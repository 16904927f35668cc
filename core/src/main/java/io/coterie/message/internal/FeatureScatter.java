package io.coterie.message.internal;

import io.coterie.math.Matrix;
import io.coterie.message.SumPayload;

/**
 * The scatter Σ (x − o)(x − o)ᵀ about an origin that the coordinator sent, as the rows of its upper
 * triangle one after the other.
 *
 * @param triangle d (d + 1) / 2 sums
 */
public record FeatureScatter(Matrix triangle) implements SumPayload<FeatureScatter> {
  public FeatureScatter {
    int dimension = dimension(triangle);
    if (triangle.rows() != 1 || triangle.columns() != dimension * (dimension + 1) / 2) {
      throw new IllegalArgumentException(
          "A scatter of %d features has %d sums, got %d."
              .formatted(dimension, dimension * (dimension + 1) / 2, triangle.columns()));
    }
  }

  /** Returns the number of features d, which solves d (d + 1) / 2 = n for n sums. */
  public int dimension() {
    return dimension(triangle);
  }

  private static int dimension(Matrix triangle) {
    return (int) ((Math.sqrt(8.0 * triangle.columns() + 1) - 1) / 2);
  }

  /** Takes the upper triangle of a symmetric matrix. */
  public static FeatureScatter of(Matrix symmetric) {
    int d = symmetric.rows();
    Matrix triangle = Matrix.zeros(1, d * (d + 1) / 2);
    int at = 0;
    for (int i = 0; i < d; i++) {
      for (int j = i; j < d; j++) {
        triangle.array()[at++] = symmetric.at(i, j);
      }
    }
    return new FeatureScatter(triangle);
  }

  public static FeatureScatter zero(int dimension) {
    return new FeatureScatter(Matrix.zeros(1, dimension * (dimension + 1) / 2));
  }

  public Matrix symmetric() {
    int dimension = dimension();
    Matrix result = Matrix.zeros(dimension, dimension);
    int at = 0;
    for (int i = 0; i < dimension; i++) {
      for (int j = i; j < dimension; j++) {
        double value = triangle.array()[at++];
        result.set(i, j, value);
        result.set(j, i, value);
      }
    }
    return result;
  }
}

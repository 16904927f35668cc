package io.coterie.math.internal.eigen;

import io.coterie.math.Matrix;

/**
 * A symmetric matrix known by its products with blocks of vectors alone, so that a sparse matrix
 * plus a product of thin ones needs no matrix of its own.
 */
public interface SymmetricOperator {
  int size();

  /** Puts A X into the given product, whose old values are lost; the two never share an array. */
  void apply(Matrix block, Matrix product);

  /** Holds all eigenvalues; the tighter, the faster they are found. */
  default SpectrumBounds bounds() {
    return SpectrumBounds.UNKNOWN;
  }
}

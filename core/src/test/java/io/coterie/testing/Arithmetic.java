package io.coterie.testing;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.Arrays;

/** How this machine rounds. */
public final class Arithmetic {
  private Arithmetic() {}

  /** Returns a digest of a product of matrices: kernels of BLAS differ between processors. */
  public static String digest() {
    double[] values = new Seed(1).random().doubles(97 * 61).toArray();
    Matrix product =
        Blas.multiplyByTransposed(Matrix.over(97, 61, values), Matrix.over(97, 61, values));
    return Integer.toHexString(Arrays.hashCode(product.array()));
  }
}

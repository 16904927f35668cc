package io.coterie.bench.tables;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.linear.Pca;
import java.util.Arrays;
import java.util.function.ToIntFunction;

/**
 * k-means on the first axes of a factor analysis of mixed data (J. Pagès, <i>Analyse factorielle de
 * données mixtes</i>, 2004). Means fill gaps, of numbers and of the indicators of levels.
 *
 * @param count how many axes are kept, by their variances, the largest first
 */
record FactorAxes(String name, ToIntFunction<double[]> count) implements TableMethod {
  /** Five axes, the default of the R package FactoMineR. */
  static FactorAxes five() {
    return new FactorAxes("famd-5", variances -> Math.min(5, variances.length));
  }

  /** Axes with more inertia than one number has (H. F. Kaiser, 1960). */
  static FactorAxes aboveOne() {
    return new FactorAxes(
        "famd-kaiser",
        variances -> Math.max(1, (int) Arrays.stream(variances).filter(v -> v > 1).count()));
  }

  @Override
  public int[] labels(Task task, Seed seed, Parallel parallel) {
    Matrix coordinates = coordinates(task.table(), parallel);
    return new KMeans(KMeans.Options.of(task.clusters())).fit(coordinates, seed, parallel).labels();
  }

  Matrix coordinates(MixedTable table, Parallel parallel) {
    Matrix coded = table.asFactors();
    // Every column has a mean of zero, as missing values have the mean.
    Matrix covariance =
        Blas.multiplyTransposed(coded, coded).map((i, j, sum) -> sum / coded.rows());
    Pca all = Pca.of(covariance, new double[coded.columns()], coded.columns());
    return all.project(coded, parallel).firstColumns(count.applyAsInt(all.variances()));
  }
}

package io.coterie.math.internal.cluster;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.Doubles;
import java.io.Serializable;
import java.util.Arrays;

/**
 * What one round of EM needs from a site: for each component c, Σ r, Σ r (x − o) and Σ r (x − o)(x
 * − o)ᵀ over its rows x with posteriors r, about a public origin o. The sums of several sites add
 * up to those of all their rows.
 *
 * @param origin where the sums are taken about
 * @param counts Σ r, one per component
 * @param firsts Σ r (x − o), one row per component
 * @param seconds the upper triangle of Σ r (x − o)(x − o)ᵀ by row, one row per component
 * @param logLikelihood the sum of the rows' log densities; 0 if the sums come from labels
 * @param entropy the sum of the entropies −Σ r ln r of the rows' posteriors
 */
@SuppressWarnings("ArrayRecordComponent") // large sums that nobody compares; shared, not copied
public record MixtureSums(
    double[] origin,
    double[] counts,
    Matrix firsts,
    Matrix seconds,
    double logLikelihood,
    double entropy)
    implements Serializable {
  private static final int BLOCK = 512;

  public MixtureSums {
    // Decoding a message builds this record, so these checks are what guards against a broken one.
    int d = origin.length;
    int c = counts.length;
    requireSize("firsts", firsts, c, d);
    requireSize("seconds", seconds, c, d * (d + 1) / 2);
    requireFinite("origin", origin);
    requireFinite("counts", counts);
    requireFinite("firsts", firsts.array());
    requireFinite("seconds", seconds.array());
    requireFinite("logLikelihood and entropy", logLikelihood, entropy);
    if (c == 0 || entropy < 0 || Arrays.stream(counts).anyMatch(count -> count < 0)) {
      throw new IllegalArgumentException(
          "%d components, entropy %s; there must be a component, and counts and entropy must not be"
                  .formatted(c, entropy)
              + " negative.");
    }
    for (int component = 0; component < c; component++) {
      for (int j = 0, at = 0; j < d; at += d - j, j++) {
        if (seconds.at(component, at) < 0) {
          throw new IllegalArgumentException(
              "A sum of squares of component %d is negative.".formatted(component));
        }
      }
    }
  }

  private static void requireSize(String name, Matrix matrix, int rows, int columns) {
    if (matrix.rows() != rows || matrix.columns() != columns) {
      throw new IllegalArgumentException(
          "%s is %d x %d; it must be %d x %d."
              .formatted(name, matrix.rows(), matrix.columns(), rows, columns));
    }
  }

  private static void requireFinite(String name, double... values) {
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException(
            "A value of %s is %s; it must be finite.".formatted(name, value));
      }
    }
  }

  public record Assignment(int[] labels, int clusterCount) {
    public Assignment {
      for (int label : labels) {
        if (label < 0 || label >= clusterCount) {
          throw new IllegalArgumentException(
              "A label is %d; it must be from 0 to %d.".formatted(label, clusterCount - 1));
        }
      }
    }
  }

  /** With these EM starts: every row belongs to its label only. */
  public static MixtureSums fromLabels(
      Matrix rows, Assignment assignment, double[] origin, Parallel parallel) {
    if (assignment.labels.length != rows.rows()) {
      throw new IllegalArgumentException(
          "%d labels for %d rows; the numbers must be equal."
              .formatted(assignment.labels.length, rows.rows()));
    }
    Matrix posteriors = Matrix.zeros(rows.rows(), assignment.clusterCount);
    for (int i = 0; i < rows.rows(); i++) {
      posteriors.set(i, assignment.labels[i], 1);
    }
    return ofPosteriors(rows, posteriors, origin, parallel).withScores(0, 0);
  }

  /** Sums of no rows, about the origin of all zeros. */
  public static MixtureSums zero(int components, int dimension) {
    return new MixtureSums(
        new double[dimension],
        new double[components],
        Matrix.zeros(components, dimension),
        Matrix.zeros(components, dimension * (dimension + 1) / 2),
        0,
        0);
  }

  /** For sums that travelled without the origin that they were taken about. */
  public MixtureSums withOrigin(double[] known) {
    return new MixtureSums(known, counts, firsts, seconds, logLikelihood, entropy);
  }

  MixtureSums withScores(double newLogLikelihood, double newEntropy) {
    return new MixtureSums(origin, counts, firsts, seconds, newLogLikelihood, newEntropy);
  }

  /** Sums up rows with their posteriors; each task owns one component and runs over the rows. */
  static MixtureSums ofPosteriors(
      Matrix rows, Matrix posteriors, double[] origin, Parallel parallel) {
    int d = rows.columns();
    if (origin.length != d) {
      throw new IllegalArgumentException(
          "The origin has %d values and the rows %d columns; the numbers must be equal."
              .formatted(origin.length, d));
    }
    int components = posteriors.columns();
    double[] counts = new double[components];
    Matrix firsts = Matrix.zeros(components, d);
    Matrix seconds = Matrix.zeros(components, d * (d + 1) / 2);
    parallel.forEach(
        components,
        c -> {
          Matrix scatter = Matrix.zeros(d, d);
          double[] first = new double[d];
          for (int from = 0; from < rows.rows(); from += BLOCK) {
            Matrix scaled = scaledRows(rows, new Column(posteriors, c, from), origin, first);
            Blas.addScatter(scaled, scatter);
          }
          for (int i = 0; i < rows.rows(); i++) {
            counts[c] += posteriors.at(i, c);
          }
          System.arraycopy(first, 0, firsts.array(), c * d, d);
          for (int i = 0, at = c * seconds.columns(); i < d; at += d - i, i++) {
            System.arraycopy(scatter.array(), i * d + i, seconds.array(), at, d - i);
          }
        });
    return new MixtureSums(origin, counts, firsts, seconds, 0, 0);
  }

  private record Column(Matrix posteriors, int component, int from) {}

  /**
   * √r (x − o) of the block's rows with r > 0, whose scatter is Σ r (x − o)(x − o)ᵀ; adds r (x − o)
   * to the first sums on the way.
   */
  private static Matrix scaledRows(Matrix rows, Column column, double[] origin, double[] first) {
    int d = rows.columns();
    int to = Math.min(rows.rows(), column.from + BLOCK);
    double[] scaled = new double[(to - column.from) * d];
    int used = 0;
    for (int i = column.from; i < to; i++) {
      double posterior = column.posteriors.at(i, column.component);
      if (posterior > 0) {
        double root = Math.sqrt(posterior);
        for (int j = 0; j < d; j++) {
          double value = rows.at(i, j) - origin[j];
          first[j] += posterior * value;
          scaled[used * d + j] = root * value;
        }
        used++;
      }
    }
    return Matrix.over(used, d, Arrays.copyOf(scaled, used * d));
  }

  /** The origins and sizes must be the same. */
  public MixtureSums plus(MixtureSums other) {
    if (!Arrays.equals(origin, other.origin) || counts.length != other.counts.length) {
      throw new IllegalArgumentException(
          "Sums of %d and %d components do not add up; every site must use the same mixture and"
                  .formatted(counts.length, other.counts.length)
              + " origin.");
    }
    double[] bothCounts = counts.clone();
    Doubles.add(bothCounts, 1, other.counts);
    return new MixtureSums(
        origin,
        bothCounts,
        firsts.plus(other.firsts),
        seconds.plus(other.seconds),
        logLikelihood + other.logLikelihood,
        entropy + other.entropy);
  }

  public int clusterCount() {
    return counts.length;
  }

  public int dimension() {
    return origin.length;
  }

  /** N, the number of rows: the posteriors of a row add up to one. */
  public double total() {
    return Arrays.stream(counts).sum();
  }

  public double meanLogLikelihood() {
    return logLikelihood / total();
  }

  /**
   * As a part of ln C, the most it can be: 0 where every row is sure of its component, 1 where none
   * is.
   */
  public double meanEntropy() {
    return counts.length == 1 ? 0 : entropy / total() / Math.log(counts.length);
  }
}

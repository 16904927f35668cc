package io.coterie.audit.internal.reconstruction;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.internal.Components;
import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.Doubles;
import io.coterie.math.internal.cluster.Moments;
import io.coterie.math.internal.eigen.EigenPairs;
import io.coterie.math.internal.linear.Pca;
import io.coterie.message.internal.SiteStructure.SiteGraph;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The attack on a graph over records: the records are rebuilt from the weights alone, up to
 * position, rotation, mirroring and scale of each connected component.
 *
 * <ol>
 *   <li>A start: lengths of shortest paths, then classical scaling.
 *   <li>A fit of points and weights together ({@link RebuildFit}).
 *   <li>A band of records may come out twisted; so parts of it are mirrored and fitted anew, and
 *       what fits better is kept.
 * </ol>
 *
 * <p>That weighted neighbor graphs determine their points: Y. Terada, U. von Luxburg. <i>Local
 * Ordinal Embedding</i>. ICML 2014, for unweighted ones in the limit.
 *
 * @param weights between the records of one component, row by row
 * @param n its records
 * @param q the dimensions in which they are sought
 * @param ownScale whether each record's weights fall with distance at a rate of their own
 */
@SuppressWarnings("ArrayRecordComponent") // one attack at a time, compared by nobody
public record GraphRebuild(double[] weights, int n, int q, boolean ownScale) {
  /** Larger components would take minutes. */
  static final int MOST_RECORDS = 400;

  private static final int MOST_AXES = 2;
  private static final int ROUNDS = 3;
  private static final int CUTS = 14;

  /** Squares that are left, over the squares of all weights, where nothing is left to find. */
  private static final double SOLVED = 5e-6;

  /** Rebuilds the points that a site made its graph of; more than two features by main axes. */
  public static Reconstruction of(Matrix points, SiteGraph sent, Parallel parallel) {
    int q = Math.min(MOST_AXES, points.columns());
    Matrix truth = points.columns() == q ? points : axes(points, q, parallel);
    Components components = Components.in(sent.edges());
    int count = components.count();
    Matrix guess = Matrix.zeros(truth.rows(), q);
    int tooLarge = 0;
    for (int c = 0; c < count; c++) {
      int component = c;
      int[] members =
          IntStream.range(0, truth.rows()).filter(i -> components.of(i) == component).toArray();
      Matrix part = truth.selectRows(members);
      boolean isSmall = members.length <= MOST_RECORDS;
      tooLarge += isSmall ? 0 : members.length;
      // The attacker has the shape; where it lies is granted to him.
      Matrix found =
          isSmall && members.length > q + 1
              ? of(sent.edges(), members, q, !sent.converged() || sent.steps() == 0).solve()
              : Matrix.zeros(members.length, q);
      Matrix aligned = Similarity.align(found, part);
      for (int i = 0; i < members.length; i++) {
        System.arraycopy(aligned.array(), i * q, guess.array(), members[i] * q, q);
      }
    }
    String attack =
        "the records are rebuilt from the weights of the graph alone, up to a similarity of each of"
            + " its %d components".formatted(count);
    return Reconstruction.of(
        tooLarge == 0
            ? attack
            : attack
                + "; %d records in components above %d were left out"
                    .formatted(tooLarge, MOST_RECORDS),
        truth,
        guess,
        0);
  }

  /**
   * Returns where the first records of a site's graph lie to each other, in two dimensions, by the
   * start of the attack alone: what a fraction of a second shows. Nothing but the graph is used.
   *
   * @param most how many records at most; they are taken from the largest component
   */
  public static Matrix outline(SparseGraph graph, int most) {
    Components components = Components.in(graph);
    int[] labels = components.labels();
    int[] sizes = components.sizes();
    int largest = Doubles.argMax(sizes.length, c -> sizes[c]);
    int[] members = near(graph, labels, largest, Math.min(most, labels.length));
    if (members.length <= MOST_AXES + 1) {
      return Matrix.zeros(0, MOST_AXES);
    }
    GraphRebuild attack = of(graph, members, MOST_AXES, true);
    double[] p = new double[members.length];
    Arrays.fill(p, 1.02 * Arrays.stream(attack.weights).max().orElse(0));
    return attack.start(p);
  }

  /**
   * Breadth first from the component's first record: the part that is closest together along edges.
   */
  private static int[] near(SparseGraph graph, int[] labels, int component, int most) {
    int[] queue = new int[labels.length];
    boolean[] met = new boolean[labels.length];
    int first = 0;
    while (first < labels.length && labels[first] != component) {
      first++;
    }
    int[] size = {0};
    if (first < labels.length) {
      met[first] = true;
      queue[size[0]++] = first;
    }
    for (int at = 0; at < size[0] && size[0] < most; at++) {
      graph.forEachNeighbor(
          queue[at],
          (other, weight) -> {
            if (!met[other]) {
              met[other] = true;
              queue[size[0]++] = other;
            }
          });
    }
    return Arrays.copyOf(queue, Math.min(size[0], most));
  }

  private static Matrix axes(Matrix points, int q, Parallel parallel) {
    double[] mean = points.columnMeans();
    Matrix scatter = Moments.of(points, mean, parallel).scatter();
    return Pca.of(scatter, mean, q).project(points, parallel);
  }

  /** Takes the weights among some records of a graph. */
  private static GraphRebuild of(SparseGraph graph, int[] members, int q, boolean ownScale) {
    int n = members.length;
    int[] place = new int[graph.nodeCount()];
    Arrays.fill(place, -1);
    for (int i = 0; i < n; i++) {
      place[members[i]] = i;
    }
    double[] weights = new double[n * n];
    for (int i = 0; i < n; i++) {
      int row = i;
      graph.forEachNeighbor(
          members[i],
          (other, weight) -> {
            if (place[other] >= 0) {
              weights[row * n + place[other]] = weight;
            }
          });
    }
    return new GraphRebuild(weights, n, q, ownScale);
  }

  private Matrix solve() {
    double largest = Arrays.stream(weights).max().orElse(0);
    double[] p = new double[n];
    Arrays.fill(p, 1.02 * largest);
    RebuildFit best = new RebuildFit(weights, start(p), p, false).fit(false);
    best = settle(best.points(), best.intercepts());
    double solved = SOLVED * 0.5 * Arrays.stream(weights).map(weight -> weight * weight).sum();
    for (int round = 0; round < ROUNDS && best.cost() > solved; round++) {
      double[] along = along(best.intercepts());
      double[] sorted = along.clone();
      Arrays.sort(sorted);
      for (int c = 1; c <= CUTS && best.cost() > solved; c++) {
        double cut = sorted[(int) ((long) c * (n - 1) / (CUTS + 1))];
        RebuildFit tried =
            settle(mirrored(best.points(), along, cut, 0.08 * sorted[n - 1]), best.intercepts());
        best = tried.cost() < best.cost() ? tried : best;
      }
    }
    return best.points();
  }

  private RebuildFit settle(Matrix points, double[] p) {
    RebuildFit fit = new RebuildFit(weights, points, p, false).fit(true);
    return ownScale ? new RebuildFit(weights, fit.points(), fit.intercepts(), true).fit(true) : fit;
  }

  /** From one end of the component, along edges. */
  private double[] along(double[] p) {
    double[] paths = paths(p);
    int end = Doubles.argMax(n, i -> paths[i]);
    return Arrays.copyOfRange(paths, end * n, end * n + n);
  }

  /**
   * Beyond a cut, points are mirrored at the line along the cut's points: an untwisted band fits
   * better.
   */
  private Matrix mirrored(Matrix points, double[] along, double cut, double width) {
    int[] near = IntStream.range(0, n).filter(i -> Math.abs(along[i] - cut) <= width).toArray();
    double[] mean = new double[q];
    for (int i : near) {
      for (int c = 0; c < q; c++) {
        mean[c] += points.at(i, c) / near.length;
      }
    }
    Matrix scatter = Matrix.zeros(q, q);
    for (int i : near) {
      for (int a = 0; a < q; a++) {
        for (int b = 0; b < q; b++) {
          double product = (points.at(i, a) - mean[a]) * (points.at(i, b) - mean[b]);
          scatter.set(a, b, scatter.at(a, b) + product);
        }
      }
    }
    EigenPairs pairs = Blas.symmetricEigen(scatter); // in increasing order
    Matrix mirrored = points.copy();
    for (int i = 0; i < n; i++) {
      double height = 0;
      for (int c = 0; c < q; c++) {
        height += (points.at(i, c) - mean[c]) * pairs.vectors().at(c, 0);
      }
      for (int c = 0; c < q && along[i] > cut; c++) {
        mirrored.set(i, c, points.at(i, c) - 2 * height * pairs.vectors().at(c, 0));
      }
    }
    return mirrored;
  }

  /** Classical scaling of the lengths of shortest paths. */
  private Matrix start(double[] p) {
    double[] squares = paths(p);
    double[] means = new double[n];
    double mean = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        squares[i * n + j] *= squares[i * n + j];
        means[i] += squares[i * n + j] / n;
      }
      mean += means[i] / n;
    }
    Matrix inner = Matrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        inner.set(i, j, -0.5 * (squares[i * n + j] - means[i] - means[j] + mean));
      }
    }
    EigenPairs pairs = Blas.symmetricEigen(inner, n - q, n - 1);
    Matrix points = Matrix.zeros(n, q);
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < q; c++) {
        points.set(i, c, pairs.vectors().at(i, c) * Math.sqrt(Math.max(0, pairs.values()[c])));
      }
    }
    return points;
  }

  /**
   * All shortest paths (R. W. Floyd). An edge's length follows from d = p − W, the model with u =
   * 1.
   */
  private double[] paths(double[] p) {
    double[] paths = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double weight = weights[i * n + j];
        double mean = 0.5 * (p[i] + p[j]);
        paths[i * n + j] =
            i == j
                ? 0
                : weight > 0
                    ? Math.sqrt(Math.max(mean - weight, 1e-3 * mean))
                    : Double.POSITIVE_INFINITY;
      }
    }
    for (int via = 0; via < n; via++) {
      for (int i = 0; i < n; i++) {
        double first = paths[i * n + via];
        for (int j = 0; j < n; j++) {
          paths[i * n + j] = Math.min(paths[i * n + j], first + paths[via * n + j]);
        }
      }
    }
    return paths;
  }
}

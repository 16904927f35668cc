package io.coterie.method.dp;

import static io.coterie.method.dp.DpSchedule.COUNT;
import static io.coterie.method.dp.DpSchedule.HISTOGRAM;
import static io.coterie.method.dp.DpSchedule.PAIRS;
import static io.coterie.method.dp.DpSchedule.SECOND_MOMENT;
import static io.coterie.method.dp.DpSchedule.SQUARES;
import static io.coterie.method.dp.DpSchedule.SUM;
import static io.coterie.site.internal.ExactSums.COUNT_UNIT;
import static io.coterie.site.internal.ExactSums.SQUARED_UNIT;
import static io.coterie.site.internal.ExactSums.UNIT;

import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.features.internal.ClipRows;
import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.message.Payload;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.NoisyBlock;
import io.coterie.site.internal.ExactSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A question of level dp. It is answered by whole-number sums over the records. */
sealed interface DpQuestion extends Payload
    permits DpQuestion.Moments,
        DpQuestion.Scatter,
        DpQuestion.Lloyd,
        DpQuestion.Edges,
        DpQuestion.Boundaries,
        DpQuestion.Line,
        DpQuestion.Grid,
        Magnitudes {
  /** Returns the steps that are taken with all records before this question is answered. */
  default List<RecordMap> steps() {
    return List.of();
  }

  /**
   * Returns sums that one record moves by at most the sensitivity, with what pays for their noise.
   */
  static NoisyBlock block(DpStep step, String name, long[] sums, long sensitivity) {
    return NoisyBlock.of(name, sums, Mechanism.of(sensitivity, step.loss(name)));
  }

  /**
   * Returns the points that records become. After each step, a point that is beyond what it can be
   * is drawn in, see {@link Ball}.
   */
  default Matrix points(Matrix records, Parallel parallel) {
    Matrix points = records;
    for (RecordMap step : steps()) {
      points = new Ball(QuestionCheck.REACH).drawIn(step.apply(points, parallel));
    }
    return points;
  }

  /**
   * Returns the sizes of the blocks that answer it, in order.
   *
   * @param step that pays for it
   * @param dimension of a record in the unit ball
   */
  Map<String, Integer> blockSizes(DpStep step, int dimension);

  /** Refuses what no records give with the noise of the step; see {@link NoisySumInvariants}. */
  void require(NoisySumInvariants totals);

  /** Returns the exact sums over the points, each with the mechanism that the step pays for. */
  List<NoisyBlock> measure(Matrix points, DpStep step, Parallel parallel);

  /**
   * Asks how many records there are, for their sum and, if it is not known, their squared length.
   *
   * @param steps that put records into the unit ball
   */
  record Moments(List<RecordMap> steps) implements DpQuestion {
    public Moments {
      steps = List.copyOf(steps);
    }

    /** Steps lead into the unit ball together; a box that one of them makes is not in it. */
    @Override
    public Matrix points(Matrix records, Parallel parallel) {
      return new Ball(1).drawIn(new Representation(steps).apply(records, parallel));
    }

    @Override
    public List<NoisyBlock> measure(Matrix points, DpStep step, Parallel parallel) {
      List<NoisyBlock> blocks = new ArrayList<>();
      blocks.add(block(step, COUNT, new long[] {points.rows() * COUNT_UNIT}, COUNT_UNIT));
      blocks.add(block(step, SUM, ExactSums.sum(points, 1, parallel), UNIT));
      if (step.losses().containsKey(SQUARES)) {
        blocks.add(
            block(
                step, SQUARES, new long[] {ExactSums.squares(points, 1, parallel)}, SQUARED_UNIT));
      }
      return blocks;
    }

    @Override
    public Map<String, Integer> blockSizes(DpStep step, int dimension) {
      Map<String, Integer> sizes = new LinkedHashMap<>();
      sizes.put(COUNT, 1);
      sizes.put(SUM, dimension);
      if (step.losses().containsKey(SQUARES)) {
        sizes.put(SQUARES, 1);
      }
      return sizes;
    }

    @Override
    public void require(NoisySumInvariants totals) {
      totals.requireCounts(COUNT, COUNT_UNIT);
      totals.requireSums(SUM, UNIT, COUNT, COUNT_UNIT);
      if (totals.has(SQUARES)) {
        totals.requireSquares(SQUARES, SQUARED_UNIT, COUNT, COUNT_UNIT);
      }
    }
  }

  /**
   * Asks for the second moment about a center, of deviations clipped to a radius, in units of the
   * squared radius: ‖z zᵀ‖_F = ‖z‖² ≤ 1.
   *
   * @param center about which
   * @param radius of the clip
   */
  record Scatter(Vector center, double radius) implements DpQuestion {
    public Scatter {
      if (!(radius > 0)) {
        throw new IllegalArgumentException("The radius must be positive.");
      }
    }

    @Override
    public List<NoisyBlock> measure(Matrix points, DpStep step, Parallel parallel) {
      Matrix deviations = new ClipRows(center, radius, 1).apply(points, parallel);
      long[] triangle = ExactSums.secondMoment(deviations, radius, parallel);
      return List.of(
          new NoisyBlock(
              SECOND_MOMENT,
              LongVector.of(triangle),
              points.columns(),
              Mechanism.of(SQUARED_UNIT, step.loss(SECOND_MOMENT))));
    }

    @Override
    public Map<String, Integer> blockSizes(DpStep step, int dimension) {
      int d = center.size();
      return Map.of(SECOND_MOMENT, d + Triangle.size(d));
    }

    @Override
    public void require(NoisySumInvariants totals) {
      totals.requireSecondMoment(SECOND_MOMENT, SQUARED_UNIT, center.size());
    }
  }

  /**
   * Asks, of each anchor, how many records are nearest to it and for the sum of their residuals,
   * clipped to a radius and in units of it. A record is in one cell only, so all cells together
   * move by 1 and by a residual of length at most 1, whatever the anchors are.
   *
   * @param steps taken first
   * @param anchors one row each
   * @param radius of the clip
   */
  record Lloyd(List<RecordMap> steps, Matrix anchors, double radius) implements DpQuestion {
    public Lloyd {
      steps = List.copyOf(steps);
      if (!(radius > 0)) {
        throw new IllegalArgumentException("The radius must be positive.");
      }
      if (anchors.rows() == 0) {
        throw new IllegalArgumentException("There is no anchor.");
      }
    }

    @Override
    public List<NoisyBlock> measure(Matrix points, DpStep step, Parallel parallel) {
      int[] nearest = KMeans.nearest(points, anchors, parallel);
      Matrix residuals = points.map((i, j, value) -> value - anchors.at(nearest[i], j));
      return List.of(
          block(step, COUNT, ExactSums.counts(nearest, anchors.rows(), COUNT_UNIT), COUNT_UNIT),
          block(
              step,
              SUM,
              ExactSums.sums(residuals, radius, nearest, anchors.rows(), parallel),
              UNIT));
    }

    @Override
    public Map<String, Integer> blockSizes(DpStep step, int dimension) {
      Map<String, Integer> sizes = new LinkedHashMap<>();
      sizes.put(COUNT, anchors.rows());
      sizes.put(SUM, anchors.rows() * anchors.columns());
      return sizes;
    }

    @Override
    public void require(NoisySumInvariants totals) {
      totals.requireCounts(COUNT, COUNT_UNIT);
      totals.requireSums(SUM, UNIT, COUNT, COUNT_UNIT);
    }
  }

  /**
   * Asks how many records have two anchors as their nearest, of each pair of anchors. A record
   * counts for one pair.
   *
   * @param anchors one row each, at least two
   */
  record Edges(Matrix anchors) implements DpQuestion {
    public Edges {
      if (anchors.rows() < 2) {
        throw new IllegalArgumentException("There are fewer than two anchors.");
      }
    }

    @Override
    public List<NoisyBlock> measure(Matrix points, DpStep step, Parallel parallel) {
      int n = points.rows();
      int[] pairs = new int[n];
      if (n > 0) {
        Neighbors found = NearestNeighbors.of(points, anchors, 2, parallel);
        for (int i = 0; i < n; i++) {
          pairs[i] = Triangle.index(found.index(i, 0), found.index(i, 1));
        }
      }
      return List.of(
          block(
              step,
              PAIRS,
              ExactSums.counts(pairs, Triangle.size(anchors.rows()), COUNT_UNIT),
              COUNT_UNIT));
    }

    @Override
    public Map<String, Integer> blockSizes(DpStep step, int dimension) {
      return Map.of(PAIRS, Triangle.size(anchors.rows()));
    }

    @Override
    public void require(NoisySumInvariants totals) {
      totals.requireCounts(PAIRS, COUNT_UNIT);
    }
  }

  /**
   * Asks how many records lie between two centers, of each pair of centers. A record counts for the
   * pair of its two nearest centers, where its place on the line through them is not much nearer to
   * one of them. It counts at most once, whatever the centers are.
   *
   * @param steps taken first
   * @param centers one row each, at least two
   */
  record Boundaries(List<RecordMap> steps, Matrix centers) implements DpQuestion {
    /** How far from the middle of the line a place is between, in units of the line's length. */
    private static final double MARGIN = 0.3;

    public Boundaries {
      steps = List.copyOf(steps);
      if (centers.rows() < 2) {
        throw new IllegalArgumentException("There are fewer than two centers.");
      }
    }

    @Override
    public List<NoisyBlock> measure(Matrix points, DpStep step, Parallel parallel) {
      int pairs = Triangle.size(centers.rows());
      int[] cells = new int[points.rows()];
      if (cells.length > 0) {
        Neighbors found = NearestNeighbors.of(points, centers, 2, parallel);
        for (int i = 0; i < cells.length; i++) {
          int one = found.index(i, 0);
          int other = found.index(i, 1);
          // With |a − b|² the squared length of the line, |x − b|² − |x − a|² is twice its square
          // times how far x is from the middle.
          double offset = found.squaredDistance(i, 1) - found.squaredDistance(i, 0);
          boolean isBetween = offset <= 2 * MARGIN * squaredDistance(one, other);
          cells[i] = isBetween ? Triangle.index(one, other) : pairs;
        }
      }
      long[] counts = ExactSums.counts(cells, pairs + 1, COUNT_UNIT);
      return List.of(block(step, PAIRS, Arrays.copyOf(counts, pairs), COUNT_UNIT));
    }

    private double squaredDistance(int one, int other) {
      double squared = 0;
      for (int j = 0; j < centers.columns(); j++) {
        double difference = centers.at(one, j) - centers.at(other, j);
        squared += difference * difference;
      }
      return squared;
    }

    @Override
    public Map<String, Integer> blockSizes(DpStep step, int dimension) {
      return Map.of(PAIRS, Triangle.size(centers.rows()));
    }

    @Override
    public void require(NoisySumInvariants totals) {
      totals.requireCounts(PAIRS, COUNT_UNIT);
    }
  }

  /**
   * Asks for a histogram of points on a line, from −range to range; what is beyond counts in the
   * last bin. A record counts in one bin.
   *
   * @param steps that put records on the line
   * @param range half the length that the bins cover
   * @param bins how many
   */
  record Line(List<RecordMap> steps, double range, int bins) implements DpQuestion {
    public Line {
      steps = List.copyOf(steps);
      if (!(range > 0) || bins < 1 || bins > LineRoute.MOST_BINS) {
        throw new IllegalArgumentException(
            "The range must be positive, with 1 to %d bins.".formatted(LineRoute.MOST_BINS));
      }
    }

    @Override
    public List<NoisyBlock> measure(Matrix points, DpStep step, Parallel parallel) {
      int[] cells = new int[points.rows()];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = Grid.cell(points.at(i, 0) / range, bins);
      }
      return List.of(block(step, HISTOGRAM, ExactSums.counts(cells, bins, 1), 1));
    }

    @Override
    public Map<String, Integer> blockSizes(DpStep step, int dimension) {
      return Map.of(HISTOGRAM, bins);
    }

    @Override
    public void require(NoisySumInvariants totals) {
      totals.requireCounts(HISTOGRAM, 1);
    }
  }

  /**
   * Asks for a histogram over the cells of a public grid on [−1, 1]^d with one or two features. A
   * record counts in one cell.
   *
   * @param steps that put records into the box
   * @param bins cells along each feature
   */
  record Grid(List<RecordMap> steps, int bins) implements DpQuestion {
    public Grid {
      steps = List.copyOf(steps);
      if (bins < 1 || bins > GridRoute.MOST_BINS) {
        throw new IllegalArgumentException(
            "There must be 1 to %d bins.".formatted(GridRoute.MOST_BINS));
      }
    }

    @Override
    public List<NoisyBlock> measure(Matrix points, DpStep step, Parallel parallel) {
      int[] cells = new int[points.rows()];
      for (int i = 0; i < cells.length; i++) {
        for (int j = 0; j < points.columns(); j++) {
          cells[i] = cells[i] * bins + cell(points.at(i, j), bins);
        }
      }
      int count = points.columns() == 1 ? bins : bins * bins;
      return List.of(block(step, HISTOGRAM, ExactSums.counts(cells, count, 1), 1));
    }

    /** Returns which of the bins over [−1, 1] a value falls into; beyond the ends, the last one. */
    static int cell(double value, int bins) {
      double place = Math.floor((value + 1) / 2 * bins);
      return (int) Math.max(0, Math.min(bins - 1, place)); // NaN becomes 0
    }

    @Override
    public Map<String, Integer> blockSizes(DpStep step, int dimension) {
      return Map.of(HISTOGRAM, dimension == 1 ? bins : bins * bins);
    }

    @Override
    public void require(NoisySumInvariants totals) {
      totals.requireCounts(HISTOGRAM, 1);
    }
  }
}

package io.coterie.method.dp;

import io.coterie.plan.DpTerms;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.internal.ZeroConcentrated;

/**
 * How many cells the noisy tree has, and how its rounds share ρ. Cells are split level by level, 2,
 * 4, … P, the last level twice. A round gets ρ in proportion to the square of its cells, so that
 * the noise on a cell's mean is alike at each level: all levels before the last cost a third of it.
 *
 * @param records N, public or noisy
 * @param noise the factor on the noise of one release that the total over the sites has
 */
record TreeSize(double records, double noise) {
  /** A clip of residuals in units of the spread that is left inside cells. */
  static final double RESIDUAL_RADIUS = 1.3;

  /** Of a round's ρ, what the counts get. */
  private static final double TABLE_COUNT_SHARE = 0.3;

  private static final double IMAGE_COUNT_SHARE = 0.2;

  /** Of ρ, what is spent on which parts of images belong together. */
  private static final double IMAGE_BOUNDARY_SHARE = 0.1;

  /** Of the rest of ρ, what the mean and the axes get; the tree gets what is left. */
  private static final double TABLE_AXES_SHARE = 0.36;

  private static final double IMAGE_AXES_SHARE = 0.2;

  private static final double TABLE_PLACE = 0.7;
  private static final double IMAGE_PLACE = 0.35;
  private static final double LEAST_RECORDS = 14;
  private static final int FEWEST = 8;
  static final int MOST = 800;

  /** The public order of magnitude may be so many times too small before cells are left out. */
  private static final double ROOM = 2;

  /** No round gets less than this part of the last one's ρ. */
  private static final double LEAST_WEIGHT = 1.0 / 400;

  /** Returns the number of cells where a round of the last level spends ρ on sums. */
  double of(double sumRho, int axes, boolean isTable) {
    return Math.min(places(sumRho, axes, isTable), Math.min(records / LEAST_RECORDS, MOST));
  }

  /** Returns the number of cells whose means noise leaves apart. */
  private double places(double sumRho, int axes, boolean isTable) {
    double place = isTable ? TABLE_PLACE : IMAGE_PLACE;
    return place * records * Math.sqrt(2 * sumRho / axes) / noise;
  }

  /** Returns the number of cells as a whole number, at least two a cluster. */
  static int cells(DpSchedule schedule, StudyPlan plan, int axes, double records) {
    double count =
        new TreeSize(records, Math.sqrt(schedule.terms().noiseCopies()))
            .of(
                schedule.lastRound().loss(DpSchedule.SUM).rho(),
                axes,
                plan.input().kind().isTable());
    int fewest = Math.max(2 * plan.clusters().value(), FEWEST);
    int most = 1 << levels(schedule.terms(), plan.clusters().value());
    return Math.min(most, Math.max((int) count, fewest));
  }

  /** Returns for how many cells' means the budget is good, from public quantities. */
  static double expectedPlaces(DpTerms terms, StudyPlan plan, int axes) {
    int m = terms.recordsPerPerson();
    boolean isTable = plan.input().kind().isTable();
    double rho =
        ZeroConcentrated.rho(terms.budget().epsilon(), terms.budget().delta())
            / ((double) m * m)
            * (1 - (isTable && terms.bounds().isEmpty() ? DpSchedule.BOUNDS_SHARE : 0))
            * (1 - boundaryShare(isTable))
            * (1 - axesShare(isTable));
    double[] weights = weights(levels(terms, plan.clusters().value()));
    double sumRho = (1 - countShare(isTable)) * rho * weights[weights.length - 1];
    return new TreeSize(terms.publicRecords(), Math.sqrt(terms.noiseCopies()))
        .places(sumRho, axes, isTable);
  }

  /** Returns about how many cells there will be, from public quantities. */
  static double expected(DpTerms terms, StudyPlan plan, int axes) {
    return Math.min(
        expectedPlaces(terms, plan, axes), Math.min(terms.publicRecords() / LEAST_RECORDS, MOST));
  }

  static double countShare(boolean isTable) {
    return isTable ? TABLE_COUNT_SHARE : IMAGE_COUNT_SHARE;
  }

  static double boundaryShare(boolean isTable) {
    return isTable ? 0 : IMAGE_BOUNDARY_SHARE;
  }

  static double axesShare(boolean isTable) {
    return isTable ? TABLE_AXES_SHARE : IMAGE_AXES_SHARE;
  }

  /** Returns how many levels there are, from public quantities. */
  static int levels(DpTerms terms, int clusterCount) {
    double most = Math.min(ROOM * terms.publicRecords() / LEAST_RECORDS, MOST);
    double cells = Math.max(most, Math.max(2 * clusterCount, FEWEST));
    return (int) Math.ceil(Math.log(cells) / Math.log(2));
  }

  /** Returns the part of the tree's ρ that each round gets. */
  static double[] weights(int levels) {
    double[] weights = new double[levels + 1];
    double sum = 0;
    for (int round = 0; round <= levels; round++) {
      int below = Math.max(0, levels - 1 - round);
      weights[round] = Math.max(Math.pow(4, -below), LEAST_WEIGHT);
      sum += weights[round];
    }
    for (int round = 0; round <= levels; round++) {
      weights[round] /= sum;
    }
    return weights;
  }

  /** Returns the most cells that a round has, of a tree of so many. */
  static int inRound(int cells, int levels, int round) {
    int below = Math.max(0, levels - 1 - round);
    return Math.max(2, (int) Math.ceil(Math.scalb((double) cells, -below)));
  }
}

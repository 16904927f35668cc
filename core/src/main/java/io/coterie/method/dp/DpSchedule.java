package io.coterie.method.dp;

import io.coterie.CoterieException;
import io.coterie.method.Schedule;
import io.coterie.plan.DpTerms;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.privacy.internal.DiscreteGaussian;
import io.coterie.privacy.internal.LaplaceShare;
import io.coterie.privacy.internal.ZeroConcentrated;
import io.coterie.site.internal.ExactSums;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The steps of a dp study and what each may spend, from public quantities only. Both ends make it,
 * and a site answers these steps in this order, each once.
 *
 * <p>The steps' losses add up to the budget: ρ over Gaussian steps (adaptive composition of zCDP)
 * and ε over Laplace steps. For a person of m records ρ/m² and ε/m of it are there for a record.
 *
 * @param route the way
 * @param steps in order
 * @param terms what was agreed
 */
public record DpSchedule(Route route, List<DpStep> steps, DpTerms terms) {
  static final String MAGNITUDES = "magnitudes";
  static final String MOMENTS = "moments";
  static final String SCATTER = "scatter";
  static final String LLOYD = "lloyd";
  static final String EDGES = "edges";
  static final String BOUNDARIES = "boundaries";
  static final String LINE = "line";
  static final String GRID = "grid";

  static final String COUNT = "count";
  static final String SUM = "sum";
  static final String SQUARES = "squares";
  static final String SECOND_MOMENT = "second-moment";
  static final String PAIRS = "pairs";
  static final String HISTOGRAM = "histogram";

  /** Rounds in which anchors move, and in which lone centers do. */
  private static final int ANCHOR_ROUNDS = 6;

  private static final int CENTER_ROUNDS = 4;

  private static final int COLUMN_ROUNDS = 3;

  /**
   * Of ρ on the route of anchors, what the axes and all Lloyd rounds get; the pairs get the rest.
   */
  private static final double AXES_SHARE = 0.25;

  private static final double LLOYD_SHARE = 0.4;

  /** Of a round's ρ, what the counts get. */
  private static final double COUNT_SHARE = 0.2;

  /** Of the budget, what is spent on finding bounds of a table that has none. */
  static final double BOUNDS_SHARE = 0.1;

  /** Of ε, what the direction of {@link Route#LINE} gets; the histogram gets the rest. */
  private static final double DIRECTION_SHARE = 0.7;

  /** Sums of squares have the largest sensitivity; their noise is drawn up to this variance. */
  private static final double LEAST_RHO =
      Mechanism.rho(ExactSums.SQUARED_UNIT, DiscreteGaussian.LARGEST_VARIANCE);

  /** Histograms count in ones; half the scale up to which shares are drawn leaves rounding. */
  private static final double LEAST_EPSILON = 2.0 / LaplaceShare.LARGEST_SCALE;

  public DpSchedule {
    steps = List.copyOf(steps);
  }

  public static DpSchedule of(StudyPlan plan) {
    DpTerms terms = plan.privacy().terms().orElseThrow();
    Route route = Route.of(plan);
    DpInput input = DpInput.of(plan, route);
    double bounds = input.isBounded() ? 0 : BOUNDS_SHARE;
    double epsilon = terms.budget().epsilon();
    int m = terms.recordsPerPerson();
    // Of what a route spends on histograms of pure ε, nothing can go to Gaussian noise.
    double forSums =
        switch (route) {
          case GRID -> bounds * epsilon;
          case LINE -> DIRECTION_SHARE * epsilon;
          case TREE, ANCHORS, COLUMNS, CENTERS -> epsilon;
        };
    double rho =
        forSums == 0 ? 0 : ZeroConcentrated.rho(forSums, terms.budget().delta()) / ((double) m * m);
    double rest = (1 - bounds) * rho;
    List<DpStep> steps = new ArrayList<>();
    if (bounds > 0) {
      double all = route == Route.GRID ? rho : bounds * rho;
      steps.add(new DpStep(MAGNITUDES, Map.of(MAGNITUDES, gaussian(all))));
    }
    steps.addAll(
        switch (route) {
          case GRID ->
              List.of(new DpStep(GRID, Map.of(HISTOGRAM, pure((1 - bounds) * epsilon / m))));
          case LINE -> line(rest, (1 - DIRECTION_SHARE) * epsilon / m);
          case TREE -> tree(rest, plan, input);
          case ANCHORS -> anchors(rest, input.unitRows());
          case COLUMNS -> columns(rest);
          case CENTERS -> centers(rest, input.unitRows());
        });
    DpSchedule schedule = new DpSchedule(route, steps, terms);
    schedule.requireNoise();
    return schedule;
  }

  /** Refuses a budget for which noise is so large that it cannot be drawn. */
  private void requireNoise() {
    for (DpStep step : steps) {
      for (PrivacyLoss loss : step.losses().values()) {
        boolean isPure = loss.pureEpsilon() > 0;
        if (isPure ? loss.pureEpsilon() < LEAST_EPSILON : loss.rho() < LEAST_RHO) {
          throw CoterieException.usage(
              ("An epsilon of %s for a person of up to %d records leaves %s of %.1e for a record in"
                      + " step '%s', where %.1e is the least that noise can be drawn for. Allow a"
                      + " larger epsilon or fewer records of a person.")
                  .formatted(
                      terms.budget().epsilon(),
                      terms.recordsPerPerson(),
                      isPure ? "an epsilon" : "a rho",
                      isPure ? loss.pureEpsilon() : loss.rho(),
                      step.kind(),
                      isPure ? LEAST_EPSILON : LEAST_RHO));
        }
      }
    }
  }

  private static List<DpStep> anchors(double rho, boolean unitRows) {
    List<DpStep> steps = new ArrayList<>(axes(AXES_SHARE * rho, unitRows));
    steps.addAll(lloyd(LLOYD_SHARE * rho, ANCHOR_ROUNDS));
    steps.add(new DpStep(EDGES, Map.of(PAIRS, gaussian(pairRho(rho)))));
    return steps;
  }

  private static List<DpStep> tree(double rho, StudyPlan plan, DpInput input) {
    boolean isTable = plan.input().kind().isTable();
    double cells = (1 - TreeSize.boundaryShare(isTable)) * rho;
    double share = TreeSize.axesShare(isTable);
    List<DpStep> steps = new ArrayList<>(axes(share * cells, input.unitRows()));
    int levels = TreeSize.levels(plan.privacy().terms().orElseThrow(), plan.clusters().value());
    for (double weight : TreeSize.weights(levels)) {
      steps.add(round((1 - share) * cells * weight, TreeSize.countShare(isTable)));
    }
    if (!isTable) {
      steps.add(new DpStep(BOUNDARIES, Map.of(PAIRS, gaussian(rho - cells))));
    }
    return steps;
  }

  /** Returns what the histogram of pairs gets of ρ on the route of anchors. */
  static double pairRho(double rho) {
    return (1 - AXES_SHARE - LLOYD_SHARE) * rho;
  }

  /** Returns what the sums of one Lloyd round get of ρ on the route of anchors. */
  static double sumRho(double rho) {
    return (1 - COUNT_SHARE) * LLOYD_SHARE * rho / ANCHOR_ROUNDS;
  }

  private static List<DpStep> centers(double rho, boolean unitRows) {
    List<DpStep> steps = new ArrayList<>(axes(0.3 * rho, unitRows));
    steps.addAll(lloyd(0.7 * rho, CENTER_ROUNDS));
    return steps;
  }

  private static List<DpStep> columns(double rho) {
    List<DpStep> steps = new ArrayList<>(axes(0.5 * rho, 0.03, 0.17, 0.05));
    steps.addAll(lloyd(0.5 * rho, COLUMN_ROUNDS));
    return steps;
  }

  /** The mean and the main axes; how long unit rows are is known. */
  private static List<DpStep> axes(double rho, boolean unitRows) {
    return unitRows ? axes(rho, 0.02, 0.15, 0) : axes(rho, 0.02, 0.15, 0.03);
  }

  private static List<DpStep> axes(double rho, double count, double sum, double squares) {
    Map<String, PrivacyLoss> moments = new LinkedHashMap<>();
    moments.put(COUNT, gaussian(count * rho));
    moments.put(SUM, gaussian(sum * rho));
    if (squares > 0) {
      moments.put(SQUARES, gaussian(squares * rho));
    }
    // The second moment has d (d + 1) / 2 entries to the others' d + 2; it gets the rest.
    double rest = (1 - count - sum - squares) * rho;
    return List.of(
        new DpStep(MOMENTS, moments), new DpStep(SCATTER, Map.of(SECOND_MOMENT, gaussian(rest))));
  }

  private static List<DpStep> lloyd(double rho, int rounds) {
    return java.util.Collections.nCopies(rounds, round(rho / rounds, COUNT_SHARE));
  }

  private static DpStep round(double rho, double countShare) {
    Map<String, PrivacyLoss> losses = new LinkedHashMap<>();
    losses.put(COUNT, gaussian(countShare * rho));
    losses.put(SUM, gaussian((1 - countShare) * rho));
    return new DpStep(LLOYD, losses);
  }

  private static List<DpStep> line(double rho, double histogram) {
    List<DpStep> steps = new ArrayList<>(axes(rho, 0.03, 0.17, 0.05));
    steps.add(new DpStep(LINE, Map.of(HISTOGRAM, pure(histogram))));
    return steps;
  }

  private static PrivacyLoss gaussian(double rho) {
    return new PrivacyLoss(rho, 0);
  }

  private static PrivacyLoss pure(double epsilon) {
    return new PrivacyLoss(0, epsilon);
  }

  /** Returns what all steps cost for one record. */
  public PrivacyLoss total() {
    return steps.stream().map(DpStep::total).reduce(PrivacyLoss.none(), PrivacyLoss::plus);
  }

  DpStep lastRound() {
    List<DpStep> rounds = all(LLOYD);
    return rounds.get(rounds.size() - 1);
  }

  /** Returns how many numbers the reply to a step has at most, from public quantities. */
  long mostNumbers(StudyPlan plan, DpStep step) {
    long d = DpInput.of(plan).dimension();
    long most = route == Route.TREE ? TreeSize.MOST : (long) AnchorCount.MOST;
    long anchors =
        route == Route.COLUMNS
            ? plan.clusters().value()
            : Math.max(most, 10L * plan.clusters().value());
    return switch (step.kind()) {
      case MAGNITUDES -> d * Magnitudes.BINS;
      case MOMENTS -> d + 2;
      case SCATTER -> d + Schedule.triangle(d);
      case LLOYD -> anchors * (1 + d);
      case EDGES -> Schedule.triangle(anchors);
      case BOUNDARIES -> Triangle.size(JoinedParts.count(plan.clusters().value()));
      case LINE -> LineRoute.MOST_BINS;
      case GRID -> (long) GridRoute.MOST_BINS * GridRoute.MOST_BINS;
      default -> throw new IllegalStateException("Step %s has no limit.".formatted(step.kind()));
    };
  }

  DpStep step(String kind) {
    return steps.stream()
        .filter(step -> step.kind().equals(kind))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no step " + kind + "."));
  }

  /** Returns the steps of a kind, in order. */
  List<DpStep> all(String kind) {
    return steps.stream().filter(step -> step.kind().equals(kind)).toList();
  }

  int rounds(String kind) {
    return all(kind).size();
  }
}

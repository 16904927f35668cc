package io.coterie.method.dp;

import io.coterie.CoterieException;
import io.coterie.features.RecordMap;
import io.coterie.features.internal.Box;
import io.coterie.features.internal.ClipRows;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.Standardize;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.plan.StudyPlan;
import java.util.Arrays;
import java.util.List;

/**
 * What a site lets itself be asked at level dp. How records get into the unit ball follows from the
 * plan, and a question that says anything else is refused. What a coordinator may choose, since it
 * follows from noisy totals, is bounded: centers, axes, radii, anchors. An honest one stays within
 * these bounds; see {@link #reach}, {@link #mostAnchors}.
 *
 * <p>No bound here is needed for the sensitivity, which holds whatever is asked. They keep what is
 * asked to what the owner agreed to, and the numbers to a range in which every map is tame.
 *
 * <p>Not thread-safe: it knows what was asked before.
 */
final class QuestionCheck {
  /** A point of the unit ball is no farther than this from another, nor from a center there. */
  static final double REACH = 2;

  /** An anchor may be outside of the ball that points are in, by so much. */
  static final double FARTHEST_ANCHOR = 2 * REACH;

  /** The noisy number of records may be so many times the public order of magnitude. */
  private static final double MOST_RECORDS = 10;

  /** An axis of the unit ball is made longer by a scale below one, never much shorter. */
  private static final double LARGEST_SCALE = 100;

  private static final double ROUNDING = 1e-9;

  private final String site;
  private final StudyPlan plan;
  private final DpSchedule schedule;
  private final DpInput input;
  private int dimension;
  private int anchors;
  private int rounds;

  QuestionCheck(String site, StudyPlan plan, DpSchedule schedule) {
    this.site = site;
    this.plan = plan;
    this.schedule = schedule;
    this.input = DpInput.of(plan, schedule.route());
    this.dimension = input.dimension();
  }

  /** Refuses a question, or takes note of it as answered. */
  void check(DpQuestion question) {
    if (question instanceof Magnitudes magnitudes) {
      int features = magnitudes.features();
      require(features == dimension, question, "%d features, not %d", features, dimension);
    } else if (question instanceof DpQuestion.Moments moments) {
      requireOwn(moments, ownInput(moments).steps());
    } else if (question instanceof DpQuestion.Grid grid) {
      requireOwn(grid, GridRoute.steps(ownInput(grid)));
      int bins = GridRoute.bins(schedule, input);
      require(grid.bins() == bins, question, "%d bins, not %d", grid.bins(), bins);
    } else if (question instanceof DpQuestion.Scatter scatter) {
      requireCenter(scatter, scatter.center());
      requireRadius(scatter, "a radius", scatter.radius());
    } else if (question instanceof DpQuestion.Line line) {
      checkLine(line);
    } else if (question instanceof DpQuestion.Lloyd lloyd) {
      checkLloyd(lloyd);
    } else if (question instanceof DpQuestion.Edges edges) {
      requireAnchors(edges, edges.anchors(), anchors);
    } else if (question instanceof DpQuestion.Boundaries boundaries) {
      checkBoundaries(boundaries);
    } else {
      require(false, question, "no bounds that the site knows of");
    }
  }

  /**
   * Where no bounds were agreed on, those of a question follow from noisy totals and may be any.
   * All else follows from the plan.
   */
  private DpInput ownInput(DpQuestion question) {
    if (input.isBounded()) {
      return input;
    }
    if (question.steps().isEmpty() || !(question.steps().get(0) instanceof Box box)) {
      require(false, question, "no step that puts records within bounds");
      return input;
    }
    int features = box.bounds().dimension();
    require(features == dimension, question, "bounds of %d features, not %d", features, dimension);
    return DpInput.table(plan, box.bounds());
  }

  /** The site makes these steps from the plan; none is taken from a question. */
  private void requireOwn(DpQuestion question, List<RecordMap> own) {
    require(
        question.steps().equals(own),
        question,
        "other steps into the unit ball than those of the study");
  }

  private void checkLine(DpQuestion.Line line) {
    require(line.steps().size() == 1, line, "%d steps, not 1", line.steps().size());
    requireAxes(line, line.steps().get(0), 1);
    requireRadius(line, "a range", line.range());
    int most = LineRoute.bins(schedule, mostRecords(schedule));
    require(
        line.bins() >= LineRoute.FEWEST_BINS && line.bins() <= most,
        line,
        "%d bins; %d to %d are possible",
        line.bins(),
        LineRoute.FEWEST_BINS,
        most);
  }

  private void checkLloyd(DpQuestion.Lloyd lloyd) {
    boolean isFirst = rounds == 0;
    boolean isTree = schedule.route() == Route.TREE;
    boolean isScaled = isTree && plan.input().kind().isTable();
    boolean isMapped = isFirst && schedule.route() != Route.COLUMNS;
    int steps = !isMapped ? 0 : isScaled ? 4 : 3;
    require(lloyd.steps().size() == steps, lloyd, "%d steps, not %d", lloyd.steps().size(), steps);
    if (isMapped) {
      int axes = isTree ? TreeRoute.mostAxes(plan, dimension) : AnchorRoute.MOST_AXES;
      requireClip(lloyd, lloyd.steps().get(0));
      requireAxes(lloyd, lloyd.steps().get(1), Math.min(axes, dimension));
      if (isScaled) {
        requireScales(lloyd, lloyd.steps().get(2));
      }
      requireClip(lloyd, lloyd.steps().get(steps - 1));
    }
    int most = isFirst || isTree ? mostAnchors(schedule, plan, dimension) : anchors;
    if (isTree) {
      most = TreeSize.inRound(most, schedule.rounds(DpSchedule.LLOYD) - 1, rounds);
    }
    requireAnchors(lloyd, lloyd.anchors(), most);
    requireRadius(lloyd, "a radius", lloyd.radius());
    anchors = lloyd.anchors().rows();
    rounds++;
  }

  private void checkBoundaries(DpQuestion.Boundaries asked) {
    require(asked.steps().size() == 2, asked, "%d steps, not 2", asked.steps().size());
    requireAxes(asked, asked.steps().get(0), dimension);
    requireScales(asked, asked.steps().get(1));
    requireAnchors(asked, asked.centers(), JoinedParts.count(plan.clusters().value()));
  }

  /** What scales make of points is drawn into a ball, so scales need only be numbers. */
  private void requireScales(DpQuestion question, RecordMap step) {
    if (step instanceof Standardize scales) {
      requireCenter(question, scales.center());
      double[] values = scales.scale().toArray();
      require(
          Arrays.stream(values).allMatch(scale -> scale > 0 && scale < LARGEST_SCALE),
          question,
          "a scale that is not above 0 and below %s",
          LARGEST_SCALE);
    } else {
      require(false, question, "a step '%s' where one that scales is due", step.kind());
    }
  }

  private void requireClip(DpQuestion question, RecordMap step) {
    if (step instanceof ClipRows clip) {
      requireCenter(question, clip.center());
      requireRadius(question, "a radius", clip.radius());
      require(clip.unit() == 1, question, "a unit of %s, not 1", clip.unit());
    } else {
      require(false, question, "a step '%s' where one that clips is due", step.kind());
    }
  }

  /** Takes note of how many axes there are. */
  private void requireAxes(DpQuestion question, RecordMap step, int most) {
    if (step instanceof Project project) {
      requireCenter(question, project.mean());
      int columns = project.axes().columns();
      require(columns >= 1 && columns <= most, question, "%d axes, not 1 to %d", columns, most);
      double error = orthonormalError(project.axes());
      require(
          error <= ROUNDING,
          question,
          "axes whose products are off those of orthonormal ones by %s; %s is the most",
          error,
          ROUNDING);
      dimension = columns;
    } else {
      require(false, question, "a step '%s' where a projection is due", step.kind());
    }
  }

  private static double orthonormalError(Matrix axes) {
    double largest = 0;
    for (int a = 0; a < axes.columns(); a++) {
      for (int b = 0; b <= a; b++) {
        double product = a == b ? -1 : 0;
        for (int j = 0; j < axes.rows(); j++) {
          product += axes.at(j, a) * axes.at(j, b);
        }
        largest = Math.max(largest, Math.abs(product)); // not a number if one is none
      }
    }
    return largest;
  }

  private void requireCenter(DpQuestion question, Vector center) {
    require(
        center.size() == dimension,
        question,
        "a center of %d values where points have %d",
        center.size(),
        dimension);
    double length = length(center.toArray(), 0, center.size());
    require(
        length <= 1 + ROUNDING,
        question,
        "a center at a distance of %s from the origin; 1 is the most",
        length);
  }

  private void requireRadius(DpQuestion question, String name, double radius) {
    require(
        radius > 0 && radius <= REACH,
        question,
        "%s of %s; it must be above 0 and at most %s",
        name,
        radius,
        REACH);
  }

  private void requireAnchors(DpQuestion question, Matrix places, int most) {
    require(
        places.rows() <= most,
        question,
        "%d anchors; %d is the most that its budget is good for",
        places.rows(),
        most);
    require(
        places.columns() == dimension,
        question,
        "anchors of %d values where points have %d",
        places.columns(),
        dimension);
    for (int a = 0; a < places.rows(); a++) {
      double length = length(places.array(), a * dimension, dimension);
      require(
          length <= FARTHEST_ANCHOR + ROUNDING,
          question,
          "an anchor at a distance of %s from the origin; %s is the most",
          length,
          FARTHEST_ANCHOR);
    }
  }

  private static double length(double[] values, int from, int size) {
    double squares = 0;
    for (int j = from; j < from + size; j++) {
      squares += values[j] * values[j];
    }
    return Math.sqrt(squares);
  }

  /** What is not a number fulfils no condition, as comparisons with it are false. */
  @SuppressWarnings("AnnotateFormatMethod") // the annotation is of a library that we do not ship
  private void require(boolean isKept, DpQuestion question, String has, Object... values) {
    if (!isKept) {
      throw CoterieException.notAgreed(
          ("Site %s refused the question '%s': it has %s. Nothing was sent or spent; ask who runs"
                  + " the coordinator.")
              .formatted(site, question.kind(), has.formatted(values)));
    }
  }

  /** Returns a radius or range within what a site lets itself be asked. */
  static double reach(double radius) {
    return Math.min(radius, REACH);
  }

  /** Returns the most records that a noisy number of them is taken for. */
  static double mostRecords(DpSchedule schedule) {
    return MOST_RECORDS * schedule.terms().publicRecords();
  }

  /** Returns the most anchors that a site lets itself be asked about, on so many axes. */
  static int mostAnchors(DpSchedule schedule, StudyPlan plan, int axes) {
    double records = mostRecords(schedule);
    return switch (schedule.route()) {
      case TREE -> TreeSize.cells(schedule, plan, axes, records);
      case COLUMNS, CENTERS -> plan.clusters().value();
      case ANCHORS, GRID, LINE ->
          AnchorRoute.anchorCount(schedule, plan.clusters().value(), axes, records);
    };
  }
}

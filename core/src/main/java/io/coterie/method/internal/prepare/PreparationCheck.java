package io.coterie.method.internal.prepare;

import io.coterie.CoterieException;
import io.coterie.features.FillMissing;
import io.coterie.features.RecordMap;
import io.coterie.features.internal.HogMap;
import io.coterie.features.internal.NormalizeRows;
import io.coterie.features.internal.OnLattice;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.SignedLog;
import io.coterie.features.internal.Standardize;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.method.anchor.AnchorProfile;
import io.coterie.method.internal.prepare.PreparationQuestion.Measure;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.Scaling;
import java.util.List;

/**
 * Holds the coordinator's steps and measures to those that the plan permits, in their order, each
 * once. A coordinator that may choose any map can spread the records out until a sum or an extreme
 * value is one of them.
 *
 * <p>Not thread-safe.
 */
final class PreparationCheck {
  /** How far the products of axes may be from those of orthonormal ones. */
  private static final double ORTHONORMAL = 1e-6;

  /** The steps of a representation, in order. */
  private enum Place {
    NOTHING,
    GRADIENTS,
    UNIT_ROWS,
    FILL,
    STANDARDIZE,
    DRAW_IN,
    PROJECT,
    DIRECTIONS,
    ONE_SCALE,
    LATTICE
  }

  private final PreparationSchedule rules;
  private Place last = Place.NOTHING;
  private int measures;
  private int dimension;
  private boolean hasBegun;

  PreparationCheck(PreparationSchedule rules) {
    this.rules = rules;
    this.dimension = rules.plan().input().dimension();
  }

  /** Refuses steps that the plan does not have, or not here. */
  void steps(List<RecordMap> maps) {
    maps.forEach(this::step);
    if (!hasBegun) {
      hasBegun = true;
      require(!rules.usesHog() || isPast(Place.GRADIENTS), "leaves out the gradients");
      boolean needsUnits = rules.hasUnitRows() || isL1();
      require(!needsUnits || isPast(Place.UNIT_ROWS), "leaves out the unit rows");
    }
  }

  private boolean isPast(Place place) {
    return last.compareTo(place) >= 0;
  }

  private boolean isL1() {
    return rules.plan().input().scaling() == Scaling.L1;
  }

  private void step(RecordMap map) {
    Place place = place(map);
    require(
        !isPast(place), "maps the records by '%s' a second time or too late".formatted(map.kind()));
    last = place;
    dimension = map.outputDimension(dimension);
  }

  private Place place(RecordMap map) {
    if (map instanceof HogMap hog) {
      return allowed(
          map,
          rules.usesHog() && hog.equals(new HogMap(rules.plan().input().kind().asImage())),
          Place.GRADIENTS);
    } else if (map instanceof NormalizeRows rows) {
      return hasBegun
          ? allowed(
              map,
              rows.norm() == 2
                  && AnchorProfile.of(rules.plan()).usesDirections()
                  && last == Place.PROJECT,
              Place.DIRECTIONS)
          : allowed(map, rows.norm() == 2 ? rules.hasUnitRows() : isL1(), Place.UNIT_ROWS);
    } else if (map instanceof FillMissing fill) {
      return allowed(
          map,
          !rules.usesHog() && !rules.isPixels() && isFinite(fill.means(), dimension),
          Place.FILL);
    } else if (map instanceof OnLattice) {
      return allowed(map, isExact(), Place.LATTICE);
    } else if (map instanceof Standardize scale && isExact() && isOneScale(scale.scale())) {
      return allowed(
          map,
          isFinite(scale.center(), dimension) && isFinite(scale.scale(), dimension),
          Place.ONE_SCALE);
    } else if (map instanceof Standardize scale) {
      boolean isDue = rules.isPixels() || rules.mayStandardize() || rules.hasRange();
      return allowed(
          map,
          isDue
              && isFinite(scale.center(), dimension)
              && isFinite(scale.scale(), dimension)
              && isPositive(scale.scale()),
          Place.STANDARDIZE);
    } else if (map instanceof SignedLog) {
      boolean isDue =
          rules.method().drawsInTails() && rules.plan().input().scaling() == Scaling.AUTO;
      return allowed(map, isDue && last == Place.STANDARDIZE, Place.DRAW_IN);
    } else if (map instanceof Project project) {
      return allowed(map, mayProject(project), Place.PROJECT);
    }
    throw refused("maps the records by '%s', which the plan does not have".formatted(map.kind()));
  }

  private static Place allowed(RecordMap map, boolean isAllowed, Place place) {
    require(
        isAllowed, "maps the records by a '%s' that the plan does not have".formatted(map.kind()));
    return place;
  }

  private boolean mayProject(Project project) {
    Matrix axes = project.axes();
    return rules.principalAxes().filter(most -> axes.columns() <= most).isPresent()
        && axes.rows() == dimension
        && isFinite(project.mean(), dimension)
        && isOrthonormal(axes);
  }

  private static boolean isFinite(Vector values, int size) {
    boolean isFinite = values.size() == size;
    for (int j = 0; j < values.size(); j++) {
      isFinite &= Double.isFinite(values.at(j));
    }
    return isFinite;
  }

  private boolean isExact() {
    return rules.plan().privacy().level() == PrivacyLevel.TOTALS;
  }

  private static boolean isOneScale(Vector scales) {
    boolean isOne = scales.size() > 0 && scales.at(0) > 0;
    for (int j = 1; j < scales.size(); j++) {
      isOne &= scales.at(j) == scales.at(0);
    }
    return isOne;
  }

  private static boolean isPositive(Vector values) {
    boolean isPositive = true;
    for (int j = 0; j < values.size(); j++) {
      isPositive &= values.at(j) > 0;
    }
    return isPositive;
  }

  private static boolean isOrthonormal(Matrix axes) {
    for (int a = 0; a < axes.columns(); a++) {
      for (int b = 0; b <= a; b++) {
        double product = 0;
        for (int j = 0; j < axes.rows(); j++) {
          product += axes.at(j, a) * axes.at(j, b);
        }
        // Negated, so that a product that is no number is refused too.
        if (!(Math.abs(product - (a == b ? 1 : 0)) <= ORTHONORMAL)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Refuses a measure that the plan does not have, or not now. */
  void measure(Measure measure, Vector center) {
    int place =
        switch (measure) {
          case SUMS -> measures == 0 ? 1 : rules.hasRange() && measures == 2 ? 3 : 0;
          case DEVIATIONS -> rules.mayStandardize() || rules.isPixels() ? 2 : 0;
          case RANGE -> rules.hasRange() ? 2 : 0;
          case SCATTER -> rules.principalAxes().isPresent() ? 4 : 0;
        };
    require(
        place > measures && (place == 1 || measures > 0),
        "asks for the measure %s, which the plan does not have now".formatted(measure));
    boolean isAbout = measure == Measure.DEVIATIONS || measure == Measure.SCATTER;
    require(!isAbout || isFinite(center, dimension), "gives a center that is none");
    measures = place;
  }

  private static void require(boolean isTrue, String otherwise) {
    if (!isTrue) {
      throw refused(otherwise);
    }
  }

  private static CoterieException refused(String what) {
    return CoterieException.notAgreed(
        ("The coordinator %s. This site agreed to no such thing: nothing was sent for it, and the"
                + " site leaves the study.")
            .formatted(what));
  }
}

package io.coterie.report;

import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.features.internal.LevelIndicators;
import io.coterie.math.Matrix;
import io.coterie.plan.DpTerms;
import io.coterie.plan.PublicBounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The features that the columns of a table become at level dp, where a column of levels has one for
 * each level: a center says the share of the level there.
 */
final class LevelFeatures {
  private static final double OF_RANGE = 0.2;
  private static final double LEAST_SHARE = 0.05;

  private LevelFeatures() {}

  /** Returns whether the model's records begin as columns of which some become indicators. */
  static boolean isFor(ReportData.Input input) {
    List<RecordMap> steps = input.model().representation().steps();
    return input.plan().privacy().isDp()
        && !input.specs().isEmpty()
        && !steps.isEmpty()
        && steps.get(0) instanceof LevelIndicators;
  }

  /**
   * A feature of which means are shown.
   *
   * @param column of the records that it comes from
   * @param isShare whether its mean is the share of a level
   */
  record Feature(ColumnText text, int column, boolean isShare) {}

  static List<Feature> of(ReportData.Input input) {
    List<ColumnText> columns = ColumnText.of(input.features(), input.specs());
    List<Feature> features = new ArrayList<>();
    for (int j = 0; j < columns.size(); j++) {
      ColumnKind kind = columns.get(j).column().kind();
      List<String> levels = kind.levels();
      if (!isFor(input) || kind.unorderedLevels() == 0) {
        features.add(new Feature(columns.get(j), j, false));
      } else {
        for (String level : levels.size() == 2 ? levels.subList(1, 2) : levels) {
          features.add(new Feature(share(columns.get(j).column(), level), j, true));
        }
      }
    }
    return features;
  }

  private static ColumnText share(ColumnSpec spec, String level) {
    return new ColumnText(ColumnSpec.number("%s: %s".formatted(spec.name(), level)));
  }

  /**
   * Returns how much the features vary: an indicator by its share, a number as far as its public
   * bounds say.
   */
  static double[] deviations(ReportData.Input input, double[] overall) {
    PublicBounds bounds = input.plan().privacy().terms().flatMap(DpTerms::bounds).orElseThrow();
    double[] deviations = new double[overall.length];
    int feature = 0;
    for (int j = 0; j < input.specs().size(); j++) {
      int levels = input.specs().get(j).kind().unorderedLevels();
      if (levels == 0) {
        deviations[feature++] = OF_RANGE * (bounds.upper().at(j) - bounds.lower().at(j));
      }
      for (int l = 0; l < (levels == 2 ? 1 : levels); l++, feature++) {
        double share = Math.max(LEAST_SHARE, Math.min(1 - LEAST_SHARE, overall[feature]));
        deviations[feature] = Math.sqrt(share * (1 - share));
      }
    }
    return deviations;
  }

  /** Returns places as values of these features, if there is a way back. */
  static Optional<Matrix> back(ReportData.Input input, Matrix places) {
    Representation way = input.model().representation();
    List<RecordMap> steps = way.steps();
    return isFor(input)
        ? new Representation(steps.subList(1, steps.size()))
            .back(places)
            .map(back -> withShares(back, input.specs()))
        : way.back(places);
  }

  /** Noise takes shares below 0 and above 1, where none is. */
  private static Matrix withShares(Matrix values, List<ColumnSpec> specs) {
    boolean[] isShare = new boolean[values.columns()];
    int feature = 0;
    for (ColumnSpec spec : specs) {
      int levels = spec.kind().unorderedLevels();
      int own = levels == 0 ? 1 : levels == 2 ? 1 : levels;
      Arrays.fill(isShare, feature, feature + own, levels > 0);
      feature += own;
    }
    return values.map((i, j, value) -> isShare[j] ? Math.max(0, Math.min(1, value)) : value);
  }
}

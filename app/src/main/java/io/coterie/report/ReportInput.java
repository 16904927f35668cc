package io.coterie.report;

import io.coterie.data.LabelLines;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Labels;
import io.coterie.method.Diagnostics;
import io.coterie.method.Methods;
import io.coterie.model.FittedModel;
import io.coterie.plan.StudyPlan;
import java.util.List;
import java.util.Optional;

/**
 * What a report is made of.
 *
 * @param model its answer
 * @param log what the coordinator showed on the way
 * @param held the records and their clusters, which a simulation has and nobody else
 */
public record ReportInput(
    StudyPlan plan,
    FittedModel model,
    List<String> features,
    List<String> sites,
    RunLog log,
    Optional<Held> held) {
  public ReportInput {
    features = List.copyOf(features);
    sites = List.copyOf(sites);
  }

  /**
   * A simulation's records, one line for each record of each site.
   *
   * @param lines the row, the site and the cluster of each line
   * @param seen the lines that were looked at as the model sees them
   * @param points of these lines
   */
  public record Held(Matrix records, LabelLines lines, IntVector seen, Matrix points) {
    public Held {
      if (lines.size() != lines.sites().size() || seen.size() != points.rows()) {
        throw new IllegalArgumentException("The lines do not fit together.");
      }
    }
  }

  int clusterCount() {
    return model.clusters().clusterCount();
  }

  /** Returns whether all records were at one place, so that nothing is left to hide. */
  boolean isPooled() {
    return !Methods.named(plan.method()).isFederated();
  }

  /** Returns the records, if the level lets anything be said of them but by noise. */
  Optional<Held> openly() {
    return held.filter(any -> !plan.privacy().isStrict());
  }

  /**
   * Returns whether places are where the model looks for clusters. Those of a graph are not where a
   * network that was taught by it has its own; then they tell nothing of records as the model sees
   * them, and have no way back.
   */
  boolean isOfModel(Diagnostics.Places places) {
    int dimension = model.representation().outputDimension(plan.input().dimension());
    if (places.points().columns() != dimension) {
      return false;
    }
    Labels labels = model.clusters().label(places.points(), Parallel.sequential());
    int same = 0;
    for (int p = 0; p < labels.size(); p++) {
      same += labels.of(p) == places.clusters().at(p) ? 1 : 0;
    }
    return same >= SAME * labels.size();
  }

  /** A mixture may put the mean of a prototype elsewhere than the prototype. */
  private static final double SAME = 0.8;

  /** Returns of how many records a group has at least, of which a report shows anything. */
  int fewest() {
    return Math.max(LEAST_GROUP, plan.privacy().smallestGroup());
  }

  /** A mean of fewer records might be recognized as one of them. */
  private static final int LEAST_GROUP = 10;
}

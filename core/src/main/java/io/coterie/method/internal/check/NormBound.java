package io.coterie.method.internal.check;

import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.features.internal.HogMap;
import io.coterie.features.internal.NormalizeRows;
import io.coterie.features.internal.Project;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.Doubles;
import io.coterie.message.internal.AnchorSums;
import io.coterie.message.internal.FeatureScatter;
import io.coterie.message.internal.FeatureSums;
import io.coterie.method.Reply;

/**
 * How long a record can be where a method gets it, by public steps alone: rows of gradients and
 * unit rows are no longer than one. A table's own values have no such limit.
 *
 * @param length no record is longer; infinite where nothing is known
 */
public record NormBound(double length) {
  /** A record that was rounded may be a little longer. */
  private static final double SLACK = 1e-3;

  public static NormBound unknown() {
    return new NormBound(Double.POSITIVE_INFINITY);
  }

  /** Returns how long a record is after steps. */
  public static NormBound of(Representation representation) {
    double length = Double.POSITIVE_INFINITY;
    for (RecordMap step : representation.steps()) {
      if (step instanceof HogMap || step instanceof NormalizeRows) {
        length = 1;
      } else if (step instanceof Project project) {
        length += length(project.mean().toArray()); // onto axes nothing gets longer
      } else {
        length = Double.POSITIVE_INFINITY;
      }
    }
    return new NormBound(length);
  }

  /** Refuses means of records of which one is farther away than a record can be. */
  public void requireMeans(Matrix means) {
    for (int p = 0; isKnown() && p < means.rows(); p++) {
      requireWithin(length(means.row(p)), 1);
    }
  }

  /** Refuses sums around anchors that are longer than so many records can be. */
  public void requireSums(AnchorSums sums) {
    for (int p = 0; isKnown() && p < sums.counts().size(); p++) {
      requireWithin(length(sums.sums().row(p)), sums.counts().at(p));
    }
  }

  public void requireSums(FeatureSums sums) {
    if (isKnown()) {
      requireWithin(length(sums.sums().toArray()), sums.records());
    }
  }

  /** Refuses a scatter about a center that is larger than so many records can have. */
  public void requireScatter(FeatureScatter scatter, Vector center, double records) {
    if (isKnown()) {
      double trace = 0;
      Matrix squares = scatter.symmetric();
      for (int j = 0; j < squares.rows(); j++) {
        trace += squares.at(j, j);
      }
      // ‖x − c‖ ≤ ‖x‖ + ‖c‖ for each record, and the trace is the sum of ‖x − c‖².
      double farthest = length + length(center.toArray());
      Reply.require(
          trace <= records * farthest * farthest * (1 + SLACK),
          "its scatter is larger than that of all records at the edge of what they can be");
    }
  }

  private boolean isKnown() {
    return length < Double.POSITIVE_INFINITY;
  }

  private void requireWithin(double found, double records) {
    if (!(found <= records * length * (1 + SLACK))) {
      throw new IllegalArgumentException(
          "a mean lies outside the public bounds: no record is longer than %.3g".formatted(length));
    }
  }

  private static double length(double[] values) {
    return Math.sqrt(Doubles.dot(values, values));
  }
}

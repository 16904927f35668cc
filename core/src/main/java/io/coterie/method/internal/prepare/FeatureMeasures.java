package io.coterie.method.internal.prepare;

import io.coterie.features.RecordMap;
import io.coterie.math.Vector;
import io.coterie.message.internal.FeatureScatter;
import io.coterie.message.internal.FeatureSums;
import io.coterie.method.internal.check.NormBound;
import java.util.List;

/** How the coordinator comes by sums over the features of all sites' records. */
interface FeatureMeasures {
  /**
   * Returns how many values each feature has, and their sums.
   *
   * @param steps that the sites take with their records first
   * @param dimension of a record after them
   * @param reach how long such a record can be
   */
  FeatureSums sums(List<RecordMap> steps, int dimension, NormBound reach);

  /** Returns the squared differences from the mean. */
  FeatureSums squares(List<RecordMap> steps, Vector mean);

  /** Returns the products of the differences of two features from their means. */
  FeatureScatter scatter(List<RecordMap> steps, Vector mean, NormBound reach, double records);
}

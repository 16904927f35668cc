package io.coterie.metrics;

import io.coterie.math.Matrix;
import io.coterie.math.internal.linear.Assignment;
import io.coterie.message.Labels;

/**
 * How well found clusters agree with true classes. All are 1 for a perfect answer and do not depend
 * on how clusters are numbered; the numbers of clusters and classes may differ.
 *
 * @param accuracy share of records on the best one-to-one pairing of clusters and classes
 * @param nmi mutual information over the arithmetic mean of the two entropies; 1 when both sides
 *     have one group
 * @param ari Rand index adjusted for chance, at most 1, near 0 for a random answer (L. Hubert, P.
 *     Arabie, <i>Comparing Partitions</i>, 1985)
 * @param purity share of records in the largest class of their cluster
 */
public record ExternalScores(double accuracy, double nmi, double ari, double purity) {
  /** Scores the clusters found for the records of the true labels, in the same order. */
  public static ExternalScores of(TrueLabels truth, Labels found) {
    if (truth.size() != found.size()) {
      throw new IllegalArgumentException(
          "There are %d true labels but %d found ones; both must describe the same records."
              .formatted(truth.size(), found.size()));
    }
    if (truth.size() == 0) {
      throw new IllegalArgumentException("There are no records to score; pass at least one.");
    }
    Contingency counts = new Contingency(truth, found);
    return new ExternalScores(counts.accuracy(), counts.nmi(), counts.ari(), counts.purity());
  }

  /** How many records class i and cluster j share, with the sums of the rows and the columns. */
  private static final class Contingency {
    private final Matrix shared;
    private final double[] classes;
    private final double[] clusters;
    private final double total;

    Contingency(TrueLabels truth, Labels found) {
      shared = Matrix.zeros(truth.classCount(), found.clusterCount());
      classes = new double[shared.rows()];
      clusters = new double[shared.columns()];
      total = truth.size();
      for (int record = 0; record < truth.size(); record++) {
        int i = truth.of(record);
        int j = found.of(record);
        shared.set(i, j, shared.at(i, j) + 1);
        classes[i]++;
        clusters[j]++;
      }
    }

    double accuracy() {
      // The best pairing shares most records, so what they share is a cost below zero.
      return -Assignment.ofMinimumCost(shared.map((i, j, both) -> -both)).cost() / total;
    }

    double nmi() {
      double information = 0;
      for (int i = 0; i < classes.length; i++) {
        for (int j = 0; j < clusters.length; j++) {
          double both = shared.at(i, j);
          if (both > 0) {
            information += both / total * Math.log(total * both / (classes[i] * clusters[j]));
          }
        }
      }
      double meanEntropy = (entropy(classes) + entropy(clusters)) / 2;
      // No entropy on either side: one class, one cluster, perfect agreement.
      return meanEntropy == 0 ? 1 : Math.min(1, Math.max(0, information / meanEntropy));
    }

    private double entropy(double[] sizes) {
      double sum = 0;
      for (double size : sizes) {
        // Skips full groups too, so that one group has an entropy of exactly 0.
        if (size > 0 && size < total) {
          sum -= size / total * Math.log(size / total);
        }
      }
      return sum;
    }

    double ari() {
      double together = pairs(shared.array());
      double inClasses = pairs(classes);
      double inClusters = pairs(clusters);
      if (together == inClasses && together == inClusters) {
        return 1; // the same partition, also where chance alone would give it
      }
      double expected = inClasses / (total * (total - 1) / 2) * inClusters;
      return (together - expected) / ((inClasses + inClusters) / 2 - expected);
    }

    private static double pairs(double[] sizes) {
      double sum = 0;
      for (double size : sizes) {
        sum += size * (size - 1) / 2;
      }
      return sum;
    }

    double purity() {
      double sum = 0;
      for (int j = 0; j < clusters.length; j++) {
        double largest = 0;
        for (int i = 0; i < classes.length; i++) {
          largest = Math.max(largest, shared.at(i, j));
        }
        sum += largest;
      }
      return sum / total;
    }
  }
}

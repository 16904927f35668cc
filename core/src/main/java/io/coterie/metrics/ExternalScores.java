package io.coterie.metrics;

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
}

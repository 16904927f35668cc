package io.coterie.partition;

import io.coterie.CoterieException;
import io.coterie.math.Seed;
import java.util.SplittableRandom;

/**
 * Deals each stratum by shares drawn from a Dirichlet distribution: the smaller alpha, the fewer
 * sites hold most of a stratum. A site that draws nothing at all gets a record of the largest site.
 *
 * <p>T.-M. H. Hsu, H. Qi, M. Brown. <i>Measuring the Effects of Non-Identical Data Distribution for
 * Federated Visual Classification</i>. 2019; here every record is dealt exactly once.
 */
record Dirichlet(double alpha) implements Partitioner {
  Dirichlet {
    if (!(alpha >= 1e-6 && alpha <= 1e6)) {
      throw CoterieException.usage(
          "The alpha of dirichlet is %s; it must be from 1e-6 to 1e6.".formatted(alpha)
              + " Typical values are 0.1 (skewed) to 100 (even).");
    }
  }

  @Override
  public Partition split(Partitioner.Input roster, int siteCount, Seed seed) {
    int[][] strata = roster.recordsByStratum(this);
    roster.requireEnoughFor(siteCount);
    Partition.Assignment hands = new Partition.Assignment(siteCount);
    for (int stratum = 0; stratum < strata.length; stratum++) {
      SplittableRandom random = seed.child("stratum").child(stratum).random();
      double[] shares = shares(siteCount, random);
      int[] records = Partition.Assignment.shuffled(strata[stratum], random);
      // Cuts at rounded running sums, so that the quotas add up to the stratum.
      double sum = 0;
      int next = 0;
      for (int site = 0; site < siteCount; site++) {
        sum += shares[site];
        long cut = site == siteCount - 1 ? records.length : Math.round(sum * records.length);
        while (next < Math.min(cut, records.length)) {
          hands.add(site, records[next++]);
        }
      }
    }
    hands.fillEmptySites();
    return Partition.ofNumbered(hands.toList(), roster);
  }

  // Gamma draws over their sum, from logarithms: for a small alpha all draws would round to zero.
  private double[] shares(int siteCount, SplittableRandom random) {
    Gamma gamma = new Gamma(alpha);
    double[] shares = new double[siteCount];
    double largest = Double.NEGATIVE_INFINITY;
    for (int site = 0; site < siteCount; site++) {
      shares[site] = gamma.logOfDraw(random);
      largest = Math.max(largest, shares[site]);
    }
    double sum = 0;
    for (int site = 0; site < siteCount; site++) {
      shares[site] = Math.exp(shares[site] - largest);
      sum += shares[site];
    }
    for (int site = 0; site < siteCount; site++) {
      shares[site] /= sum;
    }
    return shares;
  }

  @Override
  public String text() {
    return "dirichlet:" + alpha;
  }

  /**
   * The Gamma distribution of scale 1.
   *
   * <p>G. Marsaglia, W. W. Tsang. <i>A Simple Method for Generating Gamma Variables</i>. 2000. A
   * try is accepted with probability above 0.95 for every shape, so a draw takes about one.
   */
  record Gamma(double shape) {
    /** As a logarithm, which stays finite where the draw itself rounds to zero. */
    double logOfDraw(SplittableRandom random) {
      if (shape >= 1) {
        return logOfDraw(shape, random);
      }
      // Section 6 of the paper: a draw for shape + 1 times U^(1 / shape).
      return logOfDraw(shape + 1, random) + Math.log(1 - random.nextDouble()) / shape;
    }

    private static double logOfDraw(double shape, SplittableRandom random) {
      double d = shape - 1.0 / 3;
      double c = 1 / Math.sqrt(9 * d);
      while (true) {
        double x = random.nextGaussian();
        double root = 1 + c * x;
        if (root > 0) {
          double v = root * root * root;
          double logOfUniform = Math.log(1 - random.nextDouble());
          if (logOfUniform < x * x / 2 + d - d * v + d * Math.log(v)) {
            return Math.log(d) + Math.log(v);
          }
        }
      }
    }
  }
}

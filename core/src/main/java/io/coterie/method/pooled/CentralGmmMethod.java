package io.coterie.method.pooled;

import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.math.internal.cluster.GaussianMixture.Mode;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.cluster.MixtureSums;
import io.coterie.math.internal.cluster.Moments;
import io.coterie.method.CoordinatorContext;
import io.coterie.model.internal.MixtureModel;
import io.coterie.plan.StudyPlan;
import java.util.Locale;

/**
 * A reference, not federated: a Gaussian mixture with a covariance of its own for each cluster,
 * fitted by EM from k-means on the records of all sites in one place. Covariances of few records
 * are drawn towards the pooled one, as {@link GaussianMixture} does.
 */
public final class CentralGmmMethod implements PooledMethod {
  private static final int MAX_ROUNDS = 200;

  /** The rise of the mean log-likelihood at which EM ends, as in scikit-learn. */
  private static final double TOLERANCE = 1e-3;

  @Override
  public String name() {
    return "central-gmm";
  }

  @Override
  public String summary() {
    return "not federated: Gaussian mixture by EM on the pooled records, from k-means";
  }

  @Override
  public Answer cluster(Matrix records, StudyPlan plan, CoordinatorContext context) {
    int clusterCount = plan.clusters().value();
    int[] labels =
        new KMeans(KMeans.Options.of(clusterCount))
            .fit(records, context.seed().child("clusters"), context.parallel())
            .labels();
    double[] origin = Moments.of(records, new double[records.columns()], context.parallel()).mean();
    GaussianMixture mixture =
        GaussianMixture.fit(
            MixtureSums.fromLabels(
                records,
                new MixtureSums.Assignment(labels, clusterCount),
                origin,
                context.parallel()),
            Mode.FULL);
    double last = Double.NEGATIVE_INFINITY;
    boolean converged = false;
    int round = 0;
    while (!converged && round < MAX_ROUNDS) {
      round++;
      MixtureSums sums = mixture.sums(records, context.parallel());
      // Negated, so that a likelihood that is no number ends it too.
      converged = !(sums.meanLogLikelihood() - last >= TOLERANCE);
      last = sums.meanLogLikelihood();
      if (!converged) {
        mixture = GaussianMixture.fit(sums, Mode.FULL);
      }
    }
    context.report(
        "mixture",
        String.format(
            Locale.ROOT,
            "%s after %d rounds of EM, mean log-likelihood %.4f",
            converged ? "converged" : "not converged",
            round,
            last));
    return Answer.of(MixtureModel.of(mixture));
  }
}

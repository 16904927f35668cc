package io.coterie.method.fuzzy;

import io.coterie.CoterieException;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Methods;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.method.anchor.AnchorProfile;
import io.coterie.method.robust.Robustness;
import io.coterie.plan.StudyPlan;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Federated fuzzy c-means by sums: in every round the centers are those that fuzzy c-means on all
 * records at one place would have.
 *
 * <p>J. L. Corcuera Bárcena and others, University of Pisa (code: Unipisa/FederatedClustering).
 * Names here and there: fuzzifier λ, centers v, memberships u.
 *
 * <p>Beyond some 30 features, or with 20 clusters or more, a fuzzifier of 2 draws all centers to
 * one place, hence 1.1 there (Letters, 16 features and 26 clusters: .059 ACC with 2, .258 with
 * 1.1). The sums of a site with one record are that record until a runner masks sums.
 */
public final class FuzzyCMeansMethod implements FederatedMethod {
  private static final int MANY_FEATURES = 30;
  private static final double FUZZIFIER = 2;
  private static final double FUZZIFIER_OF_MANY = 1.1;

  @Override
  public String name() {
    return "ffcm";
  }

  @Override
  public String summary() {
    return "fuzzy c-means by sums, exactly as on pooled records; --fuzzifier above 1";
  }

  @Override
  public Set<String> options() {
    return Set.of("fuzzifier", Robustness.OPTION);
  }

  @Override
  public void check(StudyPlan plan) {
    Robustness.check(plan);
    Methods.requireClusterCount(plan);
    fuzzifier(plan, 1);
  }

  /** Returns the fuzzifier for records that are represented by so many features. */
  static double fuzzifier(StudyPlan plan, int features) {
    OptionalDouble stated = plan.options().positive("fuzzifier");
    if (stated.isPresent() && stated.getAsDouble() <= 1) {
      throw CoterieException.usage(
          "--fuzzifier is %s; it must be above 1. Typical values are 1.1 to 2."
              .formatted(stated.getAsDouble()));
    }
    boolean many = features > MANY_FEATURES || AnchorProfile.isMany(plan.clusters().value());
    return stated.orElse(many ? FUZZIFIER_OF_MANY : FUZZIFIER);
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    return new FuzzyCMeansSite(plan, context);
  }

  @Override
  public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    return new FuzzyCMeansCoordinator(plan, context, sites).coordinate();
  }
}

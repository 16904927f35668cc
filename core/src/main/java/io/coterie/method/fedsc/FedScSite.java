package io.coterie.method.fedsc;

import io.coterie.CoterieException;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Question;
import io.coterie.message.SiteMessage;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.plan.StudyPlan;
import io.coterie.site.internal.Subspace;
import io.coterie.site.internal.SubspaceClusters;
import java.util.OptionalInt;

/** The site part of Fed-SC: clusters its records by subspaces and sends a sample of each. */
final class FedScSite implements SitePart {
  private final StudyPlan plan;
  private final SiteContext context;
  private IntVector groups;

  static final String SAMPLES = "subspace-samples";

  /** Asks again, for as many local clusters as there are clusters: the sites found too few. */
  static final String AS_MANY_AS_CLUSTERS = "subspace-samples-as-many-as-clusters";

  FedScSite(StudyPlan plan, SiteContext context) {
    this.plan = plan;
    this.context = context;
  }

  @Override
  public SiteMessage reply(CoordinatorMessage question) {
    Matrix unitRows = context.data().records().unitRows();
    int least = Math.max(SubspaceClusters.LEAST, plan.privacy().smallestGroup());
    if (unitRows.rows() < least) {
      throw CoterieException.badData(
          ("Site %s has fewer than %d records; a sample of their subspace would give them away."
                  + " Leave the site out, or use another method.")
              .formatted(context.data().site(), least));
    }
    SubspaceClusters found =
        SubspaceClusters.of(
                unitRows,
                localClusters(question),
                context.seed().child("subspaces"),
                context.parallel())
            .withGroupsOf(least, unitRows);
    groups = found.groups();
    Seed draws = context.seed().child("samples");
    Matrix samples = Matrix.zeros(found.groupCount(), unitRows.columns());
    for (int g = 0; g < found.groupCount(); g++) {
      double[] sample = Subspace.of(unitRows.selectRows(found.members(g))).sample(draws.child(g));
      System.arraycopy(sample, 0, samples.array(), g * sample.length, sample.length);
    }
    return context.gate().release(new SubspaceSamples(samples, found.unsettled() == 0));
  }

  private OptionalInt localClusters(CoordinatorMessage question) {
    boolean forAll =
        question.payload() instanceof Question asked && asked.name().equals(AS_MANY_AS_CLUSTERS);
    return forAll ? OptionalInt.of(plan.clusters().value()) : FedScMethod.localClusters(plan);
  }

  @Override
  public Labels labels(CoordinatorMessage answer) {
    return context.labels(answer, found -> found.of(groups));
  }
}

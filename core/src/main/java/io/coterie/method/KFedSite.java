package io.coterie.method;

import io.coterie.protocol.CoordinatorMessage;
import io.coterie.protocol.GroupClusters;
import io.coterie.protocol.Labels;
import io.coterie.protocol.SiteCenters;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import io.coterie.site.AwasthiSheffet;

/** The site part of k-FED: clusters its records and sends the centers. */
final class KFedSite implements SitePart {
  private final StudyPlan plan;
  private final SiteContext context;
  private int[] groups;

  KFedSite(StudyPlan plan, SiteContext context) {
    this.plan = plan;
    this.context = context;
  }

  @Override
  public SiteMessage reply(CoordinatorMessage question) {
    AwasthiSheffet.Result local =
        new AwasthiSheffet(
                KFedMethod.localClusters(plan), context.seed().child("k-fed"), context.parallel())
            .fit(context.data().site(), context.data().records());
    groups = local.groups();
    return context.gate().release(new SiteCenters(local.centers()));
  }

  @Override
  public Labels labels(CoordinatorMessage answer) {
    if (!(answer.payload() instanceof GroupClusters found)) {
      throw new IllegalArgumentException(
          "The answer is %s, not clusters.".formatted(answer.payload().kind()));
    }
    int[] labels = new int[groups.length];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = found.clusters().at(groups[i]);
    }
    return Labels.of(labels, found.clusterCount());
  }
}

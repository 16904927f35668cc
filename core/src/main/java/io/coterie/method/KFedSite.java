package io.coterie.method;

import io.coterie.math.Matrix;
import io.coterie.protocol.CoordinatorMessage;
import io.coterie.protocol.GroupClusters;
import io.coterie.protocol.Labels;
import io.coterie.protocol.SiteCenters;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import io.coterie.site.AwasthiSheffet;
import io.coterie.site.GroupMeans;
import io.coterie.site.SmallGroups;

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
    Matrix records = context.data().records();
    AwasthiSheffet.Result local =
        new AwasthiSheffet(
                KFedMethod.localClusters(plan), context.seed().child("k-fed"), context.parallel())
            .fit(context.data().site(), records);
    int least = plan.privacy().smallestGroup();
    SmallGroups joined = SmallGroups.join(records, local.groups(), local.centers().rows(), least);
    groups = joined.groups();
    return context
        .gate()
        .release(new SiteCenters(GroupMeans.of(records, groups, joined.groupCount())));
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

package io.coterie.method.kfed;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.SiteCenters;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.model.ClusterModel;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.StudyPlan;
import io.coterie.site.Records;
import io.coterie.site.Records.BlockFunction;
import io.coterie.site.internal.AwasthiSheffet;
import io.coterie.site.internal.CenterGroups;
import io.coterie.site.internal.GroupMeans;
import io.coterie.site.internal.SmallGroups;
import java.util.stream.IntStream;

/**
 * The site part of k-FED: clusters its records by the algorithm of Awasthi and Sheffet and sends
 * the centers, once. How many records a center stands for stays here, as in the paper.
 */
final class KFedSite implements SitePart {
  /** A center of one record would be that record. */
  private static final int SMALLEST_CLUSTER = 2;

  private final StudyPlan plan;
  private final SiteContext context;
  private Grouped grouped;

  /** Where the records are, with the groups that were made of them. */
  private record Grouped(Records records, BlockFunction<Labels> labels) {}

  KFedSite(StudyPlan plan, SiteContext context) {
    this.plan = plan;
    this.context = context;
  }

  @Override
  public SiteMessage reply(CoordinatorMessage question) {
    Records records = context.data().blocks();
    Matrix sample = records.sample(context.seed().child("sample"));
    AwasthiSheffet.Result local =
        new AwasthiSheffet(
                KFedMethod.localClusters(plan), context.seed().child("k-fed"), context.parallel())
            .fit(context.data().site(), sample);
    int least = plan.privacy().smallestGroup();
    if (records.isWhole(sample)) {
      SmallGroups joined = SmallGroups.join(sample, local.groups(), local.centers().rows(), least);
      Labels groups = Labels.of(joined.groups(), joined.groupCount());
      grouped = new Grouped(records, (block, inside) -> groups);
      return centers(GroupMeans.of(sample, joined.groups(), joined.groupCount()));
    }
    // More records than fit into memory: a sample gives the centers, and all records move them.
    CenterGroups found =
        CenterGroups.lloyd(records, local.centers(), context.parallel())
            .withGroupsOf(Math.max(SMALLEST_CLUSTER, least));
    ClusterModel nearest = nearest(found);
    grouped = new Grouped(records, nearest::label);
    return centers(found.means());
  }

  private SiteMessage centers(Matrix means) {
    return context.gate().release(new SiteCenters(means));
  }

  /** Returns the rule that puts a record with the nearest center's group. */
  private static ClusterModel nearest(CenterGroups found) {
    IntVector groups = found.groups();
    int[] used = IntStream.range(0, groups.size()).filter(c -> groups.at(c) >= 0).toArray();
    return new NearestPrototype(
        found.centers().selectRows(used),
        IntVector.of(IntStream.of(used).map(groups::at).toArray()),
        found.groupCount());
  }

  @Override
  public Labels labels(CoordinatorMessage answer) {
    return context.labels(
        answer,
        found -> {
          // Blocks may be on other machines: the function must not carry this part along.
          BlockFunction<Labels> groups = grouped.labels();
          return grouped
              .records()
              .label(
                  (block, inside) -> found.of(groups.of(block, inside).clusters()),
                  context.parallel());
        });
  }
}

package io.coterie.method.pooled;

import io.coterie.math.Matrix;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.GroupClusters;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.model.ClusterModel;

/**
 * The site part of the references: it hands its records over. It can be simulated only; a served
 * study refuses the method, and its messages cannot be received.
 */
final class PooledSite implements SitePart {
  private final SiteContext context;
  private final Matrix records;

  PooledSite(SiteContext context) {
    this.context = context;
    this.records = context.data().records();
  }

  @Override
  public SiteMessage reply(CoordinatorMessage question) {
    return context.gate().release(new PooledRecords(records));
  }

  @Override
  public Labels labels(CoordinatorMessage answer) {
    if (answer.payload() instanceof ClusterModel model) {
      return model.label(records, context.parallel());
    } else if (answer.payload() instanceof GroupClusters found) {
      return new Labels(found.clusters(), found.clusterCount());
    }
    throw new IllegalArgumentException(
        "The answer is %s, neither a model nor clusters.".formatted(answer.payload().kind()));
  }
}

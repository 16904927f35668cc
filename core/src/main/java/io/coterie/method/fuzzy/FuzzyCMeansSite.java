package io.coterie.method.fuzzy;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.FuzzyCMeans;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.Question;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.FuzzySums;
import io.coterie.message.internal.Microclusters;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.model.ClusterModel;
import io.coterie.plan.StudyPlan;
import io.coterie.site.Records;
import io.coterie.site.internal.CenterGroups;
import io.coterie.site.internal.GroupMeans;
import io.coterie.site.internal.SmallGroups;
import java.util.stream.IntStream;

/** The site part of fuzzy c-means: k-means centers for the start, then sums over its records. */
final class FuzzyCMeansSite implements SitePart {
  private final StudyPlan plan;
  private final SiteContext context;
  private final Records records;

  FuzzyCMeansSite(StudyPlan plan, SiteContext context) {
    this.plan = plan;
    this.context = context;
    this.records = context.data().blocks();
  }

  @Override
  public SiteMessage reply(CoordinatorMessage message) {
    return context.gate().release(answer(message.payload()));
  }

  private Payload answer(Payload question) {
    if (question instanceof Question) {
      return start();
    } else if (question instanceof FuzzyCenters centers) {
      FuzzyCMeans step = centers.step();
      return records.sum(
          (block, inside) -> new FuzzySums(step.sums(block, inside)), context.parallel());
    }
    throw new IllegalArgumentException("Unknown question: %s".formatted(question.kind()));
  }

  /** Returns the centers that hold records, at most one for two records. */
  private Microclusters start() {
    Matrix sample = records.sample(context.seed().child("sample"));
    // Half as many centers as records at most: the center of one record would be that record.
    int count = Math.max(1, Math.min(plan.clusters().value(), sample.rows() / 2));
    KMeans.Result found =
        new KMeans(KMeans.Options.of(count).withRestarts(1))
            .fit(sample, context.seed().child("ffcm"), context.parallel());
    int least = plan.privacy().smallestGroup();
    if (!records.isWhole(sample)) {
      // More records than fit into memory: a sample gives the centers, and all records move them.
      CenterGroups all =
          CenterGroups.lloyd(records, found.centers(), context.parallel()).withGroupsOf(least);
      return new Microclusters(all.counts(), all.means());
    }
    SmallGroups joined = SmallGroups.join(sample, found.labels(), count, least);
    double[] sizes = new double[joined.groupCount()];
    for (int group : joined.groups()) {
      sizes[group]++;
    }
    Matrix centers =
        least > 1 ? GroupMeans.of(sample, joined.groups(), sizes.length) : found.centers();
    int[] used = IntStream.range(0, sizes.length).filter(c -> sizes[c] > 0).toArray();
    double[] counts = IntStream.of(used).mapToDouble(c -> sizes[c]).toArray();
    return new Microclusters(Vector.of(counts), centers.selectRows(used));
  }

  @Override
  public Labels labels(CoordinatorMessage answer) {
    if (answer.payload() instanceof ClusterModel model) {
      return records.label(model::label, context.parallel());
    }
    throw new IllegalArgumentException(
        "The answer is %s, not a model.".formatted(answer.payload().kind()));
  }
}

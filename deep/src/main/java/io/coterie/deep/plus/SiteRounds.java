package io.coterie.deep.plus;

import io.coterie.deep.GroupSums;
import io.coterie.math.Matrix;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.ClusterSums;
import io.coterie.method.LongWork.IntermediateLabels;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.plan.StudyPlan;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A site's clusterings of its embedded records, one a round, of which one is chosen. */
final class SiteRounds {
  private final StudyPlan plan;
  private final SiteContext context;
  private final SiteNetwork network;
  private final List<Labels> labels = new ArrayList<>();
  private SitePart part;
  private Matrix embedded;
  private Optional<Labels> chosen = Optional.empty();

  SiteRounds(StudyPlan plan, SiteContext context, SiteNetwork network) {
    this.plan = plan;
    this.context = context;
    this.network = network;
  }

  /** Embeds the records and begins to cluster them. */
  SiteMessage begin(int round, PrototypeRounds.EncodedQuestion encoded) {
    Matrix points = network.embed(encoded.encoder());
    embedded = points.firstColumns(network.dimension());
    part =
        PlusOptions.ofEmbedded(plan)
            .site(
                PlusOptions.embedded(plan, plan.clusters(), points.columns()),
                new SiteContext(
                    SiteData.of(context.data().site(), points),
                    context.gate(),
                    context.seed(),
                    context.parallel()));
    return part.reply(new CoordinatorMessage(round, encoded.question()));
  }

  SiteMessage reply(CoordinatorMessage message) {
    return part.reply(message);
  }

  /** Takes the clusters of this round and returns sums of the embedded records by them. */
  ClusterSums centers(int round, PrototypeRounds.CentersQuestion question) {
    Payload answer =
        question.answer() instanceof SiteAnswers answers
            ? answers.to(context.data().site())
            : question.answer();
    Labels now = part.labels(new CoordinatorMessage(round, answer));
    int count = now.clusterCount();
    int d = embedded.columns();
    Matrix beside = Matrix.zeros(now.size(), d + count);
    for (int i = 0; i < now.size(); i++) {
      for (int j = 0; j < d; j++) {
        beside.set(i, j, embedded.at(i, j));
      }
      if (!labels.isEmpty()) {
        beside.set(i, d + labels.get(labels.size() - 1).of(i), 1);
      }
    }
    labels.add(now);
    context
        .work()
        .show(
            () ->
                new IntermediateLabels(
                    PrototypeRounds.STAGE, labels.size() - 1, Optional.of(now), embedded));
    ClusterSums sums = sums(beside, now);
    withholdFew(sums.sums(), d);
    return sums;
  }

  /** Sets numbers of records that went from one cluster to another to zero where they are few. */
  private void withholdFew(Matrix sums, int from) {
    for (int c = 0; c < sums.rows(); c++) {
      for (int j = from; j < sums.columns(); j++) {
        sums.set(c, j, sums.at(c, j) < plan.privacy().smallestGroup() ? 0 : sums.at(c, j));
      }
    }
  }

  /** Takes a round's clusters for the answer. */
  ClusterSums choose(PrototypeRounds.ChoiceQuestion question) {
    Labels taken = labels.get(question.round());
    chosen = Optional.of(taken);
    Matrix records = context.data().records();
    return sums(question.wantsSums() ? records : Matrix.zeros(records.rows(), 0), taken);
  }

  private ClusterSums sums(Matrix values, Labels by) {
    return GroupSums.of(values, by.toArray(), by.clusterCount(), plan.privacy().smallestGroup());
  }

  Matrix embedded() {
    return embedded;
  }

  /** Returns the labels of the chosen round; of the only one, what the answer says. */
  Labels labels(CoordinatorMessage answer) {
    return chosen.orElseGet(() -> part.labels(answer));
  }
}

package io.coterie.method.dplloyd;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.AnchorSums;
import io.coterie.message.internal.FeatureRange;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.model.ClusterModel;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.internal.LaplaceMechanism;
import io.coterie.privacy.internal.NoisyLloyd;
import io.coterie.site.Records;

/**
 * The site part of noisy Lloyd. It keeps its own account: it answers T rounds of the budget that
 * was agreed on, in order, and no more, whatever it is asked.
 */
final class NoisyLloydSite implements SitePart {
  private final StudyPlan plan;
  private final SiteContext context;
  private final Records records;
  private NoisyLloyd noise;
  private Records boxed;
  private int round;

  NoisyLloydSite(StudyPlan plan, SiteContext context) {
    this.plan = plan;
    this.context = context;
    this.records = context.data().blocks();
  }

  @Override
  public SiteMessage reply(CoordinatorMessage message) {
    return context.gate().release(answer(message.payload()));
  }

  private Payload answer(Payload question) {
    if (question instanceof BoundsQuestion) {
      return box();
    } else if (question instanceof NoisyLloydQuestion lloyd) {
      return sums(lloyd);
    }
    throw new IllegalArgumentException("Unknown question: %s".formatted(question.kind()));
  }

  private RecordBox box() {
    if (records.size() < 2) {
      throw CoterieException.badData(
          ("Site %s has only one record, which its bounds would give away; method dp-lloyd needs"
                  + " two at every site. Let it join another site or stay out of the study.")
              .formatted(context.data().site()));
    }
    return records.reduce((block, inside) -> box(block), RecordBox::union, context.parallel());
  }

  private static RecordBox box(Matrix block) {
    double[] smallest = block.row(0);
    double[] largest = block.row(0);
    for (int i = 1; i < block.rows(); i++) {
      for (int j = 0; j < smallest.length; j++) {
        smallest[j] = Math.min(smallest[j], block.at(i, j));
        largest[j] = Math.max(largest[j], block.at(i, j));
      }
    }
    return new RecordBox(block.rows(), new FeatureRange(Vector.of(smallest), Vector.of(largest)));
  }

  private NoisySums sums(NoisyLloydQuestion question) {
    // The first question fixes how the budget is divided, whatever later ones say.
    if (noise == null) {
      noise =
          new NoisyLloyd(
              NoisyLloydMethod.epsilon(plan),
              question.rounds(),
              records.features(),
              plan.clusters().value());
      boxed = records.map(question.box()::apply, context.parallel());
    }
    if (question.round() != round || round == noise.rounds()) {
      throw new CoterieException(
          ErrorCode.BUDGET,
          ("Site %s divided its epsilon of %s among %d rounds and has answered %d of them; it was"
                  + " asked for round %d. Start a new study.")
              .formatted(
                  context.data().site(),
                  noise.epsilon(),
                  noise.rounds(),
                  round,
                  question.round() + 1));
    }
    round++;
    return noisy(question);
  }

  /** Adds up all records, then draws the noise once, on the total. */
  private NoisySums noisy(NoisyLloydQuestion question) {
    Matrix centers = question.centers();
    double radius = noise.radius(question.round());
    AnchorSums total =
        boxed.sum((block, inside) -> residuals(block, centers, radius, inside), context.parallel());
    LaplaceMechanism laplace = context.gate().laplace();
    return new NoisySums(
        noise.releaseCounts(total.counts().toArray(), laplace),
        noise.releaseSums(question.round(), total.sums(), laplace));
  }

  private static AnchorSums residuals(
      Matrix block, Matrix centers, double radius, Parallel parallel) {
    int[] nearest = KMeans.nearest(block, centers, parallel);
    double[] counts = new double[centers.rows()];
    Matrix residuals = Matrix.zeros(centers.rows(), centers.columns());
    for (int i = 0; i < nearest.length; i++) {
      int c = nearest[i];
      // A record beyond the radius does not count, so that one moves a sum by the radius at most.
      if (block.squaredDistance(i, centers, c) <= radius * radius) {
        counts[c]++;
        for (int j = 0; j < centers.columns(); j++) {
          residuals.set(c, j, residuals.at(c, j) + block.at(i, j) - centers.at(c, j));
        }
      }
    }
    return new AnchorSums(Vector.of(counts), residuals);
  }

  @Override
  public Labels labels(CoordinatorMessage answer) {
    if (answer.payload() instanceof ClusterModel model) {
      return boxed.label(model::label, context.parallel());
    }
    throw new IllegalArgumentException(
        "The answer is %s, not a model.".formatted(answer.payload().kind()));
  }
}

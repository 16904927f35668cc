package io.coterie.deep.synthetic;

import io.coterie.CoterieException;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.features.Standardize;
import io.coterie.math.Matrix;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.CoordinatorPart;
import io.coterie.method.Reply;
import io.coterie.method.Step;
import io.coterie.model.FittedModel;
import io.coterie.model.NearestPrototype;
import io.coterie.protocol.Payload;
import io.coterie.protocol.Question;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The coordinator part of PPFC-GAN: clusters the made-up records of all sites. */
final class SyntheticCoordinator implements CoordinatorPart {
  private final StudyPlan plan;
  private final CoordinatorContext context;
  private final boolean image;
  private boolean asked;

  SyntheticCoordinator(StudyPlan plan, CoordinatorContext context) {
    this.plan = plan;
    this.context = context;
    this.image = plan.input().kind().isImage();
  }

  @Override
  public Step next(List<SiteMessage> replies) {
    if (!asked) {
      asked = true;
      return new Step.Ask(
          new Question("synthetic-records"), Reply.of(SyntheticRecords.class, this::check));
    }
    return finish(
        replies,
        Matrix.stacked(
            replies.stream()
                .map(reply -> reply.payloadAs(SyntheticRecords.class).samples())
                .toList()));
  }

  private void check(SyntheticRecords reply) {
    Matrix samples = reply.samples();
    if (samples.columns() != context.dimension() || samples.rows() == 0) {
      throw new IllegalArgumentException(
          "its samples are %d x %d where records have %d values"
              .formatted(samples.rows(), samples.columns(), context.dimension()));
    }
    for (double value : samples.array()) {
      if (image && !(value >= 0 && value <= 1)) {
        throw new IllegalArgumentException("a pixel of its samples is not from 0 to 1");
      }
    }
  }

  private Step finish(List<SiteMessage> replies, Matrix samples) {
    int clusters = plan.clusters().value();
    if (samples.rows() < clusters) {
      throw CoterieException.badData(
          "%d clusters were asked for, but the sites sent only %d samples; raise --samples."
              .formatted(clusters, samples.rows()));
    }
    List<RecordMap> steps = new ArrayList<>();
    Matrix scaled = samples;
    if (!image) {
      Standardize scale = Scales.of(samples);
      steps.add(scale);
      scaled = scale.apply(samples, context.parallel());
    }
    DeepClusters found =
        DeepClusters.of(
            EncoderPlan.of(EncoderPlan.AUTOENCODER, plan.input().kind(), context.dimension()),
            scaled,
            clusters,
            context.seed().child("deep"),
            context.parallel());
    context.findings().report("synthetic records", Integer.toString(samples.rows()));
    context
        .findings()
        .report("reconstruction", String.format(Locale.ROOT, "loss %.4f", found.reconstruction()));
    steps.add(found.encoder());
    Representation codes = new Representation(steps);
    Map<String, Payload> answers = new HashMap<>();
    replies.forEach(reply -> answers.put(reply.site(), new CodeCenters(codes, found.centers())));
    return new Step.Finish(
        new FittedModel(
            plan.input().dimension(), codes, NearestPrototype.ofCenters(found.centers())),
        answers);
  }
}

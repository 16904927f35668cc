package io.coterie.deep.gan;

import io.coterie.CoterieException;
import io.coterie.deep.network.Generator;
import io.coterie.features.internal.Standardize;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.SiteMessage;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.StudyPlan;

/** The site part of PPFC-GAN: makes up records, and labels its own by the codes of the answer. */
final class GeneratorSite implements SitePart {
  /** A generator of fewer records would mostly repeat them. */
  private static final int LEAST = 5;

  private final StudyPlan plan;
  private final SiteContext context;
  private final Matrix records;

  GeneratorSite(StudyPlan plan, SiteContext context) {
    this.plan = plan;
    this.context = context;
    this.records = context.data().records();
  }

  @Override
  public SiteMessage reply(CoordinatorMessage question) {
    int least = Math.max(LEAST, plan.privacy().smallestGroup());
    if (records.rows() < least) {
      throw CoterieException.badData(
          ("Site %s has fewer than %d records; a generator of so few would give them away. Leave the"
                  + " site out, or use another method.")
              .formatted(context.data().site(), least));
    }
    GeneratorOptions options = GeneratorOptions.of(plan);
    int count = Math.min(options.samples(), records.rows());
    return context
        .gate()
        .release(new SyntheticCoordinator.SyntheticRecords(madeUp(options, count)));
  }

  private Matrix madeUp(GeneratorOptions options, int count) {
    Seed seed = context.seed().child("generator");
    boolean image = plan.input().kind().isImage();
    Standardize own = Scales.of(records);
    try (Generator generator = Generator.make(options.networks(plan, records.columns()), seed)) {
      generator.train(
          image ? records : own.apply(records, context.parallel()),
          options.training(records.rows(), seed.child("training")));
      Matrix samples = generator.sample(count, seed.child("samples"));
      return image ? samples : Scales.back(samples, own);
    }
  }

  @Override
  public Labels labels(CoordinatorMessage answer) {
    if (!(answer.payload() instanceof SyntheticCoordinator.CodeCenters found)) {
      throw new IllegalArgumentException(
          "The answer is %s, not centers of codes.".formatted(answer.payload().kind()));
    }
    return NearestPrototype.ofCenters(found.centers())
        .label(found.codes().apply(records, context.parallel()), context.parallel());
  }
}

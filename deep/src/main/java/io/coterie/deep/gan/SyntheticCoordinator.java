package io.coterie.deep.gan;

import io.coterie.CoterieException;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.features.internal.Standardize;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.message.Payload;
import io.coterie.message.Question;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.StudyPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The coordinator of PPFC-GAN: clusters the made-up records of all sites. */
record SyntheticCoordinator(StudyPlan plan, CoordinatorContext context, Sites sites) {
  static final String SYNTHETIC = "synthetic-records";

  /**
   * Records that a site's generator made up, one per row. It was trained on the site's records
   * without noise, so some of these may be nearly real ones.
   */
  record SyntheticRecords(Matrix samples) implements Payload {}

  /** The answer: how a record becomes a code, and the center of each cluster of codes. */
  record CodeCenters(Representation codes, Matrix centers) implements Payload {}

  Clustering coordinate() {
    Map<String, SyntheticRecords> made =
        sites.bySite(new Question(SYNTHETIC), Reply.of(SyntheticRecords.class, this::check));
    Matrix samples = Matrix.stacked(made.values().stream().map(SyntheticRecords::samples).toList());
    int clusters = plan.clusters().value();
    if (samples.rows() < clusters) {
      throw CoterieException.badData(
          "%d clusters were asked for, but the sites sent only %d samples; raise --samples."
              .formatted(clusters, samples.rows()));
    }
    List<RecordMap> steps = new ArrayList<>();
    Matrix scaled = samples;
    if (!isImage()) {
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
    context.report("synthetic records", Integer.toString(samples.rows()));
    context.report(
        "reconstruction", String.format(Locale.ROOT, "loss %.4f", found.reconstruction()));
    steps.add(found.encoder());
    Matrix codes = new Representation(steps).apply(samples, context.parallel());
    int[] nearest = KMeans.nearest(codes, found.centers(), context.parallel());
    double[] ones = new double[nearest.length];
    Arrays.fill(ones, 1);
    Matrix centers =
        LargestFirst.ordered(found.centers(), LargestFirst.ranks(codes, ones, nearest, clusters));
    return Clustering.of(plan, steps, NearestPrototype.ofCenters(centers))
        .withAnswer(made.keySet(), new CodeCenters(new Representation(steps), centers));
  }

  private boolean isImage() {
    return plan.input().kind().isImage();
  }

  private void check(SyntheticRecords reply) {
    Matrix samples = reply.samples();
    if (samples.columns() != context.dimension() || samples.rows() == 0) {
      throw new IllegalArgumentException(
          "its samples are %d x %d where records have %d values"
              .formatted(samples.rows(), samples.columns(), context.dimension()));
    }
    for (double value : samples.array()) {
      if (isImage() && !(value >= 0 && value <= 1)) {
        throw new IllegalArgumentException("a pixel of its samples is not from 0 to 1");
      }
    }
  }
}

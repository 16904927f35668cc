package io.coterie.method.dplloyd;

import io.coterie.features.internal.Standardize;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.math.internal.linear.SpherePacking;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.method.internal.check.Replies;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.internal.NoiseTail;
import io.coterie.privacy.internal.NoisyLloyd;
import java.util.List;
import java.util.function.ObjIntConsumer;

/** The coordinator of noisy Lloyd: everything it does after the box sees noisy sums alone. */
record NoisyLloydCoordinator(StudyPlan plan, CoordinatorContext context, Sites sites) {
  /** A center of fewer noisy records than this stays where it is. */
  private static final double LEAST_COUNT = 1;

  Clustering coordinate() {
    List<RecordBox> boxes = sites.each(new BoundsQuestion(), box(context.dimension()));
    RecordBox all = boxes.stream().reduce(RecordBox::union).orElseThrow();
    int d = all.range().smallest().size();
    int clusterCount = plan.clusters().value();
    Standardize box = box(all);
    NoisyLloyd noise =
        NoisyLloyd.of(
            NoisyLloydMethod.epsilon(plan),
            new NoisyLloyd.Study(all.records(), boxes.size(), d, clusterCount));
    // Centers that depend on no record cost nothing of the budget.
    Matrix centers = SpherePacking.centers(clusterCount, d, context.seed().child("sphere packing"));
    context.report(
        "epsilon",
        "%s in %d rounds, nominal: the bounds of the features were sent without noise"
            .formatted(noise.epsilon(), noise.rounds()));
    double[] sizes = new double[clusterCount];
    for (int round = 0; round < noise.rounds(); round++) {
      NoisySums sums =
          sites.total(
              new NoisyLloydQuestion(box, noise.rounds(), round, centers),
              Reply.sum(NoisySums.zero(clusterCount, d), honest(noise, round)));
      centers = moved(centers, sums, noise.radius(round));
      sizes = sums.counts().toArray();
    }
    return Clustering.of(
        plan,
        List.of(box),
        NearestPrototype.ofCenters(centers).renumbered(LargestFirst.ranks(centers, sizes)));
  }

  static Reply<RecordBox> box(int dimension) {
    return Reply.ofOwnNumbers(
        RecordBox.class,
        box -> {
          Replies.requireRange(box.range(), dimension);
          Reply.require(box.records() >= 1, "it has less than one record");
          Replies.requireRecords(box.records());
        });
  }

  /** Returns what holds of the sums of a round although they have noise. */
  private static ObjIntConsumer<NoisySums> honest(NoisyLloyd noise, int round) {
    return (sums, sites) -> {
      NoiseTail tail =
          new NoiseTail(sites, (long) sums.counts().size() * (1 + sums.residuals().columns()));
      sums.require(
          sites,
          new NoisySums.Noise(
              tail.laplace(noise.countScale()),
              tail.laplace(noise.sumScale(round)),
              noise.radius(round)));
    };
  }

  /** Returns the map from the box around all records onto [−1, 1]^d. */
  private static Standardize box(RecordBox all) {
    double[] center = all.range().smallest().toArray();
    double[] half = new double[center.length];
    for (int j = 0; j < half.length; j++) {
      double low = center[j];
      double high = all.range().largest().at(j);
      center[j] = low / 2 + high / 2;
      half[j] = high > low ? high / 2 - low / 2 : 1;
    }
    return new Standardize(Vector.of(center), Vector.of(half));
  }

  /**
   * Returns the centers moved by the mean residual. Without noise no move is longer than the radius
   * and none leaves the box, so what is beyond is noise and cut off.
   */
  static Matrix moved(Matrix centers, NoisySums sums, double radius) {
    Matrix moved = centers.copy();
    for (int c = 0; c < moved.rows(); c++) {
      double count = sums.counts().at(c);
      if (count < LEAST_COUNT) {
        continue;
      }
      double length = 0;
      for (int j = 0; j < moved.columns(); j++) {
        length = Math.hypot(length, sums.residuals().at(c, j) / count);
      }
      double cut = length > radius ? radius / length : 1;
      for (int j = 0; j < moved.columns(); j++) {
        double to = centers.at(c, j) + cut * sums.residuals().at(c, j) / count;
        moved.set(c, j, Math.max(-1, Math.min(1, to)));
      }
    }
    return moved;
  }
}

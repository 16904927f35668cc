package io.coterie.method.dp;

import io.coterie.features.RecordMap;
import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.math.internal.linear.Pca;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.method.Clustering;
import io.coterie.method.Diagnostics;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.site.internal.ExactSums;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Tables with columns of levels: one center a cluster among all columns, so that the noisy sums
 * that move the centers are the clusters' means of numbers and shares of levels, too. Centers start
 * where k-means puts them among points drawn from the noisy mean and second moment, which costs
 * nothing.
 */
record ColumnRoute(DpStudy study) {
  /** Radius of the clip about the mean, in units of the records' spread. */
  private static final double FIRST_RADIUS = 1.4;

  /** Radius of the clip about a center, in units of the records' spread. */
  static final double RADIUS = 1.5;

  private static final int MOST_AXES = 8;
  private static final int DRAWN = 1500;
  private static final int STARTS = 8;

  /** A center with fewer times the noise on its count, or fewer of all records, stays. */
  private static final double COUNT_NOISE = 2;

  private static final double LEAST_SHARE = 0.02;

  Clustering coordinate() {
    List<RecordMap> steps = new ArrayList<>(study.input().steps());
    DpMoments moments = DpMoments.of(study.ask(new DpQuestion.Moments(steps)), study);
    double spread = Math.sqrt(moments.spread());
    double first = QuestionCheck.reach(FIRST_RADIUS * spread);
    NoisyTotals scatter = study.ask(new DpQuestion.Scatter(moments.mean(), first));
    Matrix centers = start(moments, moments.secondMoment(scatter, first), first);
    double radius = QuestionCheck.reach(RADIUS * spread);
    double[] counts = new double[centers.rows()];
    for (DpStep step : study.schedule().all(DpSchedule.LLOYD)) {
      NoisyTotals totals = study.ask(new DpQuestion.Lloyd(List.of(), centers.copy(), radius), step);
      counts = moved(centers, totals, step, radius, moments.records());
    }
    report(step(), counts, radius);
    NearestPrototype model =
        NearestPrototype.ofCenters(centers).renumbered(LargestFirst.ranks(centers, counts));
    study.show("centers of the clusters, noisy", centers, counts, model);
    return Clustering.of(study.plan(), steps, model);
  }

  /** Returns the centers of points drawn from the Gaussian that the noisy moments show. */
  private Matrix start(DpMoments moments, Matrix secondMoment, double radius) {
    int d = moments.mean().size();
    int most = Math.min(d, Math.max(2, Math.min(study.clusterCount(), MOST_AXES)));
    Pca main = Pca.of(secondMoment, new double[d], most);
    double edge = moments.noiseEdge(radius, study);
    SplittableRandom random = study.context().seed().child("start").random();
    Matrix drawn = Matrix.zeros(DRAWN, most);
    for (int k = 0; k < most; k++) {
      double variance = Math.max(DpMoments.denoised(main.variances()[k], edge), 1e-5);
      for (int i = 0; i < DRAWN; i++) {
        drawn.set(i, k, Math.sqrt(variance) * random.nextGaussian());
      }
    }
    Matrix found =
        new KMeans(KMeans.Options.of(study.clusterCount()).withRestarts(STARTS))
            .fit(drawn, study.context().seed().child("start"), study.context().parallel())
            .centers();
    Vector mean = moments.mean();
    Matrix places = Blas.multiplyByTransposed(found, main.axes());
    return new Ball(QuestionCheck.FARTHEST_ANCHOR)
        .drawIn(places.map((c, j, value) -> value + mean.at(j)));
  }

  /**
   * Moves the centers by the noisy means of their residuals, shrunk by what of them must be noise
   * (after James and Stein), and returns the noisy counts.
   */
  private double[] moved(
      Matrix centers, NoisyTotals totals, DpStep step, double radius, double records) {
    int d = centers.columns();
    double countNoise = study.noise(step, DpSchedule.COUNT);
    double sumNoise = radius * study.noise(step, DpSchedule.SUM);
    double least = Math.max(COUNT_NOISE * countNoise, LEAST_SHARE * records);
    double[] counts = new double[centers.rows()];
    for (int c = 0; c < counts.length; c++) {
      counts[c] = (double) totals.block(DpSchedule.COUNT).at(c) / ExactSums.COUNT_UNIT;
      double count = Math.max(Math.max(counts[c], least), 1);
      double[] mean = new double[d];
      double squared = 0;
      for (int j = 0; j < d; j++) {
        mean[j] = totals.block(DpSchedule.SUM).at(c * d + j) * radius / (ExactSums.UNIT * count);
        squared += mean[j] * mean[j];
      }
      double noise = d * (sumNoise / count) * (sumNoise / count);
      double share = Math.max(0, 1 - noise / Math.max(squared, 1e-12));
      for (int j = 0; j < d; j++) {
        centers.set(c, j, centers.at(c, j) + share * mean[j]);
      }
      counts[c] = Math.max(counts[c], 1);
    }
    Matrix within = new Ball(QuestionCheck.FARTHEST_ANCHOR).drawIn(centers);
    System.arraycopy(within.array(), 0, centers.array(), 0, centers.array().length);
    return counts;
  }

  private DpStep step() {
    return study.schedule().lastRound();
  }

  /** Says how far the counts, means and shares of the answer are off. */
  private void report(DpStep step, double[] counts, double radius) {
    double records = 0;
    for (double count : counts) {
      records += count;
    }
    double sum = radius * study.noise(step, DpSchedule.SUM);
    double share = sum * counts.length / records;
    study
        .context()
        .show(
            new Diagnostics.SumNoise(
                study.noise(step, DpSchedule.COUNT),
                sum * ColumnBlocks.ofShare(study.plan()),
                sum * ColumnBlocks.ofRange(study.plan())));
    study
        .context()
        .report(
            "noise",
            ("%.1f records on a count; in a cluster of typical size %.3f on the share of a level and"
                    + " %.3f of its range on the mean of a number")
                .formatted(
                    study.noise(step, DpSchedule.COUNT),
                    share * ColumnBlocks.ofShare(study.plan()),
                    share * ColumnBlocks.ofRange(study.plan())));
  }
}

package io.coterie.method.dp;

import io.coterie.features.RecordMap;
import io.coterie.features.internal.Project;
import io.coterie.fusion.internal.LineClusters;
import io.coterie.fusion.internal.Smoothing;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.math.internal.linear.Pca;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.method.Clustering;
import io.coterie.model.internal.NearestPrototype;
import java.util.ArrayList;
import java.util.List;

/**
 * Few records, few clusters: the noisy direction in which the records vary most, a noisy histogram
 * along it, and the best division of the histogram's bins into intervals.
 */
record LineRoute(DpStudy study) {
  /** Radius of the clip about the mean, in units of the records' spread. */
  private static final double RADIUS = 1.4;

  /** How far the histogram reaches, in deviations along the line. */
  private static final double RANGE = 2.2;

  private static final double LEAST_VARIANCE = 1e-4;
  static final int FEWEST_BINS = 8;
  static final int MOST_BINS = 32;

  /** Records per bin, in units of the noise's scale. */
  private static final double RECORDS_PER_BIN = 5;

  private static final double SMOOTHING = 0.7;

  Clustering coordinate() {
    List<RecordMap> steps = new ArrayList<>(study.input().steps());
    DpMoments moments = DpMoments.of(study.ask(new DpQuestion.Moments(steps)), study);
    double radius = QuestionCheck.reach(RADIUS * Math.sqrt(moments.spread()));
    NoisyTotals scatter = study.ask(new DpQuestion.Scatter(moments.mean(), radius));
    int d = moments.mean().size();
    Pca main = Pca.of(moments.secondMoment(scatter, radius), new double[d], 1);
    double edge = moments.noiseEdge(radius, study);
    double variance = Math.max(DpMoments.denoised(main.variances()[0], edge), LEAST_VARIANCE);
    double range = QuestionCheck.reach(RANGE * Math.sqrt(variance));
    RecordMap onLine = new Project(moments.mean(), main.axes());
    steps.add(onLine);
    NoisyTotals histogram =
        study.ask(
            new DpQuestion.Line(List.of(onLine), range, bins(study.schedule(), moments.records())));
    return Clustering.of(study.plan(), steps, divide(histogram, range));
  }

  /** Returns how many bins so many records are good for. */
  static int bins(DpSchedule schedule, double records) {
    double epsilon = schedule.step(DpSchedule.LINE).loss(DpSchedule.HISTOGRAM).pureEpsilon();
    double copies = Math.sqrt(schedule.terms().noiseCopies());
    double bins = records * epsilon / (RECORDS_PER_BIN * copies);
    return (int) Math.max(FEWEST_BINS, Math.min(MOST_BINS, Math.floor(bins)));
  }

  private static double[] sizes(double[] mass, int[] clusters, int count) {
    double[] sizes = new double[count];
    for (int b = 0; b < mass.length; b++) {
      sizes[clusters[b]] += mass[b];
    }
    return sizes;
  }

  private NearestPrototype divide(NoisyTotals totals, double range) {
    int bins = totals.block(DpSchedule.HISTOGRAM).size();
    double[] counts = new double[bins];
    for (int b = 0; b < bins; b++) {
      counts[b] = totals.block(DpSchedule.HISTOGRAM).at(b);
    }
    double noise = study.noise(DpSchedule.LINE, DpSchedule.HISTOGRAM, 1);
    double[] smooth = Smoothing.line(counts, SMOOTHING);
    double[] places = new double[bins];
    for (int b = 0; b < bins; b++) {
      // A bin within three deviations of nothing may well be empty, and none has less than none.
      double less = smooth[b] < 3 * noise ? noise : 0;
      smooth[b] = Math.max(smooth[b] - less, 0) + 1e-6;
      places[b] = ((b + 0.5) / bins * 2 - 1) * range;
    }
    double[] centers = LineClusters.centers(smooth, places, study.clusterCount());
    Matrix means = Matrix.over(centers.length, 1, centers);
    int[] nearest = KMeans.nearest(Matrix.over(bins, 1, places), means, study.context().parallel());
    NearestPrototype model =
        NearestPrototype.ofCenters(means)
            .renumbered(LargestFirst.ranks(means, sizes(smooth, nearest, centers.length)));
    study.show(
        "bins along the main direction, noisy (a line: nothing across it was asked)",
        Matrix.over(bins, 1, places),
        smooth,
        model);
    return model;
  }
}

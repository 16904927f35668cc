package io.coterie.method.strict;

import io.coterie.features.Project;
import io.coterie.features.RecordMap;
import io.coterie.fusion.LineClusters;
import io.coterie.fusion.Smoothing;
import io.coterie.math.Matrix;
import io.coterie.math.Pca;
import io.coterie.method.CoordinatorPart;
import io.coterie.method.Step;
import io.coterie.model.NearestPrototype;
import io.coterie.protocol.NoisyTotals;
import io.coterie.protocol.SiteMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * Few records, few clusters: the noisy direction in which the records vary most, a noisy histogram
 * along it, and the best division of the histogram's bins into intervals.
 */
final class LineRoute implements CoordinatorPart {
  /** Radius of the clip about the mean, in units of the records' spread. */
  private static final double RADIUS = 1.4;

  /** How far the histogram reaches, in deviations along the line. */
  private static final double RANGE = 2.2;

  private static final double LEAST_VARIANCE = 1e-4;
  private static final int FEWEST_BINS = 8;
  static final int MOST_BINS = 32;

  /** Records per bin, in units of the noise's scale. */
  private static final double RECORDS_PER_BIN = 5;

  private static final double SMOOTHING = 0.7;

  private final StrictStudy study;
  private final List<RecordMap> steps = new ArrayList<>();
  private Stage stage = Stage.START;
  private DpMoments moments;
  private double radius;
  private double range;

  private enum Stage {
    START,
    MOMENTS,
    SCATTER,
    LINE
  }

  LineRoute(StrictStudy study) {
    this.study = study;
  }

  @Override
  public Step next(List<SiteMessage> replies) {
    if (stage == Stage.START) {
      stage = Stage.MOMENTS;
      steps.addAll(study.input().steps());
      return study.ask(new MomentsQuestion(steps));
    }
    NoisyTotals totals = SiteMessage.total(replies, NoisyTotals.class);
    return switch (stage) {
      case START -> throw new IllegalStateException("The study has begun.");
      case MOMENTS -> afterMoments(totals);
      case SCATTER -> afterScatter(totals);
      case LINE -> divide(totals);
    };
  }

  private Step afterMoments(NoisyTotals totals) {
    moments = DpMoments.of(totals, study);
    radius = Math.min(RADIUS * Math.sqrt(moments.spread()), 2);
    stage = Stage.SCATTER;
    return study.ask(new ScatterQuestion(moments.mean(), radius));
  }

  private Step afterScatter(NoisyTotals totals) {
    int d = moments.mean().size();
    Pca main = Pca.of(moments.secondMoment(totals, radius), new double[d], 1);
    double edge = moments.noiseEdge(radius, study);
    double variance = Math.max(DpMoments.denoised(main.variances()[0], edge), LEAST_VARIANCE);
    range = RANGE * Math.sqrt(variance);
    RecordMap onLine = new Project(moments.mean(), main.axes());
    steps.add(onLine);
    stage = Stage.LINE;
    return study.ask(
        new LineQuestion(List.of(onLine), range, bins(study.schedule(), moments.records())));
  }

  /** Returns how many bins so many records are good for. */
  static int bins(StrictSchedule schedule, double records) {
    double epsilon =
        schedule.step(StrictSchedule.LINE).loss(StrictSchedule.HISTOGRAM).pureEpsilon();
    double copies = Math.sqrt(schedule.terms().noiseCopies());
    double bins = records * epsilon / (RECORDS_PER_BIN * copies);
    return (int) Math.max(FEWEST_BINS, Math.min(MOST_BINS, Math.floor(bins)));
  }

  private Step divide(NoisyTotals totals) {
    int bins = totals.block(StrictSchedule.HISTOGRAM).size();
    double[] counts = new double[bins];
    for (int b = 0; b < bins; b++) {
      counts[b] = totals.block(StrictSchedule.HISTOGRAM).at(b);
    }
    double noise = study.noise(StrictSchedule.LINE, StrictSchedule.HISTOGRAM, 1);
    double[] smooth = Smoothing.line(counts, SMOOTHING);
    double[] places = new double[bins];
    for (int b = 0; b < bins; b++) {
      double less = smooth[b] < 3 * noise ? noise : 0;
      smooth[b] = Math.max(smooth[b] - less, 0) + 1e-6;
      places[b] = ((b + 0.5) / bins * 2 - 1) * range;
    }
    double[] centers = LineClusters.centers(smooth, places, study.clusterCount());
    NearestPrototype model = NearestPrototype.ofCenters(Matrix.over(centers.length, 1, centers));
    study.show("bins along the main direction, noisy", Matrix.over(bins, 1, places), smooth, model);
    return study.finish(steps, model);
  }
}

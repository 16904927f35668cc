package io.coterie.method.dp;

import io.coterie.features.RecordMap;
import io.coterie.fusion.internal.GridClusters;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.method.Clustering;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.DpTerms;
import java.util.List;
import java.util.stream.IntStream;

/** One or two features: a noisy histogram over a public grid, and its components. */
record GridRoute(DpStudy study) {
  private static final int FEWEST_BINS = 4;
  static final int MOST_BINS = 64;

  /** Records per cell, in units of the noise's scale. */
  private static final double RECORDS_PER_CELL = 1.5;

  Clustering coordinate() {
    List<RecordMap> steps = steps(study.input());
    int bins = bins(study.schedule(), study.input());
    NoisyTotals totals = study.ask(new DpQuestion.Grid(steps, bins));
    long[] counts = totals.block(DpSchedule.HISTOGRAM).toArray();
    GridClusters grid =
        new GridClusters(
            bins, study.input().dimension(), study.noise(DpSchedule.GRID, DpSchedule.HISTOGRAM, 1));
    NearestPrototype model =
        grid.fit(
            counts,
            study.clusterCount(),
            study.context().seed().child("partition"),
            study.context().parallel());
    show(grid, counts, model);
    return Clustering.of(study.plan(), steps, model);
  }

  /** Puts records into the box of the bounds, which is the first step into the unit ball. */
  static List<RecordMap> steps(DpInput input) {
    return input.steps().subList(0, Math.min(1, input.steps().size()));
  }

  /** Cells below the noise are empty as far as anybody can tell. */
  private void show(GridClusters grid, long[] counts, NearestPrototype model) {
    int[] cells = IntStream.range(0, counts.length).filter(i -> counts[i] > grid.noise()).toArray();
    if (cells.length > 0) {
      double[] records = IntStream.of(cells).mapToDouble(cell -> counts[cell]).toArray();
      study.show("cells of the grid, noisy", grid.places(cells), records, model);
    }
  }

  /** Returns the bins along each feature, from public quantities. */
  static int bins(DpSchedule schedule, DpInput input) {
    DpTerms terms = schedule.terms();
    double epsilon = schedule.step(DpSchedule.GRID).loss(DpSchedule.HISTOGRAM).pureEpsilon();
    double cells =
        terms.publicRecords() * epsilon / (RECORDS_PER_CELL * Math.sqrt(terms.noiseCopies()));
    double bins = input.dimension() == 1 ? cells : Math.sqrt(cells);
    return (int) Math.max(FEWEST_BINS, Math.min(MOST_BINS, Math.floor(bins)));
  }
}

package io.coterie.bench.tables;

import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;

/**
 * Latent classes: in a class the columns are independent, numbers normal and levels multinomial (J.
 * K. Vermunt and J. Magidson, <i>Latent class cluster analysis</i>, 2002). Fitted by EM with the
 * weak priors of Latent GOLD: each class has 1/C of a made-up record with the table's shares and
 * variances. A column of two numbers counts as levels. A missing value has no part in the
 * likelihood. Twenty starts take twenty steps, and the five best of them go on to the end.
 */
final class LatentClasses implements TableMethod {
  private static final int FIRST_STEPS = 20;
  private static final int KEPT = 5;
  private static final int MOST_STEPS = 1_000;

  /** The rise of the mean log-likelihood at which EM ends. */
  private static final double TOLERANCE = 1e-6;

  @Override
  public String name() {
    return "latent-classes";
  }

  @Override
  public int[] labels(Task task, Seed seed, Parallel parallel) {
    MixedTable table = task.table().withTwoNumbersAsLevels();
    ClassModel[] fits = new ClassModel[Starts.COUNT];
    parallel.forEach(
        fits.length,
        s -> {
          SplittableRandom random = seed.child(s).random();
          fits[s] = new ClassModel(table, task.clusters());
          fits[s].startAt(Starts.records(task.clusters(), table.rows(), random));
          climb(fits[s], FIRST_STEPS);
        });
    Arrays.sort(fits, Comparator.comparingDouble(ClassModel::cost));
    ClassModel[] kept = Arrays.copyOf(fits, KEPT);
    parallel.forEach(KEPT, s -> climb(kept[s], MOST_STEPS));
    return Starts.least(kept, ClassModel::cost).labels();
  }

  private static void climb(ClassModel model, int steps) {
    double last = model.cost();
    for (int step = 0; step < steps; step++) {
      model.step();
      if (!(last - model.cost() > TOLERANCE)) {
        return;
      }
      last = model.cost();
    }
  }
}

package io.coterie.bench;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.metrics.TrueLabels;
import io.coterie.plan.InputKind;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A data set in memory. The true groups are for scores and for skewing a simulation.
 *
 * @param kind what the columns are
 * @param sha256 of the bytes it was read from
 */
public record BenchData(
    Catalogue.Entry entry, Matrix records, InputKind kind, TrueLabels truth, String sha256) {
  /** Returns a random sample, always the same of the same set, or all records if there are few. */
  BenchData sample(int limit) {
    int size = records.rows();
    if (limit <= 0 || limit >= size) {
      return this;
    }
    SplittableRandom random = new Seed(0).child("bench sample").random();
    int[] order = IntStream.range(0, size).toArray();
    for (int i = 0; i < limit; i++) {
      int j = i + random.nextInt(size - i);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    int[] chosen = Arrays.copyOf(order, limit);
    Arrays.sort(chosen);
    List<String> names = truth.names();
    return new BenchData(
        entry,
        records.selectRows(chosen),
        kind,
        TrueLabels.of(Arrays.stream(chosen).mapToObj(i -> names.get(truth.of(i))).toList()),
        sha256);
  }
}

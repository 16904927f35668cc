package io.coterie.bench.tables;

import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Several random starts, each with random numbers of its own. */
final class Starts {
  static final int COUNT = 20;

  /**
   * An answer.
   *
   * @param cost what the method makes small
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody; shared, not copied
  record Answer(int[] labels, double cost) {}

  private Starts() {}

  /** Returns the labels of the start of least cost, of the first one among equals. */
  static int[] best(Seed seed, Parallel parallel, Function<SplittableRandom, Answer> start) {
    Answer[] answers = new Answer[COUNT];
    parallel.forEach(COUNT, s -> answers[s] = start.apply(seed.child(s).random()));
    return least(answers, Answer::cost).labels();
  }

  static <T> T least(T[] answers, ToDoubleFunction<T> cost) {
    return Arrays.stream(answers).min(Comparator.comparingDouble(cost)).orElseThrow();
  }

  /** Returns distinct records, drawn one after the other. */
  static int[] records(int count, int of, SplittableRandom random) {
    return random.ints(0, of).distinct().limit(Math.min(count, of)).toArray();
  }
}

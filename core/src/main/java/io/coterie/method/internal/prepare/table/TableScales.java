package io.coterie.method.internal.prepare.table;

import io.coterie.features.RecordMap;
import io.coterie.features.internal.LevelIndicators;
import io.coterie.features.internal.Standardize;
import io.coterie.features.internal.YeoJohnson;
import io.coterie.math.IntVector;
import io.coterie.math.Vector;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan.InputPlan;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How every column of a table is brought to one scale: what the sites give of its totals.
 *
 * @param input says which columns hold levels
 * @param records how many there are
 * @param hasGaps whether any value is missing
 * @param numbers the scales of the columns of numbers, in their order
 * @param levels those of the columns of levels
 */
record TableScales(
    InputPlan input,
    long records,
    boolean hasGaps,
    List<NumberScale> numbers,
    List<LevelScale> levels)
    implements Serializable {
  /** The largest ratio of two deviations of columns that are taken to have one unit. */
  private static final double ONE_UNIT = 30;

  TableScales {
    numbers = List.copyOf(numbers);
    levels = List.copyOf(levels);
  }

  static int[] numberColumns(InputPlan input) {
    return IntStream.range(0, input.dimension()).filter(j -> input.levels(j) == 0).toArray();
  }

  private static int[] levelColumns(InputPlan input) {
    return IntStream.range(0, input.dimension()).filter(j -> input.levels(j) > 0).toArray();
  }

  /** How many numbers tell them all. */
  static int size(InputPlan input) {
    int size = 2 + NumberScale.NUMBERS * numberColumns(input).length;
    for (int column : levelColumns(input)) {
      size += LevelScale.numbers(input.levels(column));
    }
    return size;
  }

  long[] written() {
    long[] written = new long[size(input)];
    written[0] = records;
    written[1] = hasGaps ? 1 : 0;
    int at = 2;
    for (NumberScale scale : numbers) {
      scale.write(written, at);
      at += NumberScale.NUMBERS;
    }
    int[] columns = levelColumns(input);
    for (int k = 0; k < columns.length; k++) {
      levels.get(k).write(written, at);
      at += LevelScale.numbers(input.levels(columns[k]));
    }
    return written;
  }

  static TableScales read(InputPlan input, long[] written) {
    List<NumberScale> numbers = new ArrayList<>();
    List<LevelScale> levels = new ArrayList<>();
    int at = 2;
    for (int k = 0; k < numberColumns(input).length; k++) {
      numbers.add(NumberScale.read(written, at));
      at += NumberScale.NUMBERS;
    }
    for (int column : levelColumns(input)) {
      levels.add(LevelScale.read(written, at, input.levels(column)));
      at += LevelScale.numbers(input.levels(column));
    }
    return new TableScales(input, written[0], written[1] != 0, numbers, levels);
  }

  /** Returns the steps to features of one scale, of which some may still be missing. */
  List<RecordMap> steps() {
    List<RecordMap> steps = new ArrayList<>();
    if (input.hasLevels() || numbers.stream().anyMatch(scale -> !scale.isKept())) {
      steps.add(indicators());
    }
    List<Double> centers = new ArrayList<>();
    List<Double> scales = new ArrayList<>();
    List<Double> shifts = new ArrayList<>();
    List<Double> widths = new ArrayList<>();
    List<Integer> halves = new ArrayList<>();
    double largest = largest();
    int number = 0;
    int level = 0;
    for (int j = 0; j < input.dimension(); j++) {
      if (input.levels(j) == 0) {
        NumberScale scale = numbers.get(number++);
        if (!scale.isKept()) {
          continue;
        }
        centers.add(scale.centerValue());
        scales.add(scale.scaleValue());
        shifts.add(scale.shiftValue());
        boolean isKept = hasOneUnit() && !scale.isConstant();
        widths.add(scale.widthValue() * (isKept ? largest / scale.scaleValue() : 1));
        halves.add(scale.half());
      } else {
        LevelScale scale = levels.get(level++);
        for (double share : scale.shareValues()) {
          centers.add(share);
          scales.add(scale.scaleValue());
          shifts.add(0.0);
          widths.add(1.0);
          halves.add(YeoJohnson.NONE);
        }
      }
    }
    steps.add(new Standardize(vector(centers), vector(scales)));
    if (halves.stream().anyMatch(half -> half != YeoJohnson.NONE)) {
      steps.add(
          new YeoJohnson(IntVector.of(halves.stream().mapToInt(Integer::intValue).toArray())));
    }
    if (widths.stream().anyMatch(width -> width != 1) || shifts.stream().anyMatch(s -> s != 0)) {
      steps.add(new Standardize(vector(shifts), vector(widths)));
    }
    return steps;
  }

  /** Returns the same without the columns that are not to be kept. */
  TableScales keeping(boolean[] kept) {
    List<NumberScale> someNumbers = new ArrayList<>();
    List<LevelScale> someLevels = new ArrayList<>();
    for (int j = 0, number = 0, level = 0; j < input.dimension(); j++) {
      if (input.levels(j) == 0) {
        NumberScale scale = numbers.get(number++);
        someNumbers.add(kept[j] || scale.isConstant() ? scale : scale.leftOut());
      } else {
        LevelScale scale = levels.get(level++);
        someLevels.add(kept[j] ? scale : scale.leftOut());
      }
    }
    return new TableScales(input, records, hasGaps, someNumbers, someLevels);
  }

  /** Returns the same with other weights of the columns of levels. */
  TableScales weighing(double[] weights) {
    List<LevelScale> weighed = new ArrayList<>();
    int[] columns = levelColumns(input);
    for (int k = 0; k < columns.length; k++) {
      weighed.add(levels.get(k).weighing(weights[columns[k]]));
    }
    return new TableScales(input, records, hasGaps, numbers, weighed);
  }

  /** Returns the columns that are no features. */
  List<Integer> leftOut() {
    List<Integer> leftOut = new ArrayList<>();
    for (int j = 0, number = 0, level = 0; j < input.dimension(); j++) {
      boolean isKept =
          input.levels(j) == 0
              ? numbers.get(number++).isKept()
              : levels.get(level++).features() > 0;
      if (!isKept) {
        leftOut.add(j);
      }
    }
    return leftOut;
  }

  private LevelIndicators indicators() {
    int[] places = levels.stream().flatMapToInt(scale -> Arrays.stream(scale.places())).toArray();
    int[] counts = new int[input.dimension()];
    for (int j = 0, number = 0; j < counts.length; j++) {
      counts[j] = input.levels(j);
      if (counts[j] == 0 && !numbers.get(number++).isKept()) {
        counts[j] = LevelIndicators.LEFT_OUT;
      }
    }
    return new LevelIndicators(IntVector.of(counts), IntVector.of(places));
  }

  /** Returns how many features a record becomes. */
  int features() {
    return (int) numbers.stream().filter(NumberScale::isKept).count()
        + levels.stream().mapToInt(LevelScale::features).sum();
  }

  /** Returns the mean square of a record after the steps, about. */
  double meanSquare() {
    double square =
        levels.stream()
            .filter(scale -> scale.features() > 0)
            .mapToDouble(LevelScale::weightValue)
            .sum();
    double largest = largest();
    for (NumberScale scale : numbers) {
      double unit = hasOneUnit() ? scale.scaleValue() / largest : 1;
      square += scale.isConstant() || !scale.isKept() ? 0 : unit * unit;
    }
    return square;
  }

  /**
   * Returns whether the columns keep their own deviations: all are numbers, and the deviations are
   * near enough to each other to be of one unit.
   */
  boolean hasOneUnit() {
    double least =
        numbers.stream()
            .filter(scale -> scale.isKept() && !scale.isConstant())
            .mapToDouble(NumberScale::scaleValue)
            .min()
            .orElse(1);
    return !input.hasLevels() && isFree() && largest() <= ONE_UNIT * least;
  }

  /** Returns whether the plan leaves the scaling open. */
  private boolean isFree() {
    return input.scaling() == Scaling.AUTO;
  }

  double largest() {
    return numbers.stream()
        .filter(scale -> scale.isKept() && !scale.isConstant())
        .mapToDouble(NumberScale::scaleValue)
        .max()
        .orElse(1);
  }

  private static Vector vector(List<Double> values) {
    return Vector.of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}

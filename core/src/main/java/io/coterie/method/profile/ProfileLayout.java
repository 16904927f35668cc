package io.coterie.method.profile;

import io.coterie.math.IntVector;
import io.coterie.model.ProfileAnswer;
import io.coterie.plan.ColumnBins;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.secure.HiddenRounding;
import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Where the numbers of a profile are: the number of records, then of each column its missing values
 * and its cells. The cells of a column of levels are its levels; those of numbers are what is below
 * the stated range, above it, and its bins.
 *
 * @param input says what the columns hold
 */
record ProfileLayout(InputPlan input) implements Serializable {
  /** The cells of numbers that come before the bins. */
  static final int OUTSIDE = 2;

  int columns() {
    return input.dimension();
  }

  boolean isOpen(int column) {
    return input.levels(column) == InputPlan.OPEN;
  }

  int[] openColumns() {
    return IntStream.range(0, columns()).filter(this::isOpen).toArray();
  }

  /** Returns how many cells a column has, missing values not counted. */
  int cells(int column) {
    int levels = input.levels(column);
    int bins = input.bins(column).count();
    return levels != 0 ? Math.max(0, levels) : bins > 0 ? OUTSIDE + bins : 1;
  }

  /** Returns the cell of a value of a column, -1 for none. */
  int cell(int column, double value) {
    int levels = input.levels(column);
    if (levels > 0) {
      return value >= 0 && value < levels ? (int) value : -1;
    }
    ColumnBins bins = input.bins(column);
    if (bins.isNone()) {
      return 0;
    }
    int bin = bins.of(value);
    return bin < 0 ? 0 : bin == bins.count() ? 1 : OUTSIDE + bin;
  }

  /** Returns where the missing values of a column are counted; its cells come after them. */
  int at(int column) {
    int at = 1;
    for (int j = 0; j < column; j++) {
      at += 1 + cells(j);
    }
    return at;
  }

  /** Returns how many counts there are of records, missing values and cells. */
  int plainCounts() {
    return at(columns());
  }

  /** Returns how many buckets all open columns have. */
  int buckets() {
    return openColumns().length * ColumnLevels.BUCKETS;
  }

  /** Returns how many numbers are counted first: also buckets, and a digest of the records. */
  int counts() {
    return plainCounts() + buckets() + HiddenRounding.WORDS;
  }

  int marks() {
    return openColumns().length * ColumnLevels.MARK_WORDS;
  }

  int names() {
    return openColumns().length * ColumnLevels.NAME_WORDS;
  }

  /** Returns how many cells each column of the answer has. */
  IntVector answerCells() {
    return IntVector.of(
        IntStream.range(0, columns())
            .map(j -> isOpen(j) ? ProfileAnswer.OPEN : cells(j))
            .toArray());
  }

  int answerSize() {
    return ProfileAnswer.size(answerCells().toArray());
  }

  /** Returns the last part of numbers: the digest of the records. */
  long[] digest(long[] counts) {
    return Arrays.copyOfRange(counts, counts.length - HiddenRounding.WORDS, counts.length);
  }
}

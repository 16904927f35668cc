package io.coterie.data;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.plan.InputKind;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Tells a table of pixels by its values alone: no label, no column name. Columns that are the
 * pixels of square images, row by row, move with the column to their right and with the one below,
 * far more than with a column at random. The rule is cautious: where it says nothing, the records
 * stay a table.
 *
 * <p>What could be mistaken for pixels, and how each is told:
 *
 * <ul>
 *   <li>columns that all share one factor: those at random move together as well;
 *   <li>time series and spectra: they go on from the end of a row to the start of the next, which
 *       in an image are the two edges;
 *   <li>repeated measures or blocks of questions: they move together in one direction alone.
 * </ul>
 *
 * <p>A function of one site's own records. In a study it is a suggestion: the plan, which is the
 * same for all sites, says what the records are.
 */
public final class InputGuess {
  /** With fewer records correlations at random are too large to tell much. */
  static final int LEAST_RECORDS = 100;

  private static final int LEAST_SIDE = 8;
  private static final int MOST_RECORDS = 1000;

  /** USPS, MNIST, Fashion-MNIST and COIL20 have .67 to .86; rows plus columns of a table .44. */
  private static final double LEAST_NEAR = 0.55;

  /** The four sets have .50 to .65; shuffled pixels, one factor and plain seasons at most .27. */
  private static final double LEAST_LEAD = 0.4;

  /** The three sets that have something at the edges have .2 to .67; series have .9 or more. */
  private static final double MOST_SEAM = 0.8;

  private InputGuess() {}

  /**
   * How columns move together in a square arrangement: mean correlations over pairs of columns that
   * are not constant.
   *
   * @param right with the next column of the row
   * @param below with the same column of the next row
   * @param seam of the last column of a row with the first of the next; NaN where most are constant
   * @param random the mean absolute correlation of two columns at random
   */
  record Likeness(double right, double below, double seam, double random) {
    boolean isPixels() {
      double near = Math.min(right, below);
      boolean endsWithTheRow = Double.isNaN(seam) || seam <= MOST_SEAM * right;
      return near >= LEAST_NEAR && near - random >= LEAST_LEAD && endsWithTheRow;
    }
  }

  /** Returns images of a square shape if that is what the records look like. */
  public static Optional<InputKind> of(Matrix records) {
    int side = (int) Math.round(Math.sqrt(records.columns()));
    if (side < LEAST_SIDE
        || side * side != records.columns()
        || records.rows() < LEAST_RECORDS
        || !hasOneScale(records)) {
      return Optional.empty();
    }
    return likeness(records, side).isPixels()
        ? Optional.of(InputKind.image(side, side))
        : Optional.empty();
  }

  /** Returns whether all values are bytes, or all within −1 .. 1; a missing value is neither. */
  private static boolean hasOneScale(Matrix records) {
    boolean areBytes = true;
    boolean areShares = true;
    for (double value : records.array()) {
      areBytes &= value >= 0 && value <= 255 && value == Math.rint(value);
      areShares &= value >= -1 && value <= 1;
      if (!areBytes && !areShares) {
        return false;
      }
    }
    return true;
  }

  static Likeness likeness(Matrix records, int side) {
    Columns columns = new Columns(records);
    int count = side * side;
    Mean right = new Mean(columns);
    Mean below = new Mean(columns);
    Mean seam = new Mean(columns);
    Mean random = new Mean(columns);
    SplittableRandom draws = new Seed(0).child("input guess").random();
    for (int j = 0; j < count; j++) {
      if (j + side < count) {
        below.add(j, j + side);
      }
      if (j + 1 < count) {
        (j % side < side - 1 ? right : seam).add(j, j + 1);
      }
      for (int draw = 0; draw < 4; draw++) {
        random.add(j, draws.nextInt(count));
      }
    }
    return new Likeness(
        right.signed(),
        below.signed(),
        2 * seam.pairs < side ? Double.NaN : seam.signed(),
        random.absolute());
  }

  /** Some records' columns with mean 0 and length 1, or zeros where a column is constant. */
  private static final class Columns {
    private final Matrix units; // one row for each column of the records
    private final boolean[] isConstant;

    Columns(Matrix records) {
      int rows = Math.min(records.rows(), MOST_RECORDS);
      units = Matrix.zeros(records.columns(), rows);
      isConstant = new boolean[records.columns()];
      for (int j = 0; j < isConstant.length; j++) {
        double sum = 0;
        for (int i = 0; i < rows; i++) {
          double value = records.at((int) ((long) i * records.rows() / rows), j);
          units.set(j, i, value);
          sum += value;
        }
        double squares = 0;
        for (int i = 0; i < rows; i++) {
          double centered = units.at(j, i) - sum / rows;
          units.set(j, i, centered);
          squares += centered * centered;
        }
        isConstant[j] = squares <= 1e-12 * rows;
        double length = isConstant[j] ? Double.POSITIVE_INFINITY : Math.sqrt(squares);
        for (int i = 0; i < rows; i++) {
          units.set(j, i, units.at(j, i) / length);
        }
      }
    }

    /** Returns whether two columns have a correlation that tells something. */
    boolean areComparable(int one, int other) {
      return one != other && !isConstant[one] && !isConstant[other];
    }

    double correlation(int one, int other) {
      double sum = 0;
      for (int i = 0; i < units.columns(); i++) {
        sum += units.at(one, i) * units.at(other, i);
      }
      return sum;
    }
  }

  /** The mean correlation of some pairs of columns. */
  private static final class Mean {
    private final Columns columns;
    private double sum;
    private double absoluteSum;
    private int pairs;

    Mean(Columns columns) {
      this.columns = columns;
    }

    void add(int one, int other) {
      if (columns.areComparable(one, other)) {
        double correlation = columns.correlation(one, other);
        sum += correlation;
        absoluteSum += Math.abs(correlation);
        pairs++;
      }
    }

    double signed() {
      return sum / Math.max(1, pairs);
    }

    double absolute() {
      return absoluteSum / Math.max(1, pairs);
    }
  }
}

package io.coterie.message.internal;

import io.coterie.CoterieException;
import io.coterie.math.Matrix;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Fields.FieldMismatch;
import java.util.List;

/**
 * The unit 2^exponent of sums whose size is known beforehand. Every number is a whole multiple of
 * it, below 2⁵² of them, so it is one word where a number of any size takes four; and since sites
 * round before they send, a total is the same to the bit under masks and without.
 *
 * @param exponent at most 0, so that counts are multiples too
 */
public record SumUnit(int exponent) implements Field.Group {
  /** Says that nothing is known of the sums' size. */
  public static final SumUnit NONE = new SumUnit(Integer.MIN_VALUE);

  static final String FIELD = "unit";

  private static final String PREFIX = "2^";
  private static final int SMALLEST = -1000;
  private static final double MOST_UNITS = 0x1p52;

  /** A deviation of the records is told in 2²⁰ units, or in 2¹⁴ of them where records are many. */
  private static final int MOST_BITS = 20;

  private static final int LEAST_BITS = 14;

  /** Sums may be so many times larger than bounded, for sites that were not counted yet. */
  private static final double ROOM = 0x1p8;

  public SumUnit {
    if (exponent != Integer.MIN_VALUE && (exponent > 0 || exponent < SMALLEST)) {
      throw new IllegalArgumentException("A unit of sums is out of range.");
    }
  }

  /**
   * Returns the unit of sums over any of the records; none where their deviations are too small for
   * their size. By Cauchy and Schwarz, |Σ x| ≤ √(N Σ x²) over all subsets of N records.
   *
   * @param records N
   * @param squares at least Σ ‖x‖² over all records
   * @param deviation of a feature; what is much smaller does not matter
   */
  public static SumUnit of(double records, double squares, double deviation) {
    if (!(deviation > 0) || !Double.isFinite(squares) || !Double.isFinite(deviation)) {
      return NONE;
    }
    double most = ROOM * Math.max(records, Math.sqrt(records * squares));
    for (int bits = MOST_BITS; bits >= LEAST_BITS; bits--) {
      int exponent = Math.min(0, Math.getExponent(deviation) - bits);
      if (exponent >= SMALLEST && most < Math.scalb(MOST_UNITS, exponent)) {
        return new SumUnit(exponent);
      }
    }
    return NONE;
  }

  public static SumUnit in(List<Field> fields) {
    return fields.stream()
        .filter(field -> field.name().equals(FIELD) && field instanceof Field.Text)
        .map(field -> of(((Field.Text) field).value()))
        .findFirst()
        .orElse(NONE);
  }

  static SumUnit of(Fields fields) {
    return fields.has(FIELD) ? of(fields.text(FIELD)) : NONE;
  }

  private static SumUnit of(String text) {
    if (!text.startsWith(PREFIX)) {
      throw new FieldMismatch("A unit of sums is no power of two.");
    }
    try {
      return new SumUnit(Integer.parseInt(text.substring(PREFIX.length())));
    } catch (NumberFormatException e) {
      throw new FieldMismatch("A unit of sums is no power of two.");
    }
  }

  public boolean isStated() {
    return exponent != Integer.MIN_VALUE;
  }

  @Override
  public List<Field> fields() {
    return isStated() ? List.of(new Field.Text(FIELD, PREFIX + exponent)) : List.of();
  }

  /** Returns the numbers rounded to multiples of the unit; as they are where none is stated. */
  public Matrix rounded(Matrix sums) {
    return isStated() ? sums.map((i, j, value) -> value(multiple(value))) : sums;
  }

  /** Returns how many units the number has, rounded. */
  public long multiple(double number) {
    double units = Math.rint(Math.scalb(number, -exponent));
    if (!(Math.abs(units) < MOST_UNITS)) {
      throw CoterieException.badData(
          ("A sum has 2^52 or more of the units of 2^%d that the coordinator stated, or is no"
               + " number. Are this site's records much larger than those the study began with?"
               + " Start it again with all sites.")
              .formatted(exponent));
    }
    return (long) units;
  }

  public double value(long multiple) {
    return Math.scalb((double) multiple, exponent);
  }
}

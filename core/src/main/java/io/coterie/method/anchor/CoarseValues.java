package io.coterie.method.anchor;

import io.coterie.CoterieException;
import io.coterie.message.internal.SumUnit;
import io.coterie.plan.PrivacyPlan;
import java.io.Serializable;
import java.util.Arrays;

/**
 * The values with which a record goes into sums over few records: multiples of a quarter of a
 * deviation. Sites that collude can take all other records off such a sum; they know a value no
 * better than that.
 *
 * <p>A value is rounded up with the chance that it is on its way to the next multiple, so that
 * means over many records are right. Chance is a hash of this record, so a sum does not depend on
 * how the records are dealt to sites, and a record has the same coarse values in every sum. The
 * hash is no secret: of the values that could have been rounded so, about half remain.
 *
 * @param unit of the lattice on which records are; their typical length is one
 * @param step between multiples, in units
 * @param fewest records of a sum of values as they are
 */
record CoarseValues(SumUnit unit, long step, long fewest) implements Serializable {
  /**
   * A value has fewer units than this. One that is beyond the whole numbers of 64 bits would be
   * rounded to the largest of them: a sum over all records less that one is this record's own.
   */
  private static final double MOST_UNITS = 0x1p31;

  /**
   * Records of length one have a deviation of 1/√d in each of d features. With K = 1 a sum may be
   * over one record, and values stay as they are.
   */
  static CoarseValues of(SumUnit unit, int features, int smallestGroup) {
    double deviation = Math.scalb(1 / Math.sqrt(features), -unit.exponent());
    return new CoarseValues(
        unit,
        Math.max(1, Math.round(PrivacyPlan.COARSE_SHARE * deviation)),
        PrivacyPlan.exactTotal(smallestGroup));
  }

  /** Returns the sums over so many records, less what coarse values add to squares on average. */
  CellTotals meant(long records, CellTotals sums) {
    double each = ((double) step * step - 1) / 6;
    long excess = isFor(records) ? Math.round(records * sums.sum().length * each) : 0;
    return new CellTotals(records, sums.sum(), sums.squares() - excess, new long[0]);
  }

  /** Returns whether sums over so many records are of coarse values. */
  boolean isFor(long records) {
    return records < fewest;
  }

  /** Writes the values of a record, which is at a place of an array, as they are or coarse. */
  void write(double[] values, int at, boolean isExact, long[] units) {
    writeExact(values, at, units);
    if (!isExact) {
      round(units);
    }
  }

  /** Writes the values of a record as they are, in units. */
  void writeExact(double[] values, int at, long[] units) {
    for (int j = 0; j < units.length; j++) {
      double scaled = Math.scalb(values[at + j], -unit.exponent());
      if (!(Math.abs(scaled) < MOST_UNITS)) {
        throw CoterieException.notAgreed(
            "The coordinator states a lattice that is too fine for this site's records. Nothing was"
                + " sent for it, and the site leaves the study.");
      }
      units[j] = Math.round(scaled);
    }
  }

  /** Returns the coarse values of a record. */
  double[] of(double[] values) {
    long[] units = new long[values.length];
    write(values, 0, false, units);
    return Arrays.stream(units).mapToDouble(u -> Math.scalb((double) u, unit.exponent())).toArray();
  }

  private void round(long[] units) {
    long hash = units.length;
    for (long value : units) {
      hash = mixed(hash + value);
    }
    for (int j = 0; j < units.length; j++) {
      hash = mixed(hash + j);
      long above = Math.floorMod(units[j], step);
      long drawn = Long.remainderUnsigned(hash, step);
      units[j] += drawn < above ? step - above : -above;
    }
  }

  /** A bijection of 64 bits in which every bit of the result depends on every bit (SplitMix64). */
  private static long mixed(long bits) {
    long mixed = bits + 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}

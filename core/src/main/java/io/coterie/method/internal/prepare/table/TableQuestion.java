package io.coterie.method.internal.prepare.table;

import io.coterie.message.Payload;
import io.coterie.message.internal.SealedCounts;

/**
 * What is asked about a table's columns at level totals, in this order. The sites read the totals
 * and work out the representation themselves, all of them the same; the coordinator gets that, and
 * no total.
 */
public sealed interface TableQuestion extends Payload {
  /** Asks for counts, sums and squares of the columns; sealed. */
  @Payload.Name("table-values")
  record Values() implements TableQuestion {}

  /**
   * Asks for the moments that show how each column of numbers is best bent; sealed.
   *
   * @param counts the sealed totals of the question before
   */
  @Payload.Name("table-shapes")
  record Shapes(SealedCounts counts) implements TableQuestion {}

  /**
   * Asks how often values of two columns occur together; sealed.
   *
   * @param counts the sealed totals of the question before
   */
  @Payload.Name("table-pairs")
  record Pairs(SealedCounts counts) implements TableQuestion {}

  /**
   * Asks what the columns' representation is.
   *
   * @param counts the sealed totals of the question before
   */
  @Payload.Name("table-columns")
  record Columns(SealedCounts counts) implements TableQuestion {}

  /** Asks for the first step of the Gaussian that missing values are expected by; sealed. */
  @Payload.Name("table-gaps")
  record Gaps() implements TableQuestion {}

  /**
   * Asks for a further step; sealed.
   *
   * @param counts the sealed totals of the step before
   */
  @Payload.Name("table-gaps-further")
  record FurtherGaps(SealedCounts counts) implements TableQuestion {}

  /**
   * Asks what the Gaussian is, rounded.
   *
   * @param counts the sealed totals of the last step
   */
  @Payload.Name("table-gaussian")
  record Expected(SealedCounts counts) implements TableQuestion {}
}

package io.coterie.method.fit;

import io.coterie.math.IntVector;
import io.coterie.message.Payload;
import io.coterie.message.internal.SealedCounts;

/**
 * How sites find out whether they fit the others. Each reads, under seal, how the values of every
 * column are spread over pieces of the records of all sites, and compares the others' with its own.
 * The coordinator gets how many sites found something, and not which.
 */
public sealed interface FitQuestion extends Payload {
  /** Pieces of all records at most. */
  int MOST_PIECES = 20;

  /** The values of a column of numbers are cut into so many parts at most. */
  int MOST_PARTS = 20;

  /** How often ranges of values are divided. */
  int STEPS = 2;

  /** With fewer sites the others' totals would be those of one site. */
  int LEAST_SITES = 3;

  /** Asks how many values of each column have which sign and power of two; sealed. */
  @Payload.Name("fit-ranges")
  record Ranges() implements FitQuestion {}

  /**
   * Asks how many values are in parts of the ranges that hold many; sealed. It is asked twice.
   *
   * @param counts the sealed totals of the question before
   */
  @Payload.Name("fit-values")
  record Values(SealedCounts counts) implements FitQuestion {}

  /**
   * Asks how the values of each column are spread inside pieces; sealed.
   *
   * @param pieces the piece of each cell of the study
   * @param clusters the cluster of each cell
   * @param parts into which the values of a column of numbers are cut at most
   * @param counts the sealed totals of the question before
   */
  @Payload.Name("fit-pieces")
  record Pieces(IntVector pieces, IntVector clusters, int parts, SealedCounts counts)
      implements FitQuestion {
    public Pieces {
      if (pieces.size() != clusters.size() || parts < 2 || parts > MOST_PARTS) {
        throw new IllegalArgumentException(
            "Cells have one piece and one cluster each, values 2 to %d parts."
                .formatted(MOST_PARTS));
      }
    }
  }

  /**
   * Asks how many sites do not fit, see {@link FitFlags}.
   *
   * @param counts the sealed totals of the question before
   */
  @Payload.Name("fit-flags")
  record Flags(SealedCounts counts) implements FitQuestion {}
}

package io.coterie.method.internal.prepare;

import io.coterie.features.RecordMap;
import io.coterie.math.Vector;
import io.coterie.message.Payload;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.SumUnit;
import java.util.List;

/** What is asked about the features at level totals, in this order. */
sealed interface ExactQuestion extends Payload {
  /** Returns the steps that are taken with all records first. */
  default List<RecordMap> steps() {
    return List.of();
  }

  /** Asks how many records there are, and how many values of each feature; sealed. */
  record Present(List<RecordMap> steps) implements ExactQuestion {
    public Present {
      steps = List.copyOf(steps);
    }
  }

  /** Asks for the sums of the features that have enough values, which the sites sealed before. */
  @Payload.Name("exact-sums")
  record Sums(SealedCounts counts) implements ExactQuestion {}

  /** Asks for the squared differences from a center. */
  record Deviations(List<RecordMap> steps, Vector center) implements ExactQuestion {
    public Deviations {
      steps = List.copyOf(steps);
    }
  }

  /**
   * Asks for the products of the differences of two features from a center.
   *
   * @param unit in which the differences are whole numbers
   */
  record Products(Vector center, SumUnit unit) implements ExactQuestion {}
}

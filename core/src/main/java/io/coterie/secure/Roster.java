package io.coterie.secure;

import java.util.List;

/**
 * Who takes part, as the coordinator tells it. Each site checks it before it believes it.
 *
 * @param context the sum
 * @param advertisements in increasing order of the sites' names
 */
public record Roster(SumContext context, List<Advertisement> advertisements) {
  public Roster {
    advertisements = List.copyOf(advertisements);
  }
}

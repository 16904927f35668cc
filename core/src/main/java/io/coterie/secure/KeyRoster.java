package io.coterie.secure;

import java.util.List;

/**
 * Who takes part, as the coordinator tells it. Each site checks it before it believes it.
 *
 * @param context the sum
 * @param advertisements in increasing order of the sites' names
 */
public record KeyRoster(SumContext context, List<Advertisement> advertisements) {
  public KeyRoster {
    advertisements = List.copyOf(advertisements);
  }
}

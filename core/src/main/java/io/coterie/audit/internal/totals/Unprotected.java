package io.coterie.audit.internal.totals;

import io.coterie.audit.internal.reconstruction.Reconstruction;
import java.util.List;
import java.util.OptionalLong;

/**
 * What level totals does not promise to hide.
 *
 * @param collusion what is left of it where other sites collude, by how many
 * @param fewestWithout of the features that some records lack, the fewest records; they are counted
 *     in the clear. Nothing where no value is missing
 * @param informed records as stated by whoever knows all others of all sites
 */
public record Unprotected(
    List<Collusion> collusion, OptionalLong fewestWithout, Reconstruction informed) {
  public Unprotected {
    collusion = List.copyOf(collusion);
  }
}

package io.coterie.audit.internal.totals;

import io.coterie.audit.internal.reconstruction.Reconstruction;
import java.util.List;

/**
 * What level totals does not promise to hide.
 *
 * @param collusion what is left of it where other sites collude, by how many
 * @param informed records as stated by whoever knows all others of all sites
 */
public record Unprotected(List<Collusion> collusion, Reconstruction informed) {
  public Unprotected {
    collusion = List.copyOf(collusion);
  }
}

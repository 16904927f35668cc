package io.coterie.deep.plus;

import static java.util.Objects.requireNonNull;

import io.coterie.math.Vector;
import io.coterie.message.Payload;

/**
 * Asks how many records a site's draws by cluster shares stand for.
 *
 * @param shares of the clusters among the records of all sites
 */
record DrawQuestion(Vector shares) implements Payload {
  public DrawQuestion {
    requireNonNull(shares, "shares is null");
  }
}

package io.coterie.deep.fdec;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Payload;

/**
 * Asks each site where the codes of its records are: for sums around centers, or for centers of its
 * own where there are none yet.
 *
 * @param weights of the network that makes codes
 * @param centers one row each; none at first
 */
public record CodeQuestion(Vector weights, Matrix centers) implements Payload {}

package io.coterie.site;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.io.Serializable;

/**
 * What is made of one block of records. It travels to where the records are, and what it returns
 * travels back, so both are serializable; it holds what it needs and no state.
 *
 * @param <T> what it makes
 */
@FunctionalInterface
public interface BlockFunction<T> extends Serializable {
  /** One record per row; a block may have no rows. */
  T of(Matrix block, Parallel parallel);
}

package io.coterie.math.internal;

/**
 * What becomes of an entry of a matrix, given where it stands; without boxing, unlike the
 * interfaces of {@code java.util.function}.
 */
@FunctionalInterface
public interface EntryFunction {
  double of(int row, int column, double value);
}

package io.coterie.math.internal;

/** Makes another value of an entry of a matrix, given where it stands. */
@FunctionalInterface
public interface EntryFunction {
  double of(int row, int column, double value);
}

package io.coterie.method.anchor;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Nested cells of records: each cell is split once at most, by a plane, and a split stays. Hence
 * every sum over a cell is a sum of sums over the leaves, and no difference of such sums is one
 * over fewer records than a leaf has.
 *
 * <p>Not thread-safe while it grows.
 */
final class CellTree implements Serializable {
  private static final long serialVersionUID = 1L;

  /**
   * Where a cell was split: its upper half is the next cell of that number, its lower one follows.
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Plane(double[] direction, double threshold, int upper) implements Serializable {}

  private final List<Plane> planes = new ArrayList<>();

  /** Of each cell, whether its sums are of values as they are. */
  private final List<Boolean> exact = new ArrayList<>();

  CellTree() {
    planes.add(null);
    exact.add(true);
  }

  int cellCount() {
    return planes.size();
  }

  boolean isLeaf(int cell) {
    return cell >= 0 && cell < planes.size() && planes.get(cell) == null;
  }

  int leafCount() {
    return (planes.size() + 1) / 2;
  }

  boolean isExact(int cell) {
    return exact.get(cell);
  }

  /** Splits a leaf and returns its upper half; the lower half is the next cell. */
  int split(int cell, double[] direction, double threshold) {
    return split(cell, direction, threshold, true, true);
  }

  /** As above, and states of the halves whether their sums are of values as they are. */
  int split(int cell, double[] direction, double threshold, boolean above, boolean below) {
    if (!isLeaf(cell)) {
      throw new IllegalArgumentException("Cell %d is no leaf.".formatted(cell));
    }
    int upper = planes.size();
    planes.set(cell, new Plane(direction, threshold, upper));
    planes.add(null);
    planes.add(null);
    exact.add(above);
    exact.add(below);
    return upper;
  }

  /** Returns the place of each leaf among the leaves, and −1 for other cells. */
  int[] places() {
    int[] places = new int[planes.size()];
    int leaves = 0;
    for (int cell = 0; cell < places.length; cell++) {
      places[cell] = isLeaf(cell) ? leaves++ : -1;
    }
    return places;
  }

  /** Returns the leaf of a record, which is at a place of an array. */
  int leaf(double[] values, int at) {
    int cell = 0;
    for (Plane plane = planes.get(0); plane != null; plane = planes.get(cell)) {
      cell = plane.upper + (isAbove(values, at, plane.direction, plane.threshold) ? 0 : 1);
    }
    return cell;
  }

  /** Adds in the order of the features, so that a record's side depends on this record only. */
  static boolean isAbove(double[] values, int at, double[] direction, double threshold) {
    double height = 0;
    for (int j = 0; j < direction.length; j++) {
      height += values[at + j] * direction[j];
    }
    return height > threshold;
  }
}

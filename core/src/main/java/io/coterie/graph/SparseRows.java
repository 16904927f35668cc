package io.coterie.graph;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A matrix Z with the same small number of non-negative entries in every row, such as the weights
 * of every record to its nearest anchors. Entries of row {@code i} are number {@code i * perRow ..
 * (i + 1) * perRow - 1}; columns may come in any order, and twice only with weight zero.
 *
 * <p>Immutable, hence safe to share between threads.
 */
public final class SparseRows {
  private static final int COLUMNS_PER_TASK = 16;

  private final int columnCount;
  private final int perRow;
  private final int[] columns;
  private final double[] weights;

  private SparseRows(int columnCount, int perRow, int[] columns, double[] weights) {
    this.columnCount = columnCount;
    this.perRow = perRow;
    this.columns = columns;
    this.weights = weights;
  }

  /** Checks and copies the arrays, which hold {@code perRow} entries per row, row after row. */
  public static SparseRows of(int columnCount, int perRow, int[] columns, double[] weights) {
    if (perRow < 1 || columns.length % perRow != 0 || columns.length != weights.length) {
      throw new IllegalArgumentException(
          "%d columns and %d weights do not make rows of %d entries; both numbers must be the"
                  .formatted(columns.length, weights.length, perRow)
              + " same multiple of the positive entries per row.");
    }
    SparseRows rows = new SparseRows(columnCount, perRow, columns.clone(), weights.clone());
    for (int e = 0; e < rows.columns.length; e++) {
      rows.requireEntry(e);
    }
    return rows;
  }

  /**
   * A column given twice would be two entries of ZᵀZ in one place; with weight zero it is no entry.
   */
  private void requireEntry(int e) {
    Csr.requireWeight(weights[e]);
    if (columns[e] < 0 || columns[e] >= columnCount) {
      throw new IllegalArgumentException(
          "Row %d has column %d; columns must be from 0 to %d."
              .formatted(e / perRow, columns[e], columnCount - 1));
    }
    for (int other = e - e % perRow; other < e; other++) {
      if (columns[other] == columns[e] && weights[other] > 0 && weights[e] > 0) {
        throw new IllegalArgumentException(
            "Row %d has column %d twice; sum its weights first.".formatted(e / perRow, columns[e]));
      }
    }
  }

  public int rowCount() {
    return columns.length / perRow;
  }

  /** Visits the entries of a row in the order given. */
  public void forEachEntry(int row, SparseGraph.NeighborVisitor visitor) {
    for (int e = row * perRow; e < (row + 1) * perRow; e++) {
      visitor.visit(columns[e], weights[e]);
    }
  }

  /** Zᵀ 1: how much weight each anchor gets from all records. */
  public double[] columnSums() {
    double[] sums = new double[columnCount];
    for (int e = 0; e < columns.length; e++) {
      sums[columns[e]] += weights[e];
    }
    return sums;
  }

  public Matrix multiply(Matrix dense) {
    if (dense.rows() != columnCount) {
      throw new IllegalArgumentException(
          "Rows over %d columns have no product with a matrix of %d rows."
              .formatted(columnCount, dense.rows()));
    }
    Matrix product = Matrix.zeros(rowCount(), dense.columns());
    csr().multiply(dense, product, 0, rowCount());
    return product;
  }

  /**
   * Returns ZᵀZ as a graph between the columns. Columns without an entry cost next to nothing: a
   * small site meets few of a large study's anchors.
   */
  public SparseGraph gram(Parallel parallel) {
    int[] used = usedColumns();
    Csr between = used.length == columnCount ? product(parallel) : over(used).product(parallel);
    return new SparseGraph(used.length == columnCount ? between : spread(between, used));
  }

  private int[] usedColumns() {
    boolean[] isUsed = new boolean[columnCount];
    for (int column : columns) {
      isUsed[column] = true;
    }
    return IntStream.range(0, columnCount).filter(j -> isUsed[j]).toArray();
  }

  /** Keeps the order of entries, and with it the order of sums. */
  private SparseRows over(int[] used) {
    int[] places = new int[columnCount];
    for (int j = 0; j < used.length; j++) {
      places[used[j]] = j;
    }
    int[] moved = new int[columns.length];
    for (int e = 0; e < moved.length; e++) {
      moved[e] = places[columns[e]];
    }
    return new SparseRows(used.length, perRow, moved, weights);
  }

  private Csr spread(Csr between, int[] used) {
    int[] offsets = new int[columnCount + 1];
    for (int j = 0; j < used.length; j++) {
      offsets[used[j] + 1] = between.offsets()[j + 1] - between.offsets()[j];
    }
    for (int j = 0; j < columnCount; j++) {
      offsets[j + 1] += offsets[j];
    }
    int[] placed = new int[between.columns().length];
    for (int e = 0; e < placed.length; e++) {
      placed[e] = used[between.columns()[e]];
    }
    return new Csr(offsets, placed, between.weights());
  }

  /** ZᵀZ row by row: row j adds up z_ij times row i of Z over the rows i that use column j. */
  private Csr product(Parallel parallel) {
    Csr transposed = csr().transposed(columnCount);
    int tasks = (columnCount + COLUMNS_PER_TASK - 1) / COLUMNS_PER_TASK;
    GramRows[] parts = new GramRows[tasks];
    parallel.forBlocks(
        columnCount,
        COLUMNS_PER_TASK,
        (task, from, to) -> {
          parts[task] = new GramRows(to - from);
          Csr.RowSum sums = new Csr.RowSum(columnCount);
          for (int column = from; column < to; column++) {
            addRow(transposed, column, sums);
            parts[task].append(sums);
          }
        });
    return GramRows.join(parts, columnCount);
  }

  /** One row of ZᵀZ: summed over the rows of Z in order, so it is symmetric to the last bit. */
  private void addRow(Csr transposed, int column, Csr.RowSum sums) {
    for (int t = transposed.offsets()[column]; t < transposed.offsets()[column + 1]; t++) {
      int row = transposed.columns()[t];
      double weight = transposed.weights()[t];
      for (int e = row * perRow; e < (row + 1) * perRow; e++) {
        sums.add(columns[e], weight * weights[e]);
      }
    }
  }

  /** (E + Eᵀ) / 2 for square rows E, such as the weights to the k nearest neighbors. */
  public SparseGraph symmetrized() {
    if (rowCount() != columnCount) {
      throw new IllegalArgumentException(
          "%d rows over %d columns are not square; a graph needs one row per node."
              .formatted(rowCount(), columnCount));
    }
    return SparseGraph.symmetrized(csr().offsets(), columns, weights);
  }

  private Csr csr() {
    int[] offsets = new int[rowCount() + 1];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = i * perRow;
    }
    return new Csr(offsets, columns, weights);
  }

  /** Consecutive rows of ZᵀZ that one task collects. */
  private static final class GramRows {
    private final int[] sizes;
    private int rows;
    private int size;
    private int[] columns = new int[64];
    private double[] weights = new double[64];

    GramRows(int capacity) {
      sizes = new int[capacity];
    }

    /** Appends a row, and clears it. */
    void append(Csr.RowSum row) {
      int end = size + row.size();
      if (end > columns.length) {
        int capacity = Math.max(2 * columns.length, end);
        columns = Arrays.copyOf(columns, capacity);
        weights = Arrays.copyOf(weights, capacity);
      }
      sizes[rows++] = row.size();
      size = row.moveTo(columns, weights, size);
    }

    /** In the order of the tasks, so that the threads change nothing. */
    static Csr join(GramRows[] parts, int rowCount) {
      long entries = 0;
      for (GramRows part : parts) {
        entries += part.size;
      }
      Csr joined = Csr.zeros(rowCount, entries);
      int row = 0;
      int entry = 0;
      for (GramRows part : parts) {
        System.arraycopy(part.columns, 0, joined.columns(), entry, part.size);
        System.arraycopy(part.weights, 0, joined.weights(), entry, part.size);
        entry += part.size;
        for (int size : part.sizes) {
          joined.offsets()[row + 1] = joined.offsets()[row] + size;
          row++;
        }
      }
      return joined;
    }
  }
}

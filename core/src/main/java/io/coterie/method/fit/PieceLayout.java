package io.coterie.method.fit;

import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.message.internal.WholeTotals;
import java.io.Serializable;
import java.util.List;

/**
 * Where counts by piece stand: the records of each piece, those of each cluster, then piece by
 * piece and column by column how many values are in each cell. Columns of numbers take as much room
 * each, so that the size shows nothing of them.
 *
 * @param parts the room of a column of numbers
 */
record PieceLayout(int pieces, int clusters, int parts, List<ColumnCells> columns)
    implements Serializable {
  PieceLayout {
    columns = List.copyOf(columns);
  }

  int size() {
    return pieces + clusters + pieces * width();
  }

  /** How many counts a piece has. */
  int width() {
    return columns.stream().mapToInt(this::room).sum();
  }

  int firstOf(int column) {
    return columns.subList(0, column).stream().mapToInt(this::room).sum();
  }

  private int room(ColumnCells column) {
    return column.isLevels() ? column.size() : parts;
  }

  /**
   * Counts a block.
   *
   * @param read the records as they were read
   * @param points the same records as they are clustered
   * @param piece of each cell
   * @param cluster of each cell
   */
  WholeTotals counts(Matrix read, Matrix points, FitSite.CellOf cells, int[] piece, int[] cluster) {
    long[] counts = new long[size()];
    int[] first = new int[columns.size()];
    for (int j = 0; j < first.length; j++) {
      first[j] = firstOf(j);
    }
    int width = width();
    for (int i = 0; i < read.rows(); i++) {
      int cell = cells.of(points.array(), i * points.columns());
      counts[piece[cell]]++;
      counts[pieces + cluster[cell]]++;
      int at = pieces + clusters + piece[cell] * width;
      for (int j = 0; j < first.length; j++) {
        int place = columns.get(j).of(read.at(i, j));
        if (place >= 0) {
          counts[at + first[j] + place]++;
        }
      }
    }
    return new WholeTotals(LongVector.of(counts), LongVector.of());
  }
}

package io.coterie.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.fusion.internal.BlockMap;
import io.coterie.json.Json;
import io.coterie.math.Matrix;
import io.coterie.method.Diagnostics;
import java.util.Arrays;
import java.util.Base64;

/**
 * A graph's blocks as bytes: the root of each weight as a share of the weight that only one
 * positive one in a hundred exceeds, so that weak weights are seen beside strong ones.
 */
record GraphCells(Diagnostics.Blocks blocks) {
  private static final double DARKEST = 0.99;

  ObjectNode json() {
    BlockMap map = blocks.map();
    double[] weights = map.weights().array();
    double[] positive = Arrays.stream(weights).filter(w -> w > 0).sorted().toArray();
    double darkest = positive.length == 0 ? 1 : positive[(int) (DARKEST * (positive.length - 1))];
    byte[] cells = new byte[weights.length];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = (byte) Math.round(255 * Math.sqrt(Math.min(1, weights[i] / darkest)));
    }
    ObjectNode node =
        Json.object()
            .put("name", blocks.name())
            .put("nodes", Arrays.stream(map.sizes().toArray()).sum())
            .put("blocks", map.sizes().size())
            .put("darkest", darkest);
    ArrayNode clusters = node.putArray("clusters");
    Arrays.stream(map.clusters().toArray()).forEach(clusters::add);
    node.set("between", between(map));
    return node.put("cells", Base64.getEncoder().encodeToString(cells));
  }

  /** Returns the mean weight between the nodes of any two clusters. */
  private static ArrayNode between(BlockMap map) {
    int count = Arrays.stream(map.clusters().toArray()).max().orElse(-1) + 1;
    Matrix sums = Matrix.zeros(count, count);
    Matrix pairs = Matrix.zeros(count, count);
    for (int a = 0; a < map.sizes().size(); a++) {
      for (int b = 0; b < map.sizes().size(); b++) {
        double size = (double) map.sizes().at(a) * map.sizes().at(b);
        int row = map.clusters().at(a);
        int column = map.clusters().at(b);
        sums.set(row, column, sums.at(row, column) + size * map.weights().at(a, b));
        pairs.set(row, column, pairs.at(row, column) + size);
      }
    }
    ArrayNode rows = Json.array();
    for (int row = 0; row < count; row++) {
      ArrayNode one = rows.addArray();
      for (int column = 0; column < count; column++) {
        double pair = pairs.at(row, column);
        one.add(significant(pair > 0 ? sums.at(row, column) / pair : 0));
      }
    }
    return rows;
  }

  /** Returns a value with three digits that count. */
  static double significant(double value) {
    return value == 0 || !Double.isFinite(value)
        ? 0
        : new java.math.BigDecimal(value).round(new java.math.MathContext(3)).doubleValue();
  }
}

package io.coterie.message.internal;

import io.coterie.math.LongVector;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.SumPayload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Whole-number sums over records to which noise was added: all that a site sends at the dp level.
 *
 * @param step which step of the study they answer
 * @param blocks by name, in a fixed order
 */
public record NoisyTotals(String step, Map<String, LongVector> blocks)
    implements SumPayload<NoisyTotals> {
  private static final String STEP = "step";

  public NoisyTotals {
    blocks = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(blocks));
  }

  public static NoisyTotals zero(String step, Map<String, Integer> sizes) {
    Map<String, LongVector> blocks = new LinkedHashMap<>();
    sizes.forEach((name, size) -> blocks.put(name, LongVector.of(new long[size])));
    return new NoisyTotals(step, blocks);
  }

  static NoisyTotals of(Fields fields) {
    Map<String, LongVector> blocks = new LinkedHashMap<>();
    for (String name : fields.names()) {
      if (!name.equals(STEP)) {
        blocks.put(name, fields.longs(name));
      }
    }
    return new NoisyTotals(fields.text(STEP), blocks);
  }

  public LongVector block(String name) {
    LongVector block = blocks.get(name);
    if (block == null) {
      throw new IllegalArgumentException(
          "The totals of step %s have no block %s.".formatted(step, name));
    }
    return block;
  }

  @Override
  public NoisyTotals plus(NoisyTotals other) {
    if (!step.equals(other.step) || !blocks.keySet().equals(other.blocks.keySet())) {
      throw new IllegalArgumentException(
          "Totals of step %s cannot be added to those of step %s.".formatted(other.step, step));
    }
    Map<String, LongVector> sums = new LinkedHashMap<>();
    blocks.forEach((name, block) -> sums.put(name, block.plus(other.blocks.get(name))));
    return new NoisyTotals(step, sums);
  }

  @Override
  public List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    fields.add(new Field.Text(STEP, step));
    blocks.forEach((name, block) -> fields.add(new Field.Longs(name, block)));
    return fields;
  }
}

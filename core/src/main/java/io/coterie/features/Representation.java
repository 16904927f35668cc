package io.coterie.features;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The steps from a record as read to the point that is clustered, in order.
 *
 * @param steps applied first to last
 */
public record Representation(List<RecordMap> steps) implements Serializable {
  public Representation {
    steps = List.copyOf(steps);
  }

  public static Representation identity() {
    return new Representation(List.of());
  }

  public Representation then(List<RecordMap> further) {
    List<RecordMap> all = new ArrayList<>(steps);
    all.addAll(further);
    return new Representation(all);
  }

  public Matrix apply(Matrix records, Parallel parallel) {
    Matrix mapped = records;
    for (RecordMap step : steps) {
      mapped = step.apply(mapped, parallel);
    }
    return mapped;
  }

  /** Empty unless every step has a way back. */
  public Optional<Matrix> back(Matrix points) {
    Optional<Matrix> records = Optional.of(points);
    for (int s = steps.size() - 1; s >= 0 && records.isPresent(); s--) {
      records = steps.get(s).back(records.get());
    }
    return records;
  }

  /** Each name is preceded by the step's number. */
  public List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      fields.addAll(Field.nested(name(i), steps.get(i)));
    }
    return fields;
  }

  /** As {@link #fields} names them. */
  public static Representation of(Fields fields) {
    List<RecordMap> steps = new ArrayList<>();
    while (fields.has(name(steps.size()))) {
      steps.add(fields.nested(name(steps.size()), RecordMap::of));
    }
    return new Representation(steps);
  }

  private static String name(int step) {
    return "step-" + (step + 1);
  }

  public int outputDimension(int inputDimension) {
    int dimension = inputDimension;
    for (RecordMap step : steps) {
      dimension = step.outputDimension(dimension);
    }
    return dimension;
  }

  /** In words, such as "standardize, signed-log"; "as they are" for none. */
  public String describe() {
    return steps.isEmpty()
        ? "as they are"
        : steps.stream().map(RecordMap::kind).collect(Collectors.joining(", "));
  }
}

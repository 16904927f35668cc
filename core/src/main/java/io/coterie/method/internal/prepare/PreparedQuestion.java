package io.coterie.method.internal.prepare;

import static java.util.Objects.requireNonNull;

import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import java.util.ArrayList;
import java.util.List;

/**
 * The first question of the method itself, with the last steps of the representation.
 *
 * @param steps to be applied first, in order
 * @param question then to be answered
 */
public record PreparedQuestion(List<RecordMap> steps, Payload question) implements Payload {
  public PreparedQuestion {
    steps = List.copyOf(steps);
    requireNonNull(question, "question is null");
  }

  @Override
  public String kind() {
    return "prepared";
  }

  @Override
  public String topic() {
    return question.kind();
  }

  @Override
  public List<Field> fields() {
    List<Field> fields = new ArrayList<>(new Representation(steps).fields());
    fields.addAll(Field.nested("question", question));
    return fields;
  }
}

package io.coterie.method.internal.prepare;

import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.message.Fields;
import io.coterie.message.Fields.FieldMismatch;
import io.coterie.message.Payload;
import io.coterie.method.PayloadKinds;
import java.util.List;

/**
 * The first question of the method itself, with the last steps of the representation.
 *
 * @param steps to be applied first, in order
 * @param question then to be answered
 */
@Payload.Name("prepared")
public record PreparedQuestion(List<RecordMap> steps, Payload question) implements Payload {
  public PreparedQuestion {
    steps = List.copyOf(steps);
  }

  static PreparedQuestion of(Fields fields) {
    if (fields.text("question").equals("prepared")) { // lest a question of any depth be read
      throw new FieldMismatch("A prepared question holds another one.");
    }
    return new PreparedQuestion(
        Representation.of(fields).steps(), fields.nested("question", PayloadKinds::nested));
  }

  @Override
  public Payload asked() {
    return question.asked();
  }

  @Override
  public String topic() {
    return question.kind();
  }
}

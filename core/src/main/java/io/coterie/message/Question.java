package io.coterie.message;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A question that needs no numbers, such as "microclusters".
 *
 * @param name what is asked for
 */
public record Question(String name) implements Payload {
  public Question {
    requireNonNull(name, "name is null");
  }

  @Override
  public String kind() {
    return "question";
  }

  @Override
  public List<Field> fields() {
    return List.of(new Field.Text("name", name));
  }
}

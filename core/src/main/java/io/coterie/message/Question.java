package io.coterie.message;

import static java.util.Objects.requireNonNull;

/**
 * A question that needs no numbers, such as "microclusters".
 *
 * @param name what is asked for
 */
public record Question(String name) implements Payload {
  public Question {
    requireNonNull(name, "name is null");
  }
}

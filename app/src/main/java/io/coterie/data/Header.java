package io.coterie.data;

import static java.util.Objects.requireNonNull;

import io.coterie.plan.InputKind;
import java.util.ArrayList;
import java.util.List;

/**
 * What the columns of a source are, without any of its values.
 *
 * @param kind what the source says it holds
 * @param dimension how many values a record has, text left out
 * @param numbers the columns that hold numbers; empty where columns have no names
 * @param texts the columns that hold text
 */
public record Header(InputKind kind, int dimension, List<String> numbers, List<String> texts) {
  public Header {
    requireNonNull(kind, "kind is null");
    numbers = List.copyOf(numbers);
    texts = List.copyOf(texts);
  }

  public static Header of(List<String> names, boolean[] hasText) {
    List<String> numbers = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (int j = 0; j < hasText.length; j++) {
      (hasText[j] ? texts : numbers).add(names.get(j));
    }
    return new Header(InputKind.table(), numbers.size(), numbers, texts);
  }
}

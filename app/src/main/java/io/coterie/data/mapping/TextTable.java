package io.coterie.data.mapping;

import io.coterie.data.format.CsvTokens.Cell;
import java.io.Serializable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What texts stand for: a cell has the entry of the same text, else of the same number (1 and 1.0),
 * else of the same text in other letters (Yes and yes), unless two entries differ only so.
 */
final class TextTable<V extends Serializable> implements Serializable {
  private final HashMap<String, V> exact = new HashMap<>();
  private final HashMap<Double, V> numbers = new HashMap<>();
  private final HashMap<String, V> lowerCase = new HashMap<>();

  TextTable(Map<String, V> entries) {
    Cell cell = new Cell();
    exact.putAll(entries);
    Set<Double> twoNumbers = new HashSet<>();
    Set<String> twoTexts = new HashSet<>();
    entries.forEach(
        (text, value) -> {
          if (cell.read(text) == Cell.Content.NUMBER) {
            put(numbers, cell.value() + 0.0, value, twoNumbers); // no negative zero
          }
          put(lowerCase, text.toLowerCase(Locale.ROOT), value, twoTexts);
        });
    numbers.keySet().removeAll(twoNumbers);
    lowerCase.keySet().removeAll(twoTexts);
  }

  private static <K, V> void put(Map<K, V> table, K key, V value, Set<K> twice) {
    V before = table.put(key, value);
    if (before != null && !Objects.equals(before, value)) {
      twice.add(key);
    }
  }

  boolean isEmpty() {
    return exact.isEmpty();
  }

  /** Returns what exactly this text stands for; null if nothing. */
  V exactly(String text) {
    return exact.get(text);
  }

  /** Returns what a text stands for; null if nothing. */
  V find(String text, Cell cell) {
    V found = exact.get(text);
    if (found != null || exact.isEmpty()) {
      return found;
    }
    if (!numbers.isEmpty() && cell.read(text) == Cell.Content.NUMBER) {
      found = numbers.get(cell.value() + 0.0);
    }
    return found != null ? found : lowerCase.get(text.toLowerCase(Locale.ROOT));
  }
}

package io.coterie.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.method.Diagnostics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The course of a method that learns, as one curve for each stage and signal.
 *
 * <p>Not thread-safe.
 */
final class SignalCurves {
  /** What signals are called, in the order of reading; others come after them. */
  private static final Map<String, Words> WORDS = new LinkedHashMap<>();

  static {
    WORDS.put("loss", new Words("Loss", "mean loss of a record"));
    WORDS.put("changed", new Words("Changed records", "share of all records"));
    WORDS.put("stability", new Words("Stability of the clusters", "stability, at most 1"));
    WORDS.put("eigengap", new Words("Eigengap of the graph", "eigengap"));
  }

  private static final List<String> ORDER = List.copyOf(WORDS.keySet());

  private final Map<String, Map<String, SortedMap<Integer, Double>>> stages = new LinkedHashMap<>();

  private record Words(String title, String measure) {}

  void add(Diagnostics.Signals signals) {
    Map<String, SortedMap<Integer, Double>> stage =
        stages.computeIfAbsent(signals.stage(), name -> new TreeMap<>(SignalCurves::inOrder));
    signals
        .values()
        .forEach(
            (name, value) ->
                stage.computeIfAbsent(name, signal -> new TreeMap<>()).put(signals.round(), value));
  }

  private static int inOrder(String a, String b) {
    int place =
        Integer.compare(ORDER.indexOf(a) & Integer.MAX_VALUE, ORDER.indexOf(b) & Integer.MAX_VALUE);
    return place == 0 ? a.compareTo(b) : place;
  }

  /** Adds every signal of more than one round; a single number is among the findings. */
  void addTo(ArrayNode curves) {
    stages.forEach(
        (stage, signals) ->
            signals.forEach(
                (name, values) -> {
                  if (values.size() > 1) {
                    add(curves.addObject(), stage, name, values);
                  }
                }));
  }

  private static void add(
      ObjectNode node, String stage, String name, SortedMap<Integer, Double> values) {
    Words words = WORDS.getOrDefault(name, new Words(name, name));
    node.put("name", "%s, %s".formatted(words.title(), stage))
        .put("step", "round of " + stage)
        .put("measure", words.measure())
        .put("first", values.firstKey());
    ArrayNode numbers = node.putArray("values");
    values.values().forEach(value -> numbers.add(PlaceMap.rounded(value, 6)));
  }
}

package io.coterie.partition;

import io.coterie.CoterieException;
import io.coterie.math.Seed;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Makes partitioners from a text such as {@code dirichlet:0.3}. */
public final class Partitioners {
  private static final Map<String, Kind> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("iid", new Kind("iid", argument -> new Iid()));
    KINDS.put("dirichlet", new Kind("dirichlet:0.3", text -> new Dirichlet(number(text))));
    KINDS.put("shards", new Kind("shards:2", text -> new Shards(wholeNumber(text))));
    KINDS.put("het", new Kind("het:0.5", text -> new Heterogeneity(number(text))));
    KINDS.put(
        "het-overlap",
        new Kind("het-overlap:0.5", text -> new OverlappingHeterogeneity(number(text))));
    KINDS.put("column", new Kind("column:hospital", Column::new));
  }

  private Partitioners() {}

  /** One of iid, dirichlet:ALPHA, shards:COUNT, het:RATIO, het-overlap:RATIO or column:NAME. */
  public static Partitioner parse(String text) {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    String argument = colon < 0 ? "" : text.substring(colon + 1);
    Kind kind = KINDS.get(name);
    if (kind == null) {
      throw CoterieException.usage(
          "There is no partition \"%s\"; did you mean %s? The choices are %s."
              .formatted(name, KINDS.get(nearest(name)).example, examples()));
    }
    boolean takesArgument = kind.example.indexOf(':') > 0;
    if (takesArgument == argument.isBlank() || (!takesArgument && colon >= 0)) {
      throw CoterieException.usage(
          "Partition \"%s\" %s; write for example %s."
              .formatted(
                  text,
                  takesArgument ? "lacks a value after the colon" : "takes no value",
                  kind.example));
    }
    return kind.maker.apply(argument);
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw CoterieException.usage(
          "\"%s\" in the partition is not a number; write for example 0.3.".formatted(text));
    }
  }

  private static int wholeNumber(String text) {
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw CoterieException.usage(
          "\"%s\" in the partition is not a whole number; write for example 2.".formatted(text));
    }
  }

  private static String examples() {
    return String.join(", ", KINDS.values().stream().map(Kind::example).toList());
  }

  private static String nearest(String name) {
    String best = "iid";
    for (String known : KINDS.keySet()) {
      best = edits(name, known) < edits(name, best) ? known : best;
    }
    return best;
  }

  // The edit distance of Levenshtein, one row of the table at a time.
  private static int edits(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int change = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }

  private record Kind(String example, Function<String, Partitioner> maker) {}

  /** Deals shuffled records in turn: every site is a small copy of the whole. */
  record Iid() implements Partitioner {
    @Override
    public Partition split(Partitioner.Input roster, int siteCount, Seed seed) {
      roster.requireEnoughFor(siteCount);
      Partition.Assignment hands = new Partition.Assignment(siteCount);
      hands.addToSmallest(
          Partition.Assignment.shuffled(roster.records(), seed.child("records").random()));
      return Partition.ofNumbered(hands.toList(), roster);
    }

    @Override
    public String text() {
      return "iid";
    }
  }
}

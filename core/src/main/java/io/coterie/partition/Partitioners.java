package io.coterie.partition;

import io.coterie.CoterieException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Makes partitioners, from values or from a text such as {@code dirichlet:0.3}. */
public final class Partitioners {
  private static final Map<String, Kind> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("iid", new Kind("iid", argument -> iid()));
    KINDS.put("dirichlet", new Kind("dirichlet:0.3", text -> dirichlet(number(text))));
    KINDS.put("shards", new Kind("shards:2", text -> shards(wholeNumber(text))));
    KINDS.put("het", new Kind("het:0.5", text -> heterogeneity(number(text))));
    KINDS.put(
        "het-overlap", new Kind("het-overlap:0.5", text -> overlappingHeterogeneity(number(text))));
    KINDS.put("column", new Kind("column:hospital", Partitioners::column));
  }

  private Partitioners() {}

  /** Deals shuffled records evenly: every site is a small copy of the whole. */
  public static Partitioner iid() {
    return new Iid();
  }

  /** Deals each stratum by Dirichlet shares; the smaller alpha (1e-6 to 1e6), the more skewed. */
  public static Partitioner dirichlet(double alpha) {
    return new Dirichlet(alpha);
  }

  /** Sorts by stratum, cuts into equal shards and deals each site so many of them. */
  public static Partitioner shards(int shardsPerSite) {
    return new Shards(shardsPerSite);
  }

  /** The paper's heterogeneity ratio from 0 (mixed) to 1 (one class per site), without overlap. */
  public static Partitioner heterogeneity(double ratio) {
    return new Heterogeneity(ratio);
  }

  /** The same ratio as the paper's code samples it: sites overlap, some records are at none. */
  public static Partitioner overlappingHeterogeneity(double ratio) {
    return new OverlappingHeterogeneity(ratio);
  }

  /** Takes the values of a text column as the sites. */
  public static Partitioner column(String name) {
    return new Column(name);
  }

  /** Reads iid, dirichlet:ALPHA, shards:COUNT, het:RATIO, het-overlap:RATIO or column:NAME. */
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
}

package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.data.ReadOptions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Counts text where numbers should be, and says what to do about it without showing any of it. */
public final class TextColumns {
  private static final int FEW_GROUPS = 100;
  static final int SHOWN = 8;

  private final String source;
  private final List<String> names;
  private final int[] counts;
  private final long[] firstLines;
  private final List<Set<String>> groups = new ArrayList<>();
  private final List<Integer> foundInRecord = new ArrayList<>();

  TextColumns(String source, List<String> names) {
    this.source = source;
    this.names = names;
    this.counts = new int[names.size()];
    this.firstLines = new long[names.size()];
    names.forEach(name -> groups.add(new HashSet<>()));
  }

  public static String list(List<String> names) {
    String shown =
        names.stream().limit(SHOWN).map("'%s'"::formatted).collect(Collectors.joining(", "));
    return names.size() <= SHOWN ? shown : shown + " and %d more".formatted(names.size() - SHOWN);
  }

  void count(int column, String text) {
    if (counts[column]++ == 0) {
      foundInRecord.add(column);
    }
    if (groups.get(column).size() <= FEW_GROUPS) {
      groups.get(column).add(text);
    }
  }

  void endRecord(long line) {
    foundInRecord.forEach(column -> firstLines[column] = line);
    foundInRecord.clear();
  }

  /** Throws if any feature holds text; of each column it is known how many numbers it has. */
  void check(long[] numbers, long records, ReadOptions options) {
    List<Integer> textual = new ArrayList<>();
    List<Integer> mixed = new ArrayList<>();
    for (int j = 0; j < counts.length; j++) {
      if (counts[j] > 0) {
        boolean isText = counts[j] > numbers[j];
        (isText ? textual : mixed).add(j);
      }
    }
    if (!options.features().isEmpty() && !(textual.isEmpty() && mixed.isEmpty())) {
      textual.addAll(mixed);
      throw CoterieException.badData(neededMessage(textual));
    }
    if (!textual.isEmpty()) {
      throw CoterieException.badData(
          textMessage(textual, records, options.labelColumn().isPresent()));
    }
    if (!mixed.isEmpty()) {
      throw CoterieException.badData(mixedMessage(mixed));
    }
  }

  private String neededMessage(List<Integer> columns) {
    return ("%s is not numeric in %s, first in line %d, but must be. Mend it, or mark missing values as"
            + " NA. Numbers have a decimal point.")
        .formatted(
            list(columns.stream().map(names::get).toList()), source, firstLines[columns.get(0)]);
  }

  private String textMessage(List<Integer> textual, long records, boolean hasLabels) {
    List<String> columns = textual.stream().map(names::get).toList();
    String flags =
        columns.stream().limit(SHOWN).map("--ignore %s"::formatted).collect(Collectors.joining(" "))
            + (columns.size() > SHOWN ? " ..." : "");
    String what =
        columns.size() == 1
            ? "Column %s of %s holds text".formatted(list(columns), source)
            : "Columns %s of %s hold text".formatted(list(columns), source);
    int last = names.size() - 1;
    int groupCount = groups.get(last).size();
    boolean isLabel =
        !hasLabels
            && textual.contains(last)
            && groupCount <= FEW_GROUPS
            && (groupCount == 1 || 2L * groupCount <= records);
    if (!isLabel) {
      return "%s; only numbers can be clustered. Set %s aside with %s."
          .formatted(what, columns.size() == 1 ? "it" : "them", flags);
    }
    if (columns.size() == 1) {
      return ("%s, with few different values; only numbers can be clustered. If it holds the true"
              + " groups say --labels %s, otherwise --ignore %s.")
          .formatted(what, names.get(last), names.get(last));
    }
    return ("%s; only numbers can be clustered. Set them aside with %s; if '%s' holds the true"
            + " groups say --labels %s instead.")
        .formatted(what, flags, names.get(last), names.get(last));
  }

  private String mixedMessage(List<Integer> mixed) {
    int first = mixed.get(0);
    String others = mixed.size() == 1 ? "" : " So do %d other columns.".formatted(mixed.size() - 1);
    return ("Column '%s' of %s should hold numbers but holds text in %d %s, first in line %d.%s"
            + " Mend it, mark missing values as NA, or set the column aside with --ignore %s."
            + " Numbers have a decimal point.")
        .formatted(
            names.get(first),
            source,
            counts[first],
            counts[first] == 1 ? "record" : "records",
            firstLines[first],
            others,
            names.get(first));
  }
}

package io.coterie.data.profile;

import io.coterie.CoterieException;
import io.coterie.data.ColumnNames;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnProfile;
import io.coterie.data.column.ColumnProfile.Finding;
import io.coterie.data.column.ColumnProfile.Role;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.profile.TableProfiler.MissingCodes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the columns of a table are taken for, and what must be answered first.
 *
 * @param features as they are guessed or stated
 * @param isPlain whether all of them are numbers and nobody stated anything of them, so that the
 *     table is read as numbers
 * @param leftOut columns that say nothing, and why
 * @param questions by column, in their order
 * @param remarks by column, in their order
 */
public record TableDraft(
    List<ColumnSpec> features,
    boolean isPlain,
    List<LeftOut> leftOut,
    List<Open> questions,
    List<Open> remarks) {
  private static final int SHOWN_LEVELS = 4;

  public TableDraft {
    features = List.copyOf(features);
    leftOut = List.copyOf(leftOut);
    questions = List.copyOf(questions);
    remarks = List.copyOf(remarks);
  }

  /** A column that says nothing. */
  public record LeftOut(String column, String why) {}

  /** A finding about a column. */
  public record Open(String column, Finding finding) {
    /** Returns it as a line that shows no value of a record. */
    public String line() {
      String where = finding.line() == 0 ? "" : " First in line %d.".formatted(finding.line());
      return "'%s': %s%s%s".formatted(column, finding.what(), where, how());
    }

    private String how() {
      return finding.answers().isEmpty()
          ? ""
          : " (say %s)".formatted(String.join(", or ", finding.answers()));
    }
  }

  /**
   * Drafts the features of a table.
   *
   * @param aside columns that are no features
   * @param kinds as somebody stated them; nothing is asked about these columns
   * @param codes for missing values, with which the table was looked at
   */
  public static TableDraft of(
      TableProfile table,
      Set<String> aside,
      List<KindAnswer> kinds,
      MissingCodes codes,
      int smallestGroup) {
    Map<String, KindAnswer> stated = new HashMap<>();
    List<String> names = table.columns().stream().map(ColumnProfile::name).toList();
    for (KindAnswer answer : kinds) {
      requireColumn("--kind", answer.column(), names);
      if (aside.contains(answer.column())) {
        throw CoterieException.usage(
            "--kind names column '%s', which is set aside; leave one of the two out."
                .formatted(answer.column()));
      }
      if (stated.put(answer.column(), answer) != null) {
        throw CoterieException.usage(
            "--kind names column '%s' twice; once is enough.".formatted(answer.column()));
      }
    }
    codes.byColumn().keySet().forEach(name -> requireColumn("--missing-code", name, names));
    List<ColumnSpec> features = new ArrayList<>();
    List<LeftOut> leftOut = new ArrayList<>();
    List<Open> questions = new ArrayList<>();
    List<Open> remarks = new ArrayList<>();
    boolean isPlain = kinds.isEmpty() && codes.isEmpty();
    for (ColumnProfile column : table.columns()) {
      if (aside.contains(column.name())) {
        continue;
      }
      isPlain &= column.numbers() + column.missing() == column.records();
      if (stated.containsKey(column.name())) {
        features.add(
            stated.get(column.name()).spec(column, smallestGroup, codes.of(column.name())));
        continue;
      }
      for (Finding finding : column.draft().findings()) {
        (finding.isQuestion() ? questions : remarks).add(new Open(column.name(), finding));
      }
      if (column.draft().role() == Role.FEATURE) {
        features.add(column.draft().spec().orElseThrow());
      } else {
        leftOut.add(new LeftOut(column.name(), column.draft().why()));
      }
    }
    for (TableProfile.Copies copies : table.copies()) {
      if (!aside.contains(copies.first()) && !aside.contains(copies.second())) {
        remarks.add(
            new Open(
                copies.second(),
                Finding.remark(
                    "It says the same as column '%s'%s."
                        .formatted(copies.first(), copies.isRecoded() ? ", in other words" : ""),
                    "",
                    "--ignore " + KindGuess.argument(copies.second()))));
      }
    }
    return new TableDraft(features, isPlain, leftOut, questions, remarks);
  }

  private static void requireColumn(String option, String name, List<String> names) {
    if (!names.contains(name)) {
      throw CoterieException.usage(
          "%s names column '%s', which is not there. %s"
              .formatted(option, name, ColumnNames.hint(name, names)));
    }
  }

  /** Returns the remarks as lines that show no value of a record, one for those that are alike. */
  public List<String> remarkLines() {
    Map<String, List<Open>> alike =
        remarks.stream()
            .collect(
                Collectors.groupingBy(
                    remark -> remark.finding().what(), LinkedHashMap::new, Collectors.toList()));
    return alike.values().stream()
        .map(
            same ->
                "%s: %s%s"
                    .formatted(
                        ColumnNames.list(same.stream().map(Open::column).toList()),
                        same.get(0).finding().what(),
                        same.get(0).how()))
        .toList();
  }

  /** Returns what each feature is taken for, in one line. */
  public String features(int most) {
    String shown =
        features.stream().limit(most).map(TableDraft::words).collect(Collectors.joining(", "));
    return features.size() <= most
        ? shown
        : shown + " and %d more".formatted(features.size() - most);
  }

  private static String words(ColumnSpec spec) {
    ColumnKind kind = spec.kind();
    List<String> levels = kind.levels();
    String between = kind instanceof ColumnKind.Ordinal ? "<" : "/";
    String shown =
        levels.isEmpty()
            ? ""
            : levels.size() <= SHOWN_LEVELS
                ? " " + String.join(between, levels)
                : " of %d levels".formatted(levels.size());
    return "%s %s%s"
        .formatted(
            spec.name(),
            kind instanceof ColumnKind.Numeric number && number.isLog() ? "log" : kind.word(),
            shown);
  }
}

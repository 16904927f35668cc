package io.coterie.report;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.data.column.ColumnProfile;
import io.coterie.data.column.ColumnProfile.Draft;
import io.coterie.data.column.ColumnProfile.Finding;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.profile.TableProfile;
import io.coterie.json.Json;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import io.coterie.terminal.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a site's own table looks like, in words, as JSON and as a page. All of it is for the site
 * only: it shows values of records.
 *
 * @param source what the table is called
 */
public record ProfileText(TableProfile table, String source) {
  static final String LOCAL =
      "This is for the site only: it shows values of records. Do not send it to anybody.";

  /** Whole numbers below this are written out. */
  private static final double LEAST_IN_POWERS = 1e12;

  private static final int SHOWN_LEVELS = 6;
  private static final int LONGEST_LEVEL = 24;
  private static final int KEPT_LEVELS = 50;

  public ProfileText {
    requireNonNull(table, "table is null");
    requireNonNull(source, "source is null");
  }

  String head() {
    return "%s: %s, %s"
        .formatted(
            source,
            Format.count(table.records(), "record"),
            Format.count(table.columns().size(), "column"));
  }

  static List<String> header() {
    return List.of("column", "kind", "missing", "different", "values");
  }

  List<List<String>> rows() {
    return table.columns().stream().map(this::row).toList();
  }

  private List<String> row(ColumnProfile column) {
    return List.of(
        column.name(),
        kind(column.draft()),
        share(column.missing(), column.records()),
        Long.toString(column.distinct()),
        values(column));
  }

  static String kind(Draft draft) {
    String word =
        draft
            .spec()
            .map(spec -> spec.kind().word())
            .orElse(draft.role().name().toLowerCase(Locale.ROOT));
    return draft.isSure() ? word : word + "?";
  }

  private static String share(long part, long all) {
    double percent = 100.0 * part / Math.max(1, all);
    return part == 0 ? "-" : percent < 1 ? "<1 %" : String.format(Locale.ROOT, "%.0f %%", percent);
  }

  static String values(ColumnProfile column) {
    boolean isNumber =
        2 * column.numbers() > column.records() - column.missing()
            && column.draft().spec().map(spec -> spec.kind().levels().isEmpty()).orElse(true);
    if (isNumber && !column.quantiles().isEmpty()) {
      return Format.bars(column.histogram()) + "  " + spread(column);
    }
    String shown =
        column.levels().entrySet().stream()
            .limit(SHOWN_LEVELS)
            .map(level -> "%s %d".formatted(shortened(level.getKey()), level.getValue()))
            .collect(Collectors.joining(", "));
    return column.levels().size() > SHOWN_LEVELS ? shown + ", ..." : shown;
  }

  /** Returns the ends and the middle of a column of numbers. */
  static String spread(ColumnProfile column) {
    return "%s to %s, middle %s"
        .formatted(
            number(column.quantiles().get(0)),
            number(column.quantiles().get(4)),
            number(column.quantiles().get(2)));
  }

  private static String shortened(String level) {
    return level.length() <= LONGEST_LEVEL ? level : level.substring(0, LONGEST_LEVEL) + "...";
  }

  private static String number(double value) {
    if (value == Math.rint(value) && Math.abs(value) < LEAST_IN_POWERS) {
      return Long.toString((long) value);
    }
    return String.format(Locale.ROOT, "%.4g", value)
        .replaceFirst("(\\.[0-9]*?)0+$", "$1")
        .replaceFirst("\\.$", "");
  }

  /** Returns what a person should look at, a line each. */
  List<String> looks() {
    List<String> lines = new ArrayList<>();
    for (ColumnProfile column : table.columns()) {
      for (Finding finding : column.draft().findings()) {
        lines.add(
            "'%s': %s%s%s"
                .formatted(
                    column.name(),
                    finding.what(),
                    finding.detail().isEmpty() ? "" : " [" + finding.detail() + "]",
                    finding.answers().isEmpty()
                        ? ""
                        : " (%s)".formatted(String.join(", or ", finding.answers()))));
      }
    }
    for (TableProfile.Copies copies : table.copies()) {
      lines.add(
          "'%s' and '%s' say the same of every record%s."
              .formatted(
                  copies.first(), copies.second(), copies.isRecoded() ? ", in other words" : ""));
    }
    if (table.duplicates() > 0) {
      lines.add(
          "%s the same as an earlier one in every column that is no id."
              .formatted(
                  table.duplicates() == 1
                      ? "1 record is"
                      : "%,d records are".formatted(table.duplicates())));
    }
    lines.addAll(table.notes());
    return lines;
  }

  public void say(Console console) {
    console.say(head(), LOCAL, "");
    Table shown = Table.withHeader(header());
    rows().forEach(shown::row);
    console.say(shown);
    List<String> looks = looks();
    console.say("", looks.isEmpty() ? "Nothing is odd." : "Look at:");
    looks.forEach(look -> console.say("  " + look));
    console.say("", "A kind with ? is a guess. --kind COLUMN=KIND says another.");
  }

  public ObjectNode json() {
    ObjectNode document =
        Json.object()
            .put("source", source)
            .put("records", table.records())
            .put("duplicates", table.duplicates());
    table.notes().forEach(document.putArray("notes")::add);
    table
        .copies()
        .forEach(
            copies ->
                document
                    .withArray("copies")
                    .addObject()
                    .put("first", copies.first())
                    .put("second", copies.second())
                    .put("recoded", copies.isRecoded()));
    table.columns().forEach(column -> put(document.withArray("columns").addObject(), column));
    return document;
  }

  private static void put(ObjectNode node, ColumnProfile column) {
    Draft draft = column.draft();
    node.put("name", column.name())
        .put("role", draft.role().name().toLowerCase(Locale.ROOT))
        .put("kind", kind(draft).replace("?", ""))
        .put("sure", draft.isSure())
        .put("why", draft.why())
        .put("missing", column.missing())
        .put("numbers", column.numbers())
        .put("dates", column.dates())
        .put("texts", column.texts())
        .put("different", column.distinct());
    draft
        .spec()
        .map(ColumnSpec::kind)
        .ifPresent(kind -> kind.levels().forEach(node.withArray("levels")::add));
    column.quantiles().forEach(node.putArray("quantiles")::add);
    column.histogram().forEach(node.putArray("histogram")::add);
    ObjectNode counts = node.putObject("most_frequent");
    for (Map.Entry<String, Long> level :
        column.levels().entrySet().stream().limit(KEPT_LEVELS).toList()) {
      counts.put(level.getKey(), level.getValue());
    }
    for (Finding finding : draft.findings()) {
      ObjectNode found =
          node.withArray("findings")
              .addObject()
              .put("question", finding.isQuestion())
              .put("what", finding.what())
              .put("detail", finding.detail());
      finding.answers().forEach(found.putArray("answers")::add);
    }
  }

  /** Returns a page that needs nothing beside itself. */
  public String html() {
    return new ProfilePage(this).html();
  }
}

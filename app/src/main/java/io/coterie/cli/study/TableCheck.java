package io.coterie.cli.study;

import io.coterie.CoterieException;
import io.coterie.cli.options.FormatOptions;
import io.coterie.data.ColumnNames;
import io.coterie.data.DataSet;
import io.coterie.data.FileFormat;
import io.coterie.data.mapping.CellCounts;
import io.coterie.data.mapping.Finding;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.simulation.Rehearsal;
import io.coterie.study.SiteCheck;
import io.coterie.study.SiteRecords;
import io.coterie.study.SiteSource;
import io.coterie.study.Study;
import io.coterie.study.file.MappingParser;
import io.coterie.terminal.Console;
import io.coterie.terminal.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whether a site's table is what a study wants; shown to its owner and sent nowhere. */
final class TableCheck {
  private static final int SHOWN_TEXTS = 5;

  @Option(
      names = "--data",
      paramLabel = "SOURCE",
      description = {
        "Look at this site's records as the study would read them. What is found holds values and"
            + " counts; it is shown here only."
      })
  String data;

  @Option(names = "--query", paramLabel = "SQL", description = "The SELECT for a jdbc: address.")
  String query;

  @Mixin FormatOptions format = new FormatOptions();

  @Option(
      names = "--mapping",
      paramLabel = "FILE",
      description = "With --data: how its columns become those of the study; see 'coterie map'.")
  Path mapping;

  @Option(
      names = "--accept-implausible",
      split = ",",
      paramLabel = "COLUMN",
      description = "With --data: columns that may look wrong as a whole, since you checked them.")
  List<String> accepted = new ArrayList<>();

  @Option(
      names = "--rehearse",
      paramLabel = "N",
      defaultValue = "5",
      description = {
        "With --data, at level dp: how often the study is tried on these records with and without",
        "noise, to see how far the answers agree; 0 for not at all. Nothing leaves. Default:",
        "${DEFAULT-VALUE}."
      })
  int rehearsals;

  /**
   * What is found about a column, for programs.
   *
   * @param from the site's column
   */
  record Row(
      String column,
      Optional<String> from,
      long cells,
      long missing,
      long unknown,
      long unreadable,
      long outside,
      List<String> findings) {}

  /** Refuses options that say something of data that are not there. */
  void requireFit() {
    if (rehearsals < 0) {
      throw CoterieException.usage(
          "--rehearse is %d; it must be 0 or a number of trials.".formatted(rehearsals));
    }
    boolean isOfData =
        query != null
            || mapping != null
            || !accepted.isEmpty()
            || !format.format().equals(FileFormat.unstated());
    if (data == null && isOfData) {
      throw CoterieException.usage(
          "--query, --encoding, --decimal, --thousands, --sheet, --mapping and --accept-implausible"
              + " belong to --data; name the records.");
    }
  }

  /** Shows what the table looks like; the caller asks later whether it can be used. */
  SiteCheck look(Study study, Console console) {
    SiteCheck check = SiteCheck.of(study, source(study));
    Table table =
        Table.withHeader(List.of("column", "from", "missing", "unknown", "unread", "outside"));
    for (SiteCheck.Column column : check.columns()) {
      CellCounts counts = column.counts();
      table.row(
          column.spec().name(),
          column.origin().orElse("-"),
          share(counts.missing(), counts.cells()),
          share(counts.unknown(), counts.cells()),
          share(counts.unreadable(), counts.cells()),
          share(counts.outside(), counts.cells()));
    }
    console.say("", "This site's table, for your eyes only:");
    console.say(table, "");
    check.notes().forEach(console::say);
    if (!check.unread().isEmpty()) {
      console.say("not used: " + ColumnNames.list(check.unread()));
    }
    for (SiteCheck.Column column : check.columns()) {
      sayTexts(console, column);
      column.findings().forEach(finding -> say(console, finding));
    }
    return check;
  }

  /** What is not accepted is refused in the end, by the sentence; it never holds a value. */
  private void say(Console console, Finding finding) {
    if (accepted.contains(finding.column())) {
      console.say(finding.sentence());
    }
    if (!finding.detail().isEmpty()) {
      console.say("%s: %s".formatted(finding.column(), finding.detail()));
    }
  }

  private static void sayTexts(Console console, SiteCheck.Column column) {
    Map<String, Long> texts = column.counts().oddTexts();
    if (texts.isEmpty()) {
      return;
    }
    List<String> most =
        texts.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .limit(SHOWN_TEXTS)
            .map(entry -> "'%s' (%d)".formatted(entry.getKey(), entry.getValue()))
            .toList();
    console.say(
        "%s: not %s: %s%s"
            .formatted(
                column.spec().name(),
                column.spec().kind().levels().isEmpty() ? "read" : "a level of the study",
                String.join(", ", most),
                texts.size() > most.size() ? " and more" : ""));
  }

  /** Tries a study of level dp on these records, with noise and without. */
  Optional<Rehearsal.Expected> rehearse(Study study, Console console) {
    if (!study.plan().privacy().isDp() || study.isProfile() || rehearsals == 0) {
      return Optional.empty();
    }
    SiteRecords<DataSet> read = SiteRecords.read(study, source(study));
    Rehearsal rehearsal =
        new Rehearsal(study.plan(), study.participation().sites(), new Seed(study.seed()));
    try (Parallel parallel = Parallel.of(Runtime.getRuntime().availableProcessors())) {
      Optional<Rehearsal.Expected> expected =
          rehearsal.of(read.data().records(), rehearsals, parallel);
      expected.ifPresent(
          found ->
              console.say("", "Expected agreement, with noise that is not kept: " + found.words()));
      return expected;
    }
  }

  private SiteSource source(Study study) {
    SiteSource source =
        new SiteSource(data, Optional.ofNullable(query), List.of()).withFormat(format.format());
    return mapping == null ? source : source.withMapping(MappingParser.read(mapping, study));
  }

  private static String share(long count, long cells) {
    return count == 0
        ? "-"
        : String.format(Locale.ROOT, "%d (%.1f%%)", count, 100.0 * count / Math.max(1, cells));
  }

  static List<Row> rows(SiteCheck check) {
    return check.columns().stream()
        .map(
            column ->
                new Row(
                    column.spec().name(),
                    column.origin(),
                    column.counts().cells(),
                    column.counts().missing(),
                    column.counts().unknown(),
                    column.counts().unreadable(),
                    column.counts().outside(),
                    column.findings().stream().map(finding -> finding.sentence()).toList()))
        .toList();
  }
}

package io.coterie.cli.study;

import io.coterie.CoterieException;
import io.coterie.cli.options.Choice;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.FormatOptions;
import io.coterie.data.BoundsReader;
import io.coterie.data.DataReader;
import io.coterie.data.Header;
import io.coterie.data.ReadOptions;
import io.coterie.data.column.ColumnSpec;
import io.coterie.json.Json;
import io.coterie.method.Methods;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PublicBounds;
import io.coterie.report.PrivacySummary;
import io.coterie.study.Names;
import io.coterie.study.Study;
import io.coterie.study.file.StudyTemplate;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "new",
    description = {
      "Writes a commented study file from the names of a file's columns. No value of a record gets"
          + " into it: bounds must be agreed on, not taken from the data."
    },
    footer = {
      "",
      "Examples:",
      "  coterie study new --data patients.csv --ignore id --sites north,south,east --out"
          + " study.yaml",
      "  coterie study new --data wdbc --sites a,b,c --privacy dp --epsilon 1 --clusters 2"
          + " --bounds bounds.csv --public-records 1000 --out study.yaml"
    })
final class StudyNewCommand extends ConsoleCommand {
  @Option(
      names = "--data",
      required = true,
      paramLabel = "SOURCE",
      description = {
        "The file whose columns the study has: CSV, JSON, Excel's .xlsx, Parquet, IDX, or 'sql:SELECT",
        "...'."
      })
  String data;

  @Mixin FormatOptions format = new FormatOptions();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The study's name. Default: that of the file.")
  String name;

  @Option(
      names = "--sites",
      split = ",",
      paramLabel = "NAME",
      defaultValue = "site-1,site-2,site-3",
      description = "The sites that are expected. Default: ${DEFAULT-VALUE}.")
  List<String> sites = new ArrayList<>();

  @Option(
      names = "--ignore",
      split = ",",
      paramLabel = "COLUMN",
      description = "Columns that are no features, such as ids. Text is left out anyway.")
  List<String> ignore = new ArrayList<>();

  @Option(
      names = "--input",
      paramLabel = "KIND",
      description =
          "What the columns are: table, vectors or image:HxW. Default: what the file says.")
  String input;

  @Option(
      names = "--method",
      paramLabel = "NAME",
      defaultValue = Methods.DEFAULT,
      description = "See 'coterie methods'. Default: ${DEFAULT-VALUE}.")
  String method;

  @Option(
      names = "--clusters",
      paramLabel = "N|auto",
      defaultValue = "auto",
      description = "How many clusters; auto finds the number. Default: ${DEFAULT-VALUE}.")
  String clusters;

  @Option(
      names = "--privacy",
      paramLabel = "LEVEL",
      description = {
        "totals, dp, component or paper. Default: dp where --bounds are given, else totals where",
        "the method offers it."
      })
  String privacy;

  @Option(names = "--epsilon", paramLabel = "E", description = "The budget of level dp.")
  String epsilon;

  @Option(
      names = "--public-records",
      paramLabel = "N",
      description = "How many records there are in all, as a public order of magnitude.")
  Long publicRecords;

  @Option(
      names = "--bounds",
      paramLabel = "FILE|LO:HI",
      description = {
        "What the features can be, agreed on before anybody looked: a table of feature, lower and",
        "upper, or two numbers for all."
      })
  String bounds;

  @Mixin StudyCommand.TextFile file;

  @Override
  protected int execute(Console console) {
    Methods.named(method);
    Header header = DataReader.readHeader(data, ReadOptions.defaults().withFormat(format.format()));
    InputKind kind = input == null ? header.kind() : ReadOptions.parseInput(input);
    List<ColumnSpec> columns = columns(header, kind);
    int dimension = columns.isEmpty() ? header.dimension() : columns.size();
    String text = text(kind, dimension, columns, level().promise());
    Optional<String> open = Optional.empty();
    try {
      Study study = Study.parse(text, file.out.toString());
      String promise = new PrivacySummary(study.plan()).account(sites.size());
      text = text(kind, dimension, columns, promise);
    } catch (CoterieException e) {
      open = Optional.of(e.getMessage());
    }
    file.write(text);
    console.say("%s  the study, with every key explained".formatted(file.out));
    List<String> texts = new ArrayList<>(header.texts());
    texts.removeAll(ignore);
    sayLeftOut(console, "they hold text", texts);
    sayLeftOut(console, "--ignore names them", ignore);
    open.ifPresent(what -> console.say("", "Still open: " + what));
    console.say("", "Next: edit it, then coterie study check %s".formatted(file.out));
    console.finish(Json.object().put("study", file.out.toString()).put("complete", open.isEmpty()));
    return 0;
  }

  private static void sayLeftOut(Console console, String why, List<String> columns) {
    if (!columns.isEmpty()) {
      console.say("left out because %s: %s".formatted(why, String.join(", ", columns)));
    }
  }

  private List<ColumnSpec> columns(Header header, InputKind kind) {
    List<String> names = new ArrayList<>(header.numbers());
    for (String ignored : ignore) {
      if (!names.remove(ignored) && !header.texts().contains(ignored)) {
        throw CoterieException.usage("%s has no column '%s'.".formatted(data, ignored));
      }
    }
    if (kind.isTable() && names.isEmpty()) {
      throw CoterieException.badData(
          "%s has no column of numbers that is left to cluster by.".formatted(data));
    }
    Optional<PublicBounds> limits =
        kind.isTable()
            ? Optional.ofNullable(bounds).map(text -> BoundsReader.read(text, names))
            : Optional.empty();
    List<ColumnSpec> columns = new ArrayList<>();
    for (int j = 0; j < names.size(); j++) {
      int at = j;
      columns.add(
          ColumnSpec.number(names.get(j))
              .withRange(
                  limits.map(all -> new ColumnSpec.Range(all.lower().at(at), all.upper().at(at)))));
    }
    return columns;
  }

  private Map<String, String> stated() {
    Map<String, String> stated = new LinkedHashMap<>();
    stated.put("study", name == null ? nameOfFile() : Names.require("Study", name));
    stated.put("method", method);
    stated.put("clusters", clusters);
    sites.forEach(site -> Names.require("Site", site));
    stated.put(
        "participation.sites",
        sites.stream().map("\"%s\""::formatted).collect(Collectors.joining(", ", "[", "]")));
    stated.put("privacy.level", level().word());
    if (epsilon != null) {
      stated.put("privacy.epsilon", epsilon);
    }
    if (publicRecords != null) {
      stated.put("privacy.public-records", publicRecords.toString());
    }
    stated.put("seed", "0");
    return stated;
  }

  private String nameOfFile() {
    String last = data.replaceFirst("^sql:.*", "study").replaceFirst(".*[/\\\\]", "");
    String plain =
        last.toLowerCase(Locale.ROOT)
            .replaceFirst("\\..*", "")
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-+|-+$", "");
    return plain.isEmpty() ? "study" : plain.substring(0, Math.min(40, plain.length()));
  }

  /** Returns what is still to be filled in, which the file's comments explain. */
  private String text(InputKind kind, int dimension, List<ColumnSpec> columns, String promise) {
    return new StudyTemplate(
            stated(),
            kind,
            dimension,
            kind.isTable() ? columns : List.of(),
            List.of(Format.wrapped(promise)))
        .text();
  }

  private PrivacyLevel level() {
    if (privacy != null) {
      return Choice.of("--privacy", privacy, PrivacyLevel.class);
    }
    return bounds == null ? Methods.usualLevel(Methods.named(method)) : PrivacyLevel.DP;
  }
}

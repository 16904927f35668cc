package io.coterie.cli.study;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.cli.options.Choice;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.FormatOptions;
import io.coterie.cli.options.TableOptions;
import io.coterie.data.BoundsReader;
import io.coterie.data.DataReader;
import io.coterie.data.Header;
import io.coterie.data.ReadOptions;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.profile.TableProfile;
import io.coterie.data.profile.TableProfiler;
import io.coterie.json.Json;
import io.coterie.method.Methods;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.PublicBounds;
import io.coterie.report.PrivacySummary;
import io.coterie.study.Names;
import io.coterie.study.Study;
import io.coterie.study.file.StudyTemplate;
import io.coterie.study.file.StudyTemplate.Entry;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "new",
    description = {
      "Writes a commented study file from a file: what each column holds is found out, and what a"
          + " person must look at is marked. No value of a record gets into it but levels that at"
          + " least --min-group records have: bounds must be agreed on, not taken from the data."
    },
    footer = {
      "",
      "Examples:",
      "  coterie study new --data patients.csv --id patient --sites north,south,east --out"
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
      description = "Columns that are no features.")
  List<String> ignore = new ArrayList<>();

  @Option(
      names = "--id",
      paramLabel = "COLUMN",
      description = "The column that names records: never clustered, put beside a site's answer.")
  String id;

  @Option(
      names = "--labels",
      paramLabel = "COLUMN",
      description = {
        "The column of the true groups. The study ignores it: it is for scores only, and no method",
        "ever reads it."
      })
  String labels;

  @Mixin TableOptions table = new TableOptions();

  @Option(
      names = "--min-group",
      paramLabel = "K",
      description = {
        "No level that fewer records have is named in the file, and no sum over fewer records of",
        "all sites is given out. Default: 10, and at level component 1 for sums."
      })
  Integer minGroup;

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
    InputKind kind;
    List<Entry> columns;
    int dimension;
    List<String> looks = List.of();
    if (DataReader.hasCells(data) && (input == null || input.equals("table"))) {
      DraftedColumns drafted = drafted();
      kind = InputKind.table();
      columns = drafted.entries();
      looks = drafted.looks();
      dimension = drafted.features().size();
    } else {
      Header header =
          DataReader.readHeader(data, ReadOptions.defaults().withFormat(format.format()));
      kind = input == null ? header.kind() : ReadOptions.parseInput(input);
      List<ColumnSpec> specs = columns(header, kind);
      columns = specs.stream().map(spec -> Entry.feature(spec, List.of())).toList();
      dimension = specs.isEmpty() ? header.dimension() : specs.size();
    }
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
    if (!looks.isEmpty()) {
      console.say("", "Look at, before anybody else gets the file:");
      looks.forEach(look -> console.say("  " + look));
    }
    open.ifPresent(what -> console.say("", "Still open: " + what));
    console.say("", "Next: edit it, then coterie study check %s".formatted(file.out));
    ObjectNode result =
        Json.object().put("study", file.out.toString()).put("complete", open.isEmpty());
    looks.forEach(result.putArray("look_at")::add);
    console.finish(result);
    return 0;
  }

  private DraftedColumns drafted() {
    int smallest = minGroup == null ? PrivacyPlan.SMALLEST_TOTAL : minGroup;
    if (smallest < 1) {
      throw CoterieException.usage("--min-group is %d; it must be at least 1.".formatted(smallest));
    }
    DraftedColumns.Aside aside =
        new DraftedColumns.Aside(ignore, Optional.ofNullable(id), Optional.ofNullable(labels));
    ReadOptions options =
        ReadOptions.defaults().withFormat(format.format()).withIgnored(List.copyOf(aside.names()));
    TableProfile profile = TableProfiler.of(data, options, smallest, table.codes());
    DraftedColumns drafted = new DraftedColumns(profile, table, aside, smallest);
    if (drafted.features().isEmpty()) {
      throw CoterieException.badData(
          "%s has no column that is left to cluster by; 'coterie profile' shows what its columns hold."
              .formatted(data));
    }
    return drafted.within(
        Optional.ofNullable(bounds).map(text -> BoundsReader.read(text, drafted.numbers())));
  }

  private List<ColumnSpec> columns(Header header, InputKind kind) {
    if (table.isStated() || id != null) {
      throw CoterieException.usage(
          "--kind, --missing-code and --id are for tables in files or queries; leave them out.");
    }
    List<String> names = new ArrayList<>(header.numbers());
    List<String> aside = new ArrayList<>(ignore);
    Optional.ofNullable(labels).ifPresent(aside::add);
    for (String ignored : aside) {
      if (!names.remove(ignored) && !header.texts().contains(ignored)) {
        throw CoterieException.usage("%s has no column '%s'.".formatted(data, ignored));
      }
    }
    if (!kind.isTable()) {
      return List.of();
    }
    if (names.isEmpty()) {
      throw CoterieException.badData(
          "%s has no column of numbers that is left to cluster by.".formatted(data));
    }
    Optional<PublicBounds> limits =
        Optional.ofNullable(bounds).map(text -> BoundsReader.read(text, names));
    return IntStream.range(0, names.size())
        .mapToObj(j -> DraftedColumns.within(ColumnSpec.number(names.get(j)), limits, j))
        .toList();
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
    boolean allowsGaps = level() == PrivacyLevel.TOTALS || level() == PrivacyLevel.DP;
    if (DataReader.hasCells(data) && allowsGaps) {
      stated.put("schema.missing", "mean"); // the method allows for what is missing
    }
    stated.put("privacy.level", level().word());
    if (minGroup != null) {
      stated.put("privacy.min-group", minGroup.toString());
    }
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
  private String text(InputKind kind, int dimension, List<Entry> columns, String promise) {
    return new StudyTemplate(stated(), kind, dimension, columns, List.of(Format.wrapped(promise)))
        .text();
  }

  private PrivacyLevel level() {
    if (privacy != null) {
      return Choice.of("--privacy", privacy, PrivacyLevel.class);
    }
    return bounds == null ? Methods.usualLevel(Methods.named(method)) : PrivacyLevel.DP;
  }
}

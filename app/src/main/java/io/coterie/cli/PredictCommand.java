package io.coterie.cli;

import io.coterie.CoterieException;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.FormatOptions;
import io.coterie.cli.options.NetworkOptions;
import io.coterie.cli.options.RunOptions;
import io.coterie.data.DataReader;
import io.coterie.data.DataReader.Coded;
import io.coterie.data.DataSet;
import io.coterie.data.LabelLines;
import io.coterie.data.MissingPolicy;
import io.coterie.data.ReadOptions;
import io.coterie.data.RecordIds;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.mapping.CellCounts;
import io.coterie.data.mapping.Mapping;
import io.coterie.data.mapping.Plausibility;
import io.coterie.features.RecordMap;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Labels;
import io.coterie.report.RunSummary;
import io.coterie.store.AtomicOutput;
import io.coterie.store.ModelFile;
import io.coterie.study.file.MappingParser;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import io.coterie.terminal.Table;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "predict",
    description = "Labels new records with the model of an earlier run.",
    footer = {
      "",
      "Examples:",
      "  coterie predict --model coterie-out/model.json --data new.csv --out new-labels.csv",
      "  coterie predict --model results/heart/model.json --data export.csv --mapping mapping.yaml"
          + " --out new-labels.csv"
    })
final class PredictCommand extends ConsoleCommand {
  private static final int BLOCK = 8192;

  @Option(
      names = "--model",
      required = true,
      paramLabel = "FILE",
      description = "The model.json of a run.")
  Path model;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "SOURCE",
      description = {
        "The records, as for simulate. Columns are found by name; others are left out."
      })
  String data;

  @Option(
      names = "--missing",
      paramLabel = "refuse|mean|drop",
      description = {
        "What to do with missing values. Default: mean if the model fills them, else refuse."
      })
  String missing;

  @Option(
      names = "--id",
      paramLabel = "COLUMN",
      description = "The column that names records, put beside their clusters.")
  String id;

  @Option(names = "--query", paramLabel = "SQL", description = "The SELECT for a jdbc: address.")
  String query;

  @Mixin FormatOptions format = new FormatOptions();

  @Option(
      names = "--mapping",
      paramLabel = "FILE",
      description = {
        "How a site's own columns become those of the model, as for join: its export is then read",
        "as it is. See 'coterie map'."
      })
  Path mapping;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "labels.csv, or labels.parquet for Parquet.")
  Path out;

  @Option(names = "--force", description = "Replace the file if it exists.")
  boolean force;

  @Mixin RunOptions run;
  @Mixin NetworkOptions networks;

  @Override
  protected int execute(Console console) {
    String name = fileName();
    networks.prepareForAny();
    ModelFile file = ModelFile.read(model);
    try (AtomicOutput staging = AtomicOutput.forFile(out, force);
        Parallel parallel = run.parallel()) {
      DataSet records = read(file, console);
      Labels labels = label(file, records, parallel);
      LabelLines.of(records.positions(), labels)
          .withIds(ids(records, console))
          .write(staging.file(name));
      staging.publishFile(name);
      report(console, records, labels);
    }
    return 0;
  }

  private String fileName() {
    String name = String.valueOf(out.getFileName());
    if (!name.toLowerCase(Locale.ROOT).matches(".*\\.(csv|parquet)")) {
      throw CoterieException.usage(
          "--out is %s; it must end with .csv or .parquet.".formatted(out));
    }
    return name;
  }

  private DataSet read(ModelFile file, Console console) {
    boolean fills =
        file.model().clusters().takesGaps()
            || file.model().representation().steps().stream().anyMatch(RecordMap::fillsMissing);
    String policy = missing != null ? missing : fills ? "mean" : "refuse";
    if (policy.equals("mean") && !fills) {
      throw CoterieException.usage(
          "The model was made of complete records and knows no means to fill in; say --missing"
              + " drop.");
    }
    ReadOptions options =
        ReadOptions.defaults()
            .withSeed(run.start())
            .withMissing(MissingPolicy.parse(policy))
            .withFormat(format.format())
            .withNotes(console::say)
            .withFeatures(file.columns());
    options = file.specs().isEmpty() ? options : options.withColumns(file.specs());
    if (file.kind().isImage()) {
      options = options.withKind(file.kind());
    }
    options = query == null ? options : options.withQuery(query);
    options = id == null ? options : options.withIdColumn(id);
    Optional<Mapping> own = Optional.ofNullable(mapping).map(path -> mapping(path, file));
    options = own.map(options::withMapping).orElse(options);
    if (!options.isCoded()) {
      return DataReader.read(data, options);
    }
    Coded<DataSet> coded = DataReader.readCoded(data, options);
    coded.notes().forEach(console::say);
    for (int j = 0; j < options.columns().size(); j++) {
      ColumnSpec spec = options.columns().get(j);
      CellCounts counts = coded.counts().get(j);
      sayOdd(spec, counts, console);
      Plausibility.of(spec, own.orElseGet(Mapping::none).of(spec.name()), counts)
          .forEach(finding -> console.warn(finding.sentence()));
    }
    return coded.data();
  }

  /** Reads how a site's columns become those of a model, which are those of its study. */
  private static Mapping mapping(Path path, ModelFile file) {
    if (!file.kind().isTable()) {
      throw CoterieException.usage(
          "--mapping is for tables; this model labels records of kind %s. Leave it out."
              .formatted(file.kind()));
    }
    List<ColumnSpec> columns =
        file.specs().isEmpty()
            ? file.columns().stream().map(ColumnSpec::number).toList()
            : file.specs();
    String study = file.provenance().path("study").asText();
    return MappingParser.read(path, Optional.of(study).filter(name -> !name.isEmpty()), columns);
  }

  /** Tells of cells that are nothing that the model knows. */
  private static void sayOdd(ColumnSpec spec, CellCounts counts, Console console) {
    if (counts.unknown() > 0) {
      boolean hasOther = spec.kind().levels().contains(ColumnKind.OTHER);
      console.say(
          "'%s': %s with a level that the model does not know; %s"
              .formatted(
                  spec.name(),
                  Format.count(counts.unknown(), "record"),
                  hasOther
                      ? "they count as '%s'".formatted(ColumnKind.OTHER)
                      : "they count as missing"));
    }
    if (counts.outside() > 0) {
      console.say(
          "'%s': %s outside the plausible range"
              .formatted(spec.name(), Format.count(counts.outside(), "value")));
    }
  }

  private Optional<RecordIds> ids(DataSet records, Console console) {
    Optional<RecordIds> ids = Optional.ofNullable(id).map(name -> RecordIds.of(records, name));
    ids.flatMap(RecordIds::duplicates).ifPresent(console::say);
    return ids;
  }

  private Labels label(ModelFile file, DataSet data, Parallel parallel) {
    Matrix records = inOrder(file.columns(), data);
    int[] clusters = new int[records.rows()];
    for (int from = 0; from < clusters.length; from += BLOCK) {
      int[] rows = new int[Math.min(BLOCK, clusters.length - from)];
      int first = from;
      Arrays.setAll(rows, i -> first + i);
      int[] part = file.model().predict(records.selectRows(rows), parallel).toArray();
      System.arraycopy(part, 0, clusters, from, part.length);
    }
    return Labels.of(clusters, file.model().clusters().clusterCount());
  }

  private static Matrix inOrder(List<String> columns, DataSet data) {
    if (!data.columns().containsAll(columns)) {
      throw CoterieException.badData(
          "%s has other columns than the %d the model was made of, the first of them '%s'."
              .formatted(data.name(), columns.size(), columns.get(0)));
    }
    return data.inOrder(columns).records();
  }

  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Prediction(String labels, String model, RunSummary.Data data, int[] sizes) {}

  private void report(Console console, DataSet data, Labels labels) {
    int[] sizes = new int[labels.clusterCount()];
    Arrays.stream(labels.toArray()).forEach(cluster -> sizes[cluster]++);
    Table table = Table.withHeader(List.of("cluster", "records"));
    for (int cluster = 0; cluster < sizes.length; cluster++) {
      table.row(Integer.toString(cluster + 1), Integer.toString(sizes[cluster]));
    }
    console.say("%s: %s labelled".formatted(data.name(), Format.count(data.size(), "record")), "");
    console.say(table);
    console.say("", out + "  the cluster of each record");
    console.finish(
        new Prediction(out.toString(), model.toString(), RunSummary.Data.of(data), sizes));
  }
}

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
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.mapping.Mapping;
import io.coterie.data.mapping.OddCells;
import io.coterie.data.mapping.Plausibility;
import io.coterie.features.RecordMap;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.model.FittedModel;
import io.coterie.report.RunSummary;
import io.coterie.store.AtomicOutput;
import io.coterie.store.ModelFile;
import io.coterie.study.file.MappingParser;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import io.coterie.terminal.Table;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
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

  /** Records with what is odd about their cells. */
  private record Read(DataSet data, OddCells odd) {}

  @Override
  protected int execute(Console console) {
    String name = fileName();
    networks.prepareForAny();
    ModelFile file = ModelFile.read(model);
    try (AtomicOutput staging = AtomicOutput.forFile(out, force);
        Parallel parallel = run.parallel()) {
      Read read = read(file, console);
      DataSet records = read.data();
      Optional<RecordIds> ids = ids(records, console);
      FittedModel.Answer answer = file.model().answer(inOrder(file.columns(), records), parallel);
      LabelLines.of(records.positions(), answer.labels())
          .withIds(ids)
          .withNames(file.names())
          .withCertainty(answer.certainty())
          .withNotes(read.odd().notes(records.positions()))
          .write(staging.file(name));
      staging.publishFile(name);
      report(console, file, read, answer);
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

  private Read read(ModelFile file, Console console) {
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
    Optional<Mapping> own = Optional.ofNullable(mapping).map(path -> mapping(path, file));
    if (id == null) {
      id = own.flatMap(Mapping::id).orElse(null);
    }
    options = id == null ? options : options.withIdColumn(id);
    options = own.map(options::withMapping).orElse(options);
    if (!options.isCoded()) {
      return new Read(DataReader.read(data, options), OddCells.none());
    }
    Coded<DataSet> coded = DataReader.readCoded(data, options);
    coded.notes().forEach(console::say);
    for (int j = 0; j < options.columns().size(); j++) {
      ColumnSpec spec = options.columns().get(j);
      Plausibility.of(spec, own.orElseGet(Mapping::none).of(spec.name()), coded.counts().get(j))
          .forEach(finding -> console.warn(finding.sentence()));
    }
    return new Read(coded.data(), new OddCells(options.columns(), coded.counts()));
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

  private Optional<RecordIds> ids(DataSet records, Console console) {
    Optional<RecordIds> ids = Optional.ofNullable(id).map(name -> RecordIds.of(records, name));
    ids.flatMap(RecordIds::duplicates).ifPresent(console::say);
    return ids;
  }

  private static Matrix inOrder(List<String> columns, DataSet data) {
    if (!data.columns().containsAll(columns)) {
      throw CoterieException.badData(
          "%s has other columns than the %d the model was made of, the first of them '%s'."
              .formatted(data.name(), columns.size(), columns.get(0)));
    }
    return data.inOrder(columns).records();
  }

  /**
   * What a program reads of it.
   *
   * @param sizes how many records each cluster has
   * @param outliers how many of them are like those of no cluster; absent where no limit is known
   * @param outside what is not as the columns are described, in how many records
   */
  private record Prediction(
      String labels,
      String model,
      RunSummary.Data data,
      List<Integer> sizes,
      Optional<Integer> outliers,
      List<OddCells.Count> outside) {}

  private void report(Console console, ModelFile file, Read read, FittedModel.Answer answer) {
    List<Integer> sizes = LabelLines.of(read.data().positions(), answer.labels()).sizes();
    boolean isNamed = !file.names().isEmpty();
    Table table =
        Table.withHeader(
            isNamed ? List.of("cluster", "name", "records") : List.of("cluster", "records"));
    for (int c = 0; c < sizes.size(); c++) {
      List<String> cells = new ArrayList<>(List.of(Integer.toString(c + 1)));
      if (isNamed) {
        cells.add(file.names().of(c));
      }
      cells.add(sizes.get(c).toString());
      table.row(cells);
    }
    console.say(
        "%s: %s labelled".formatted(read.data().name(), Format.count(read.data().size(), "record")),
        "");
    console.say(table);
    console.say("", outliers(file, answer));
    read.odd().counts().forEach(count -> console.say(count.sentence()));
    console.say("", out + "  the cluster of each record");
    console.finish(
        new Prediction(
            out.toString(),
            model.toString(),
            RunSummary.Data.of(read.data()),
            sizes,
            answer.certainty().outliers(),
            read.odd().counts()));
  }

  private static String outliers(ModelFile file, FittedModel.Answer answer) {
    Optional<Integer> found = answer.certainty().outliers();
    if (found.isEmpty() || file.model().outliers().isEmpty()) {
      return "outliers: not known, since this model holds no spread of its clusters";
    }
    return "outliers: %s like those of no cluster (%s %% would be if all were as the model has them)"
        .formatted(
            found.get() == 1 ? "1 record is" : found.get() + " records are",
            BigDecimal.valueOf(100 * file.model().outliers().get().share())
                .stripTrailingZeros()
                .toPlainString());
  }
}

package io.coterie.cli.options;

import io.coterie.CoterieException;
import io.coterie.data.DataReader;
import io.coterie.data.DataSet;
import io.coterie.data.LabelReader;
import io.coterie.data.MissingPolicy;
import io.coterie.data.ReadOptions;
import io.coterie.data.RecordIds;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.profile.TableDraft;
import io.coterie.data.profile.TableProfile;
import io.coterie.data.profile.TableProfiler;
import io.coterie.math.Seed;
import io.coterie.metrics.TrueLabels;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.study.SiteSource;
import io.coterie.terminal.Console;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which records to read, and how. */
public final class SourceOptions {
  /** The labels that come with an embedded data set. */
  private static final String EMBEDDED_LABELS = "label";

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--data",
      paramLabel = "SOURCE",
      description = {
        "A file (CSV, TSV, JSON or IDX, also .gz; Excel's .xlsx; Parquet), 'sql:SELECT ...'",
        "over files, a jdbc: address with --query, or iris, wdbc, moon, ring, blobs."
      })
  public String data;

  @Option(
      names = "--labels",
      paramLabel = "COLUMN|FILE",
      description = {
        "The true groups: a column of the data, a file, or file.csv#column.",
        "Used for scores and skewed partitions; no method ever sees them."
      })
  String labels;

  @Option(
      names = "--ignore",
      split = ",",
      paramLabel = "COLUMN",
      description = "Columns that are no features, such as ids.")
  List<String> ignore = new ArrayList<>();

  @Option(
      names = "--id",
      paramLabel = "COLUMN",
      description = "The column that names records: never clustered, put beside the answer.")
  String id;

  @Mixin TableOptions table = new TableOptions();

  @Option(
      names = "--image",
      paramLabel = "HxW",
      description = "The records are images of this height and width in pixels.")
  String image;

  @Option(
      names = "--input",
      paramLabel = "KIND",
      description = {
        "What the columns are: table, vectors (features that a network computed), or",
        "image:HxW, for which --image HxW is short. Default: what the file says; a table",
        "whose columns move together as neighbouring pixels do is taken as images."
      })
  String input;

  @Option(
      names = "--missing",
      paramLabel = "refuse|mean|drop",
      defaultValue = "refuse",
      description = {
        "What to do with missing values. Default: ${DEFAULT-VALUE}; a table whose columns are not",
        "all numbers keeps them, and the method allows for them."
      })
  String missing;

  @Option(names = "--query", paramLabel = "SQL", description = "The SELECT for a jdbc: address.")
  String query;

  @Mixin FormatOptions format = new FormatOptions();

  private final Set<String> notes = new LinkedHashSet<>();

  /**
   * Reads the source, and takes a table of pixels as images unless a kind is declared; what the
   * columns of another table hold is found out, or asked. The seed is for the generators, the
   * column for natural sites.
   */
  public DataSet read(Seed seed, Optional<String> siteColumn, Console console) {
    ReadOptions options = ReadOptions.defaults().withSeed(seed).withGuessedKind();
    return readTables(List.of(data()), complete(options, siteColumn), console).get(0);
  }

  private List<DataSet> readTables(List<String> places, ReadOptions options, Console console) {
    boolean isTable = options.kind().isEmpty() || options.kind().get().isTable();
    boolean canBe = isTable && places.stream().allMatch(DataReader::hasCells);
    if (table.isStated() && !canBe) {
      throw CoterieException.usage(
          "--kind and --missing-code are for tables in files or queries; leave them out.");
    }
    if (!canBe) {
      return readPlain(places, options);
    }
    TableProfiler profiler = new TableProfiler(smallestGroup(), table.codes());
    places.forEach(place -> DataReader.readText(place, options, profiler));
    TableProfile profile = profiler.finish();
    TableDraft draft = table.draft(profile, Set.copyOf(options.namedColumns()), smallestGroup());
    if (draft.isPlain()) {
      List<DataSet> plain = readPlain(places, options);
      // Without a guess nothing is computed but distances between records as they are.
      if (options.guessesKind() && plain.get(0).kind().isTable()) {
        TableOptions.requireAnswers(places.get(0), draft, console);
        TableOptions.remark(draft, profile, console);
      }
      return plain;
    }
    TableOptions.requireAnswers(places.get(0), draft, console);
    TableOptions.say(draft, profile, console);
    if (draft.features().isEmpty()) {
      throw CoterieException.badData(
          "%s has no column to cluster by; 'coterie profile' shows what its columns hold."
              .formatted(places.get(0)));
    }
    ReadOptions kept =
        keepingGaps(options.withKind(InputKind.table()).withColumns(draft.features()));
    return places.stream().map(place -> DataReader.read(place, kept)).toList();
  }

  /**
   * Returns options by which gaps stay, as the method allows for them, unless --missing is said.
   */
  private ReadOptions keepingGaps(ReadOptions options) {
    boolean isStated = command.commandLine().getParseResult().hasMatchedOption("--missing");
    return isStated || !options.isCoded() ? options : options.withMissing(MissingPolicy.MEAN);
  }

  private static List<DataSet> readPlain(List<String> places, ReadOptions start) {
    ReadOptions options = start;
    List<DataSet> parts = new ArrayList<>();
    for (String place : places) {
      DataSet part = DataReader.read(place, options);
      options = options.withKind(part.kind()).withFeatures(part.columns());
      parts.add(parts.isEmpty() ? part : part.inOrder(parts.get(0).columns()));
    }
    return parts;
  }

  /** Returns how many records a level of a drafted table must have, by --min-group. */
  private int smallestGroup() {
    OptionSpec option = command.findOption("--min-group");
    Object stated = option == null ? null : option.getValue();
    try {
      return Math.max(1, Integer.parseInt(String.valueOf(stated)));
    } catch (NumberFormatException e) {
      return PrivacyPlan.SMALLEST_TOTAL; // auto, or refused elsewhere
    }
  }

  /**
   * Reads the source as a model's records were read, if there is one. Images are not guessed, and
   * nothing is asked about a table of numbers.
   *
   * @param columns of the model's records, where these are not plain numbers
   */
  public DataSet readAs(
      Optional<InputKind> known, List<ColumnSpec> columns, Seed seed, Console console) {
    ReadOptions options = ReadOptions.defaults().withSeed(seed);
    options = complete(known.map(options::withKind).orElse(options), Optional.empty());
    if (!columns.isEmpty()) {
      return DataReader.read(data(), keepingGaps(options.withColumns(columns)));
    }
    return readTables(List.of(data()), options, console).get(0);
  }

  /** Reads the files of several sites; the first says what the features of all are. */
  List<DataSet> readSites(List<String> places, Seed seed, Console console) {
    if (hasLabelFile()) {
      throw CoterieException.usage(
          "--labels must name a column with --site; each site's file has it.");
    }
    ReadOptions options = ReadOptions.defaults().withSeed(seed).withGuessedKind();
    return readTables(places, complete(options, Optional.empty()), console);
  }

  /** Returns how the sources were read, as far as their owner should know. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /** Returns where a site's records are, for a study that says how to read them. */
  public SiteSource site(String place, Optional<String> siteColumn) {
    List<String> aside = new ArrayList<>(ignore);
    if (labels != null && !hasLabelFile()) {
      aside.add(labels);
    }
    siteColumn.ifPresent(aside::add);
    SiteSource source =
        new SiteSource(place, Optional.ofNullable(query), aside.stream().distinct().toList())
            .withFormat(format.format());
    return id == null ? source : source.withId(id);
  }

  /** Returns --data, without which a command cannot go on. */
  public String data() {
    if (data == null) {
      throw new MissingParameterException(
          command.commandLine(),
          command.findOption("--data"),
          "Missing required option: '--data=SOURCE'");
    }
    return data;
  }

  private ReadOptions complete(ReadOptions start, Optional<String> siteColumn) {
    List<String> aside = new ArrayList<>(siteColumn.stream().toList());
    aside.addAll(ignore);
    ReadOptions options =
        start
            .withIgnored(aside)
            .withMissing(MissingPolicy.parse(missing))
            .withFormat(format.format())
            .withNotes(notes::add);
    if (labels != null && !hasLabelFile()) {
      options = options.withLabelColumn(labels);
    }
    if (id != null) {
      options = options.withIdColumn(id);
    }
    Optional<InputKind> declared = declared();
    if (declared.isPresent()) {
      options = options.withKind(declared.get());
    }
    if (query != null) {
      options = options.withQuery(query);
    }
    return options;
  }

  private Optional<InputKind> declared() {
    if (image != null && input != null) {
      throw CoterieException.usage(
          "--image and --input both say what the records are; leave one of them out.");
    }
    return image != null
        ? Optional.of(ReadOptions.parseImage(image))
        : Optional.ofNullable(input).map(ReadOptions::parseInput);
  }

  /** Returns what the owner calls the records, where --id says it. */
  Optional<RecordIds> ids(DataSet read) {
    return Optional.ofNullable(id).map(column -> RecordIds.of(read, column));
  }

  /** Returns the true groups of records that were read, if somebody wrote them down. */
  public Optional<TrueLabels> truth(DataSet read) {
    Optional<List<String>> written;
    if (hasLabelFile()) {
      written = Optional.of(LabelReader.read(labels, read.positions()));
    } else if (labels != null) {
      written = Optional.of(read.setAside().get(labels));
    } else {
      written =
          Optional.ofNullable(read.setAside().get(EMBEDDED_LABELS))
              .filter(embedded -> !ignore.contains(EMBEDDED_LABELS));
    }
    return written.map(TrueLabels::of);
  }

  private boolean hasLabelFile() {
    return labels != null && isFile(labels);
  }

  private static boolean isFile(String text) {
    int mark = text.lastIndexOf('#');
    String file = mark < 0 ? text : text.substring(0, mark);
    return DataReader.existing(text).isPresent()
        || DataReader.existing(file).isPresent()
        || file.matches(
            ".*([/\\\\]|\\.(csv|tsv|txt|gz|idx[1-4]?|parquet|json|jsonl|xlsx)$|ubyte$).*");
  }
}

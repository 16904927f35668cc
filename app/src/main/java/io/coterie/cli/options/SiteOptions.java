package io.coterie.cli.options;

import io.coterie.CoterieException;
import io.coterie.data.DataSet;
import io.coterie.data.RecordIds;
import io.coterie.data.mapping.LevelScan;
import io.coterie.math.Seed;
import io.coterie.metrics.TrueLabels;
import io.coterie.partition.Partition;
import io.coterie.partition.Partitioner;
import io.coterie.partition.Partitioners;
import io.coterie.simulation.Simulation;
import io.coterie.study.Names;
import io.coterie.study.SiteRecords;
import io.coterie.study.SiteSource;
import io.coterie.study.Study;
import io.coterie.study.file.MappingParser;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which simulated site holds which records: those of one source dealt out, or a file a site. */
public final class SiteOptions {
  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--sites",
      paramLabel = "N",
      defaultValue = "5",
      description = "How many sites. Default: ${DEFAULT-VALUE}.")
  int sites;

  @Option(
      names = "--partition",
      paramLabel = "HOW",
      defaultValue = "iid",
      description = {
        "Who holds which records: iid, dirichlet:ALPHA, shards:COUNT, het:RATIO,",
        "het-overlap:RATIO or column:NAME. Default: ${DEFAULT-VALUE}."
      })
  String partition;

  /** Returns the column that names the sites, where they are natural ones. */
  public Optional<String> column() {
    Optional<String> column = partitioner().column();
    if (column.isPresent() && command.commandLine().getParseResult().hasMatchedOption("--sites")) {
      throw CoterieException.usage(
          "--partition %s takes its sites from the column; leave --sites out."
              .formatted(partition));
    }
    return column;
  }

  public Simulation.Input dealt(SourceOptions source, Seed seed, Console console) {
    DataSet data = source.read(seed, column(), console);
    Optional<TrueLabels> truth = source.truth(data);
    return new Simulation.Input(data, truth, split(data, truth, seed, sites), source.notes())
        .withIds(source.ids(data));
  }

  /** Refuses mappings without the study for which they are made. */
  public static void requireStudy(Optional<Study> study, List<String> mappings) {
    if (study.isEmpty() && !mappings.isEmpty()) {
      throw CoterieException.usage(
          "--mapping is made for a study; name the study file first, or leave it out.");
    }
  }

  /** Returns the records of one source, dealt to the sites of a study. */
  public Simulation.Input dealt(SourceOptions source, List<String> mappings, Study study) {
    Optional<String> column = column();
    if (mappings.size() > 1) {
      throw CoterieException.usage(
          "--mapping stands %d times, but --data is one source; give one, or use --site."
              .formatted(mappings.size()));
    }
    SiteSource all = source.site(source.data(), column);
    for (String file : mappings) {
      all = all.withMapping(MappingParser.read(Path.of(file), study));
    }
    SiteRecords<DataSet> read = SiteRecords.read(study, all);
    Optional<TrueLabels> truth = source.truth(read.data());
    List<String> names = study.participation().sites();
    Partition dealt = split(read.data(), truth, new Seed(study.seed()), names.size());
    Map<String, int[]> held = new LinkedHashMap<>();
    for (int i = 0; i < dealt.sites().size(); i++) {
      Partition.Site site = dealt.sites().get(i);
      held.put(column.isPresent() ? site.name() : names.get(i), site.toArray());
    }
    requireSites(study, List.copyOf(held.keySet()), "--partition " + partition);
    List<int[]> inOrder = names.stream().map(held::get).toList();
    Partition named = Partition.ofNamed(names, inOrder, roster(read.data(), truth));
    return new Simulation.Input(read.data(), truth, named, notes(read))
        .withLevels(read.levels())
        .withIds(all.ids(study, read.data()));
  }

  /** Returns the records of several files, NAME=FILE each, of which each is a site. */
  public static Simulation.Input ofFiles(
      List<String> stated, SourceOptions source, Seed seed, Console console) {
    Map<String, String> files = files("--site", stated);
    List<DataSet> parts = source.readSites(List.copyOf(files.values()), seed, console);
    List<Optional<RecordIds>> ids = parts.stream().map(source::ids).toList();
    return joined(List.copyOf(files.keySet()), parts, ids, source, source.notes());
  }

  /** Returns the records of several files, NAME=FILE each, of which each is a site of a study. */
  public static Simulation.Input ofFiles(
      List<String> stated, SourceOptions source, List<String> mappings, Study study) {
    Map<String, String> files = files("--site", stated);
    requireSites(study, List.copyOf(files.keySet()), "--site");
    Map<String, String> mapped = files("--mapping", mappings);
    for (String name : mapped.keySet()) {
      if (!files.containsKey(name)) {
        throw CoterieException.usage("--mapping is of %s, which is no --site.".formatted(name));
      }
    }
    Map<String, SiteSource> sources = new LinkedHashMap<>();
    files.forEach((name, file) -> sources.put(name, source.site(file, Optional.empty())));
    mapped.forEach(
        (name, file) ->
            sources.computeIfPresent(
                name, (unused, own) -> own.withMapping(MappingParser.read(Path.of(file), study))));
    List<List<String>> levels =
        sources.values().stream()
            .map(own -> SiteRecords.ownLevels(study, own))
            .reduce(LevelScan::union)
            .orElse(List.of());
    List<String> notes = new ArrayList<>();
    List<DataSet> parts = new ArrayList<>();
    List<Optional<RecordIds>> ids = new ArrayList<>();
    for (String name : study.participation().sites()) {
      SiteRecords<DataSet> read = SiteRecords.read(study, sources.get(name), levels);
      notes(read).forEach(note -> notes.add("%s: %s".formatted(name, note)));
      parts.add(read.data());
      ids.add(sources.get(name).ids(study, read.data()));
    }
    return joined(study.participation().sites(), parts, ids, source, notes).withLevels(levels);
  }

  private static Simulation.Input joined(
      List<String> names,
      List<DataSet> parts,
      List<Optional<RecordIds>> ids,
      SourceOptions source,
      List<String> notes) {
    DataSet data = DataSet.joined(Format.count(parts.size(), "site"), parts);
    Optional<TrueLabels> truth = source.truth(data);
    List<int[]> held = new ArrayList<>();
    int start = 0;
    for (DataSet part : parts) {
      held.add(IntStream.range(start, start + part.size()).toArray());
      start += part.size();
    }
    Partition partition = Partition.ofNamed(names, held, roster(data, truth));
    return new Simulation.Input(data, truth, partition, notes)
        .withIds(RecordIds.joined(parts, ids));
  }

  /** Returns what to note of records; a simulation continues where a site would not join. */
  private static List<String> notes(SiteRecords<DataSet> read) {
    List<String> notes = new ArrayList<>(read.notes());
    read.findings().forEach(finding -> notes.add(finding.sentence()));
    return notes;
  }

  private static Map<String, String> files(String option, List<String> stated) {
    Map<String, String> files = new LinkedHashMap<>();
    for (String text : stated) {
      int mark = text.indexOf('=');
      if (mark < 1 || mark == text.length() - 1) {
        throw CoterieException.usage(
            "%s is '%s'; it must be NAME=FILE, as north=north.csv.".formatted(option, text));
      }
      String name = Names.require("Site", text.substring(0, mark));
      if (files.put(name, text.substring(mark + 1)) != null) {
        throw CoterieException.usage(
            "%s names %s twice; each site has one file.".formatted(option, name));
      }
    }
    return files;
  }

  private static void requireSites(Study study, List<String> found, String option) {
    List<String> expected = study.participation().sites();
    if (!new HashSet<>(found).equals(new HashSet<>(expected))) {
      throw CoterieException.usage(
          "Study %s expects the sites %s, but %s gives %s. The names must be the same."
              .formatted(
                  study.name(), String.join(", ", expected), option, String.join(", ", found)));
    }
  }

  private Partition split(DataSet data, Optional<TrueLabels> truth, Seed seed, int count) {
    Partitioner.Input roster = roster(data, truth);
    Optional<String> column = column();
    if (column.isPresent()) {
      roster = roster.withColumn(column.get(), data.setAside().get(column.get()));
    }
    return partitioner().split(roster, count, seed.child("partition"));
  }

  /** Returns what a partitioner may know of the records. */
  private static Partitioner.Input roster(DataSet data, Optional<TrueLabels> truth) {
    Partitioner.Input roster = Partitioner.Input.of(data.size());
    return truth.map(labels -> roster.withStrata(labels.toArray())).orElse(roster);
  }

  private Partitioner partitioner() {
    return Partitioners.parse(partition);
  }
}

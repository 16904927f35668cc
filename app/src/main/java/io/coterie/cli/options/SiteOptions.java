package io.coterie.cli.options;

import io.coterie.CoterieException;
import io.coterie.data.DataSet;
import io.coterie.data.mapping.LevelScan;
import io.coterie.math.Seed;
import io.coterie.metrics.TrueLabels;
import io.coterie.partition.Partition;
import io.coterie.partition.Partitioner;
import io.coterie.partition.Partitioners;
import io.coterie.simulation.Simulation;
import io.coterie.study.Names;
import io.coterie.study.SiteRecords;
import io.coterie.study.Study;
import io.coterie.terminal.Format;
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

  public Simulation.Input dealt(SourceOptions source, Seed seed) {
    DataSet data = source.read(seed, column());
    Optional<TrueLabels> truth = source.truth(data);
    return new Simulation.Input(data, truth, split(data, truth, seed, sites), List.of());
  }

  /** Returns the records of one source, dealt to the sites of a study. */
  public Simulation.Input dealt(SourceOptions source, Study study) {
    Optional<String> column = column();
    SiteRecords<DataSet> read = SiteRecords.read(study, source.site(source.data(), column));
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
    return new Simulation.Input(read.data(), truth, named, read.notes(), read.levels());
  }

  /** Returns the records of several files, NAME=FILE each, of which each is a site. */
  public static Simulation.Input ofFiles(List<String> stated, SourceOptions source, Seed seed) {
    Map<String, String> files = files(stated);
    List<DataSet> parts = source.readSites(List.copyOf(files.values()), seed);
    return joined(List.copyOf(files.keySet()), parts, source, List.of(), List.of());
  }

  /** Returns the records of several files, NAME=FILE each, of which each is a site of a study. */
  public static Simulation.Input ofFiles(List<String> stated, SourceOptions source, Study study) {
    Map<String, String> files = files(stated);
    requireSites(study, List.copyOf(files.keySet()), "--site");
    List<String> notes = new ArrayList<>();
    List<DataSet> parts = new ArrayList<>();
    List<List<String>> levels =
        files.values().stream()
            .map(file -> SiteRecords.ownLevels(study, source.site(file, Optional.empty())))
            .reduce(LevelScan::union)
            .orElse(List.of());
    for (String name : study.participation().sites()) {
      SiteRecords<DataSet> read =
          SiteRecords.read(study, source.site(files.get(name), Optional.empty()), levels);
      read.notes().forEach(note -> notes.add("%s: %s".formatted(name, note)));
      parts.add(read.data());
    }
    return joined(study.participation().sites(), parts, source, notes, levels);
  }

  private static Simulation.Input joined(
      List<String> names,
      List<DataSet> parts,
      SourceOptions source,
      List<String> notes,
      List<List<String>> levels) {
    DataSet data = DataSet.joined(Format.count(parts.size(), "site"), parts);
    Optional<TrueLabels> truth = source.truth(data);
    List<int[]> held = new ArrayList<>();
    int start = 0;
    for (DataSet part : parts) {
      held.add(IntStream.range(start, start + part.size()).toArray());
      start += part.size();
    }
    Partition partition = Partition.ofNamed(names, held, roster(data, truth));
    return new Simulation.Input(data, truth, partition, notes, levels);
  }

  private static Map<String, String> files(List<String> stated) {
    Map<String, String> files = new LinkedHashMap<>();
    for (String text : stated) {
      int mark = text.indexOf('=');
      if (mark < 1 || mark == text.length() - 1) {
        throw CoterieException.usage(
            "--site is '%s'; it must be NAME=FILE, as north=north.csv.".formatted(text));
      }
      String name = Names.require("Site", text.substring(0, mark));
      if (files.put(name, text.substring(mark + 1)) != null) {
        throw CoterieException.usage(
            "--site names %s twice; each site has one file.".formatted(name));
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

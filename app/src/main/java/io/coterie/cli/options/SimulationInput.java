package io.coterie.cli.options;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.data.DataSet;
import io.coterie.math.Seed;
import io.coterie.partition.Partition;
import io.coterie.partition.PartitionInput;
import io.coterie.simulation.LabelledData;
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

/**
 * The records of a simulation and who holds them.
 *
 * @param input the records
 * @param partition who holds which
 * @param notes what the reader should know of them
 */
public record SimulationInput(LabelledData input, Partition partition, List<String> notes) {
  public SimulationInput {
    requireNonNull(input, "input is null");
    requireNonNull(partition, "partition is null");
    notes = List.copyOf(notes);
  }

  /** Returns the records of one source, dealt to sites. */
  public static SimulationInput dealt(SourceOptions source, SiteOptions sites, Seed seed) {
    LabelledData input = source.read(seed, sites.column());
    return new SimulationInput(input, sites.split(input, seed), List.of());
  }

  /** Returns the records of one source, dealt to the sites of a study. */
  public static SimulationInput dealt(Study study, SourceOptions source, SiteOptions sites) {
    Optional<String> column = sites.column();
    SiteRecords read = SiteRecords.read(study, source.site(source.data(), column));
    LabelledData input = source.labelled(read.data());
    List<String> names = study.participation().sites();
    Partition dealt = sites.split(input, new Seed(study.seed()), names.size());
    Map<String, int[]> held = new LinkedHashMap<>();
    for (int i = 0; i < dealt.sites().size(); i++) {
      Partition.Site site = dealt.sites().get(i);
      held.put(column.isPresent() ? site.name() : names.get(i), site.toArray());
    }
    requireSites(study, held.keySet().stream().toList(), "--partition " + sites.partition);
    Partition named =
        Partition.ofNamed(names, names.stream().map(held::get).toList(), SiteOptions.roster(input));
    return new SimulationInput(input, named, read.notes());
  }

  /** Returns the records of several files, each of which is a site. */
  public static SimulationInput ofFiles(List<String> stated, SourceOptions source, Seed seed) {
    Map<String, String> files = files(stated);
    List<DataSet> parts = source.readSites(List.copyOf(files.values()), seed);
    return joined(List.copyOf(files.keySet()), parts, source, List.of());
  }

  /** Returns the records of several files, each of which is a site of a study. */
  public static SimulationInput ofFiles(Study study, List<String> stated, SourceOptions source) {
    Map<String, String> files = files(stated);
    requireSites(study, List.copyOf(files.keySet()), "--site");
    List<String> notes = new ArrayList<>();
    List<DataSet> parts = new ArrayList<>();
    for (String name : study.participation().sites()) {
      SiteRecords read = SiteRecords.read(study, source.site(files.get(name), Optional.empty()));
      read.notes().forEach(note -> notes.add("%s: %s".formatted(name, note)));
      parts.add(read.data());
    }
    return joined(study.participation().sites(), parts, source, notes);
  }

  private static SimulationInput joined(
      List<String> names, List<DataSet> parts, SourceOptions source, List<String> notes) {
    LabelledData input = source.labelled(DataSet.joined(Format.count(parts.size(), "site"), parts));
    List<int[]> held = new ArrayList<>();
    int start = 0;
    for (DataSet part : parts) {
      held.add(IntStream.range(start, start + part.size()).toArray());
      start += part.size();
    }
    PartitionInput roster = SiteOptions.roster(input);
    return new SimulationInput(input, Partition.ofNamed(names, held, roster), notes);
  }

  /** Returns the file of each site, in the order given. */
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
}

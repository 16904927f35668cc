package io.coterie.cli.options;

import io.coterie.CoterieException;
import io.coterie.math.Seed;
import io.coterie.partition.Partition;
import io.coterie.partition.PartitionInput;
import io.coterie.partition.Partitioner;
import io.coterie.partition.Partitioners;
import io.coterie.simulation.LabelledData;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How the records are dealt to simulated sites. */
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

  public Partition split(LabelledData input, Seed seed) {
    return split(input, seed, sites);
  }

  /** Deals the records to so many sites. */
  public Partition split(LabelledData input, Seed seed, int count) {
    PartitionInput roster = roster(input);
    Optional<String> column = column();
    if (column.isPresent()) {
      List<String> values = input.data().setAside().get(column.get());
      roster = roster.withColumn(column.get(), values);
    }
    return partitioner().split(roster, count, seed.child("partition"));
  }

  /** Returns what a partitioner may know of the records. */
  static PartitionInput roster(LabelledData input) {
    PartitionInput roster = PartitionInput.of(input.data().size());
    return input.truth().isPresent() ? roster.withStrata(input.truth().get().toArray()) : roster;
  }

  private Partitioner partitioner() {
    return Partitioners.parse(partition);
  }
}

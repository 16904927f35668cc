package io.coterie.simulation;

import io.coterie.data.DataSet;
import io.coterie.metrics.TrueLabels;
import io.coterie.partition.Partition;
import io.coterie.site.SiteData;
import java.util.List;
import java.util.Optional;

/**
 * The records of a simulation and who holds them.
 *
 * @param truth one label for each record, where somebody wrote them down; for scores and for
 *     skewing a simulation
 * @param partition who holds which
 * @param notes what the reader should know of them
 */
public record SimulationInput(
    DataSet data, Optional<TrueLabels> truth, Partition partition, List<String> notes) {
  public SimulationInput {
    notes = List.copyOf(notes);
  }

  /** Returns the records of each site, which are copied when the site needs them. */
  public List<SiteData> siteData() {
    return partition.sites().stream()
        .map(site -> SiteData.made(site.name(), () -> data.records().selectRows(site.toArray())))
        .toList();
  }
}

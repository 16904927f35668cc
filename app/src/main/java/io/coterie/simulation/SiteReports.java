package io.coterie.simulation;

import io.coterie.data.DataSet;
import io.coterie.partition.Partition;
import io.coterie.report.ReportPage;
import io.coterie.report.SiteReport;
import io.coterie.store.AtomicOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** The reports that the sites of a simulation would have of their own records. */
record SiteReports(Simulation.Outcome outcome, Instant finishedAt) {
  void write(AtomicOutput staging) throws IOException {
    DataSet data = outcome.simulation().input().data();
    Set<String> taken = new HashSet<>();
    for (Partition.Site site : outcome.simulation().input().partition().sites()) {
      String name = SiteReport.fileName(site.name());
      while (!taken.add(name)) {
        name += "_"; // two names may differ in what no file can be called
      }
      Path folder = staging.file(AtomicOutput.SITE_REPORTS).resolve(name);
      Files.createDirectories(folder);
      ReportPage.write(
          SiteReport.of(
              new SiteReport.Input(
                  data.name().substring(data.name().lastIndexOf('/') + 1),
                  site.name(),
                  outcome.simulation().plan(),
                  outcome.result().model(),
                  data.columns(),
                  data.specs(),
                  data.records().selectRows(site.toArray()),
                  outcome.result().labels().get(site.name())),
              finishedAt),
          folder);
    }
  }
}

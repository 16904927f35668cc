package io.coterie.report;

import io.coterie.json.Json;
import io.coterie.store.AtomicOutput;
import java.io.IOException;
import java.nio.file.Files;

/** The files of a report: the page, and the data from which it can be made again. */
public final class ReportFiles {
  public static final String PAGE = "report.html";
  public static final String DATA = "report.json";

  private ReportFiles() {}

  public static void write(ReportData data, AtomicOutput staging) throws IOException {
    Files.writeString(staging.file(DATA), Json.text(data.json()));
    Files.writeString(staging.file(PAGE), new ReportPage(data).html());
  }
}

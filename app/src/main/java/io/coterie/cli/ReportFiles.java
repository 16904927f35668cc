package io.coterie.cli;

import io.coterie.report.ReportData;
import io.coterie.report.ReportPage;
import io.coterie.store.Json;
import io.coterie.store.Staging;
import java.io.IOException;
import java.nio.file.Files;

/** The files of a report: the page, and the data from which it can be made again. */
public final class ReportFiles {
  public static final String PAGE = "report.html";
  public static final String DATA = "report.json";

  private ReportFiles() {}

  static void write(ReportData data, Staging staging) throws IOException {
    Files.writeString(staging.file(DATA), Json.text(data.json()));
    Files.writeString(staging.file(PAGE), new ReportPage(data).html());
  }
}

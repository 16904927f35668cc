package io.coterie.cli;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.json.Json;
import io.coterie.report.ReportData;
import io.coterie.report.ReportPage;
import io.coterie.store.AtomicOutput;
import io.coterie.store.ModelFile;
import io.coterie.terminal.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "report",
    description = {
      "Makes a run's report again, from what the run kept (report.json): one page for a browser"
          + " that needs no network and tells no more than the study's privacy level allows."
    },
    footer = {"", "Example:", "  coterie report coterie-out --out report.html"})
final class ReportCommand extends ConsoleCommand {
  @Parameters(paramLabel = "RUN", description = "The folder of a run.")
  Path run;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where to write the page. Default: report.html in the run's folder.")
  Path out;

  @Option(names = "--force", description = "Replace an existing file.")
  boolean force;

  @Override
  protected int execute(Console console) {
    Path source = run.resolve(ReportData.FILE);
    ReportData data = ReportData.parse(text(source), source.toString());
    Path model = run.resolve("model.json");
    if (Files.exists(model)) {
      data = data.withNames(ModelFile.read(model).names());
    }
    Path target = out == null ? run.resolve(ReportPage.FILE) : out;
    AtomicOutput.writeText(
        target, force || out == null, AtomicOutput.Readers.OWNER, new ReportPage(data).html());
    console.say("%s  %s".formatted(target, data.json().path("title").asText()));
    console.finish(Json.object().put("command", "report").put("report", target.toString()));
    return 0;
  }

  private static String text(Path source) {
    try {
      return Files.readString(source);
    } catch (NoSuchFileException e) {
      throw new CoterieException(
          ErrorCode.BAD_DATA,
          "There is no %s; name the folder of a run that this version of Coterie made."
              .formatted(source),
          e);
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.BAD_DATA, "%s cannot be read; check its permissions.".formatted(source), e);
    }
  }
}

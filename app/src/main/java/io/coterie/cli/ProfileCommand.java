package io.coterie.cli;

import io.coterie.CoterieException;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.FormatOptions;
import io.coterie.cli.options.TableOptions;
import io.coterie.data.ReadOptions;
import io.coterie.data.profile.TableProfile;
import io.coterie.data.profile.TableProfiler;
import io.coterie.plan.PrivacyPlan;
import io.coterie.report.ProfileText;
import io.coterie.store.AtomicOutput;
import io.coterie.terminal.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "profile",
    description = {
      "What a table of your own holds: the kind of each column, how its values are spread, what is"
          + " missing and what is odd. It shows values of records, is for you only, and sends"
          + " nothing."
    },
    footer = {
      "",
      "Examples:",
      "  coterie profile --data patients.csv",
      "  coterie profile --data patients.csv --missing-code -999 --out profile.html"
    })
final class ProfileCommand extends ConsoleCommand {
  @Option(
      names = "--data",
      required = true,
      paramLabel = "SOURCE",
      description =
          "A file (CSV, JSON, .xlsx, Parquet), 'sql:SELECT ...', or a jdbc: address with --query.")
  String data;

  @Option(names = "--query", paramLabel = "SQL", description = "The SELECT for a jdbc: address.")
  String query;

  @Option(
      names = "--missing-code",
      split = ",",
      paramLabel = "[COLUMN=]CODE",
      description = "Texts or numbers that stand for a missing value, as -999 or age=99.")
  List<String> codes = new ArrayList<>();

  @Option(
      names = "--ignore",
      split = ",",
      paramLabel = "COLUMN",
      description = "Columns to leave out.")
  List<String> ignore = new ArrayList<>();

  @Option(
      names = "--min-group",
      paramLabel = "K",
      defaultValue = "" + PrivacyPlan.SMALLEST_TOTAL,
      description = "Levels that fewer records have count as one. Default: ${DEFAULT-VALUE}.")
  int minGroup;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "A page for a browser, that only you can read: profile.html.")
  Path out;

  @Option(names = "--force", description = "Replace the file if it exists.")
  boolean force;

  @Mixin FormatOptions format = new FormatOptions();

  @Override
  protected int execute(Console console) {
    if (minGroup < 1) {
      throw CoterieException.usage("--min-group is %d; it must be at least 1.".formatted(minGroup));
    }
    if (out != null && !out.toString().toLowerCase(Locale.ROOT).endsWith(".html")) {
      throw CoterieException.usage("--out is %s; it must end with .html.".formatted(out));
    }
    ReadOptions options = ReadOptions.defaults().withFormat(format.format()).withIgnored(ignore);
    options = query == null ? options : options.withQuery(query);
    TableProfile table =
        TableProfiler.of(data, options, minGroup, TableOptions.codes(codes)).without(ignore);
    ProfileText text = new ProfileText(table, data.startsWith("jdbc:") ? "jdbc:..." : data);
    Optional.ofNullable(out)
        .ifPresent(
            file -> AtomicOutput.writeText(file, force, AtomicOutput.Readers.OWNER, text.html()));
    text.say(console);
    if (out != null) {
      console.say("", "%s  the same, as a page".formatted(out));
    }
    console.finish(text.json());
    return 0;
  }
}

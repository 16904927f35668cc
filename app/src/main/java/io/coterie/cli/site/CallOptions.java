package io.coterie.cli.site;

import io.coterie.CoterieException;
import io.coterie.cli.coordinator.ServeOptions;
import io.coterie.cli.options.FormatOptions;
import io.coterie.cli.options.LogOptions;
import io.coterie.data.ColumnNames;
import io.coterie.study.Durations;
import io.coterie.study.SiteSource;
import io.coterie.study.Study;
import io.coterie.study.file.MappingParser;
import io.coterie.trust.SiteCredentials;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Who a site is, which coordinator it calls, and which table it has. */
public class CallOptions {
  @Option(
      names = "--home",
      paramLabel = "DIR",
      defaultValue = ".",
      description = {
        "The site's folder: its keys and where the coordinator is, as 'coterie provision' makes"
            + " it,",
        "its policy.yaml and its journal. Default: the current folder."
      })
  public Path home;

  @Option(
      names = "--study",
      paramLabel = "NAME",
      defaultValue = "",
      description = "Which of the coordinator's studies, where it has several.")
  public String study;

  @Option(
      names = "--agreed",
      paramLabel = "STUDY",
      description = {
        "The study file that was agreed on: the site joins no other, and says in what the",
        "coordinator's differs."
      })
  public Path agreed;

  @Option(
      names = "--patience",
      paramLabel = "TIME",
      defaultValue = "1h",
      description = {
        "For how long a coordinator that cannot be reached is called again, as 30s, 10m or 1h.",
        "Default: ${DEFAULT-VALUE}."
      })
  String patience;

  @Option(
      names = "--address",
      paramLabel = "HOST:PORT",
      description = "Where the coordinator is. Default: as connection.yaml in --home says.")
  public String address;

  @Option(
      names = "--insecure",
      description = "No certificates and no encryption; to loopback only. Needs --site.")
  boolean insecure;

  @Option(names = "--site", paramLabel = "NAME", description = "The site's name, with --insecure.")
  String site;

  @Mixin LogOptions log = new LogOptions();
  @Mixin FormatOptions format = new FormatOptions();

  @Option(
      names = "--data",
      required = true,
      paramLabel = "SOURCE",
      description = {
        "This site's records: a file (CSV, TSV, JSON or IDX, also .gz; Excel's .xlsx; Parquet),",
        "'sql:SELECT ...' over files, or a jdbc: address with --query. Columns that the study does",
        "not name stay unread."
      })
  String data;

  @Option(names = "--query", paramLabel = "SQL", description = "The SELECT for a jdbc: address.")
  String query;

  @Option(
      names = "--ignore",
      split = ",",
      paramLabel = "COLUMN",
      description = "Columns that are no features, where the study names none.")
  List<String> ignore = new ArrayList<>();

  @Option(
      names = "--mapping",
      paramLabel = "FILE",
      description = {
        "How this site's columns become those of the study, as 'coterie map' drafts it. It is never",
        "sent."
      })
  Path mapping;

  @Option(
      names = "--accept-implausible",
      split = ",",
      paramLabel = "COLUMN",
      description = {
        "Columns of the study that look wrong as a whole, such as in another unit, and that you have",
        "checked. Without it the site does not take part with them."
      })
  List<String> accepted = new ArrayList<>();

  Optional<SiteCredentials> credentials() {
    if (insecure) {
      if (site == null) {
        throw CoterieException.usage(
            "--insecure needs --site NAME: there is no certificate to say it.");
      }
      return Optional.empty();
    }
    if (site != null) {
      throw CoterieException.usage(
          "--site is for --insecure; a site's name is that of its certificate.");
    }
    return Optional.of(SiteCredentials.load(home));
  }

  public String address(Optional<SiteCredentials> credentials) {
    String place =
        address != null
            ? address
            : credentials.map(SiteCredentials::address).orElse("127.0.0.1:" + ServeOptions.PORT);
    boolean isLoopback =
        place.startsWith("127.") || place.startsWith("localhost:") || place.startsWith("[::1]:");
    if (insecure && !isLoopback) {
      throw CoterieException.usage(
          "--insecure connects to loopback only, not to %s; use certificates.".formatted(place));
    }
    return place;
  }

  Duration patience() {
    return Durations.parse(patience)
        .orElseThrow(
            () ->
                CoterieException.usage(
                    "--patience is %s; it must be a time such as 30s, 10m or 1h."
                        .formatted(patience)));
  }

  public SiteSource source(Study study) {
    SiteSource source =
        new SiteSource(data, Optional.ofNullable(query), ignore).withFormat(format.format());
    return mapping == null ? source : source.withMapping(MappingParser.read(mapping, study));
  }

  /** Returns the command that shows the same table in a terminal; never an address or a query. */
  String checkCommand() {
    boolean isFile = !data.matches("(sql|jdbc):.*");
    return "coterie study check %s --data %s%s"
        .formatted(
            agreed == null ? "STUDY" : argument(agreed.toString()),
            isFile ? argument(data) : "SOURCE",
            mapping == null ? "" : " --mapping " + argument(mapping.toString()));
  }

  /** Returns a word as a shell takes it. */
  private static String argument(String text) {
    return text.matches("[A-Za-z0-9_.,:/=+@%-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  List<String> accepted(Study study) {
    List<String> names = study.schema().names();
    for (String column : accepted) {
      if (!names.contains(column)) {
        throw CoterieException.usage(
            "--accept-implausible names '%s', which is no column of study %s. %s"
                .formatted(column, study.name(), ColumnNames.hint(column, names)));
      }
    }
    return accepted;
  }

  public void requireAgreed(Study offered) {
    if (agreed == null) {
      return;
    }
    Study own = Study.read(agreed);
    if (!own.hash().equals(offered.hash())) {
      throw CoterieException.usage(
          "The coordinator's study %s is another than %s: %s. Settle it with the coordinator."
              .formatted(offered.name(), agreed, String.join("; ", own.differences(offered))));
    }
  }
}

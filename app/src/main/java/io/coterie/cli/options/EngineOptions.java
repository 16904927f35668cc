package io.coterie.cli.options;

import io.coterie.CoterieException;
import io.coterie.federation.RecordEngine;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where records are held and gone over. */
public final class EngineOptions {
  private static final String LOCAL = "local";
  private static final String STREAM = "stream";

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--engine",
      paramLabel = "local|stream|spark",
      defaultValue = LOCAL,
      description = {
        "Where records are gone over: in this process; so too, but read once into blocks of"
            + " floats,",
        "for a site of tens of millions; or on a Spark cluster (an add-on, fetched on first use);",
        "see docs/spark.md. Default: ${DEFAULT-VALUE}."
      })
  public String engine;

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = {
        "The cluster of --engine spark: spark://HOST:PORT, yarn, k8s://..., or local[N].",
        "Default: what spark-submit says, or local[*]."
      })
  String master;

  @Option(
      names = "--engine-property",
      paramLabel = "NAME=VALUE",
      description = "A property of the engine, as spark.executor.memory=4g; once for each.")
  Map<String, String> properties = new LinkedHashMap<>();

  public boolean isLocal() {
    Choice.of("--engine", engine, LOCAL, STREAM, "spark");
    boolean isHere = engine.equals(LOCAL) || engine.equals(STREAM);
    if (isHere) {
      for (String other : new String[] {"--master", "--engine-property"}) {
        if (command.commandLine().getParseResult().hasMatchedOption(other)) {
          throw CoterieException.usage(
              "%s is for another engine than %s; say --engine spark.".formatted(other, engine));
        }
      }
    }
    return isHere;
  }

  public boolean isStream() {
    return engine.equals(STREAM);
  }

  public RecordEngine.Session start() {
    return RecordEngine.named(engine)
        .start(new RecordEngine.Settings(Optional.ofNullable(master), properties));
  }
}

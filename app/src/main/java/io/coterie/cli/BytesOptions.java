package io.coterie.cli;

import io.coterie.bench.Catalogue;
import io.coterie.bench.Experiments;
import io.coterie.bench.Variant;
import io.coterie.method.Methods;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Of what bytes are counted, and where the table goes. */
final class BytesOptions {
  @Option(
      names = "--data",
      split = ",",
      paramLabel = "SET",
      description = "Data sets, see 'coterie bench list'. Default: iris,wdbc,usps.")
  List<String> data = new ArrayList<>();

  @Option(
      names = "--methods",
      split = ",",
      paramLabel = "METHOD",
      description = {
        "Methods, see 'coterie methods'; with options as in spp-fgc:resolution=coarse.",
        "Default: all that leave records where they are, but those that train networks."
      })
  List<String> methods = new ArrayList<>();

  @Option(
      names = "--sites",
      paramLabel = "N",
      description = "How many sites. Default: 5, or 10 for sets of 70,000.")
  Integer sites;

  @Option(
      names = "--sample",
      paramLabel = "N",
      description = "Use N records of each larger set. Default: all.")
  Integer sample;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "coterie-bench",
      description = "The folder for results. Default: ${DEFAULT-VALUE}.")
  Path out;

  @Mixin ThreadOptions threads = new ThreadOptions();

  Experiments.Setup setup() {
    Catalogue catalogue = Catalogue.builtIn();
    return new Experiments.Setup(
        data.stream().map(catalogue::named).toList(),
        methods.stream().map(BytesOptions::variant).toList(),
        sites == null
            ? OptionalInt.empty()
            : OptionalInt.of(BenchOptions.atLeastOne("--sites", sites)),
        sample == null ? 0 : BenchOptions.atLeastOne("--sample", sample),
        1);
  }

  private static Variant variant(String text) {
    Variant variant = Variant.parse(text);
    Methods.named(variant.method());
    return variant;
  }

  /** Returns the words that repeat the run. */
  String command() {
    StringBuilder words = new StringBuilder("coterie bench bytes");
    append(words, "--data", String.join(",", data));
    append(words, "--methods", String.join(",", methods));
    append(words, "--sites", sites == null ? "" : sites.toString());
    append(words, "--sample", sample == null ? "" : sample.toString());
    return words.toString();
  }

  private static void append(StringBuilder words, String option, String value) {
    if (!value.isEmpty()) {
      words.append(' ').append(option).append(' ').append(value);
    }
  }
}

package io.coterie.bench.cli;

import io.coterie.CoterieException;
import io.coterie.bench.Catalogue;
import io.coterie.bench.Variant;
import io.coterie.bench.paper.Setup;
import io.coterie.method.Methods;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** Of which data sets, methods and sites a benchmark is. */
final class SubjectOptions {
  @Option(
      names = "--data",
      split = ",",
      paramLabel = "SET",
      description =
          "Data sets, see 'coterie bench list'. Default: those of the experiment; for bench bytes"
              + " iris,wdbc,usps.")
  List<String> data = new ArrayList<>();

  @Option(
      names = "--methods",
      split = ",",
      paramLabel = "METHOD",
      description =
          "Methods, see 'coterie methods'; with options as in spp-fgc:resolution=coarse, and with"
              + " min-group and sums as in anchor-graph:min-group=5. Default: those that make sense;"
              + " for bench bytes all that leave records where they are, but those that train"
              + " networks.")
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

  /**
   * Returns what is to be run.
   *
   * @param mayBeMissing methods that need not be there; any other must
   * @param mostRecords of a set, unless a sample is asked for; 0 for all
   */
  Setup setup(List<String> mayBeMissing, int mostRecords, double epsilon) {
    Catalogue catalogue = Catalogue.builtIn();
    return new Setup(
        data.stream().map(catalogue::named).toList(),
        methods.stream().map(text -> variant(text, mayBeMissing)).toList(),
        sites == null ? OptionalInt.empty() : OptionalInt.of(atLeastOne("--sites", sites)),
        sample == null ? mostRecords : atLeastOne("--sample", sample),
        epsilon);
  }

  private static Variant variant(String text, List<String> mayBeMissing) {
    Variant variant = Variant.parse(text);
    if (!mayBeMissing.contains(variant.method())) {
      Methods.named(variant.method());
    }
    return variant;
  }

  static int atLeastOne(String option, int value) {
    if (value < 1) {
      throw CoterieException.usage("%s is %d; it must be at least 1.".formatted(option, value));
    }
    return value;
  }
}

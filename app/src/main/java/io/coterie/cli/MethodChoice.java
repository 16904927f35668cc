package io.coterie.cli;

import io.coterie.CoterieException;
import io.coterie.method.Methods;
import io.coterie.protocol.ClusterCount;
import io.coterie.protocol.InputPlan;
import io.coterie.protocol.MethodOptions;
import io.coterie.protocol.StudyPlan;
import picocli.CommandLine.Option;

/** Which method, how many clusters, and the method's own options. */
final class MethodChoice {
  @Option(
      names = "--method",
      paramLabel = "NAME",
      defaultValue = Methods.DEFAULT,
      description = "See 'coterie methods'. Default: ${DEFAULT-VALUE}.")
  String method;

  @Option(
      names = "--clusters",
      paramLabel = "N|auto",
      defaultValue = "auto",
      description = "How many clusters; auto finds the number. Default: ${DEFAULT-VALUE}.")
  String clusters;

  @Option(
      names = "--resolution",
      paramLabel = "HOW",
      description = "What the sites' graphs join: record, component or coarse.")
  String resolution;

  @Option(
      names = "--neighbors",
      paramLabel = "K",
      description = "How many neighbors a record has in its site's graph.")
  String neighbors;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How many rounds move the anchors or centers of a method that has such rounds.")
  String rounds;

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      description =
          "The paper's noise on prototypes (spp-fgc): a nominal epsilon, no proof of privacy.")
  String epsilon;

  StudyPlan plan(InputPlan input) {
    StudyPlan plan = new StudyPlan(method, clusterCount(), input, options());
    Methods.of(plan); // refuses what the method cannot do, before anything is read or written
    return plan;
  }

  /** Refuses what can be refused before the records are read. */
  void check() {
    clusterCount();
    Methods.named(method);
  }

  private ClusterCount clusterCount() {
    if (clusters.equals("auto")) {
      return ClusterCount.auto();
    }
    try {
      return ClusterCount.of(Integer.parseInt(clusters));
    } catch (NumberFormatException e) {
      throw CoterieException.usage(
          "--clusters is '%s'; it must be a whole number of at least 1, or auto."
              .formatted(clusters));
    }
  }

  private MethodOptions options() {
    MethodOptions options = MethodOptions.none();
    if (resolution != null) {
      options =
          options.with(
              "resolution", Choice.of("--resolution", resolution, "record", "component", "coarse"));
    }
    if (neighbors != null) {
      options = options.with("neighbors", neighbors);
    }
    if (rounds != null) {
      options = options.with("rounds", rounds);
    }
    return epsilon == null ? options : options.with("epsilon", epsilon);
  }
}

package io.coterie.cli.options;

import io.coterie.data.DataSet;
import io.coterie.plan.FeatureMap;
import io.coterie.plan.InputPlan;
import io.coterie.plan.Scaling;
import picocli.CommandLine.Option;

/** What is done to the records before distances are measured. */
public final class InputOptions {
  @Option(
      names = "--scale",
      paramLabel = "HOW",
      defaultValue = "auto",
      description = "none, minmax, zscore, l1, l2 or auto. Default: ${DEFAULT-VALUE}.")
  String scale;

  @Option(
      names = "--features",
      paramLabel = "HOW",
      defaultValue = "auto",
      description = "auto, none, or hog for images. Default: ${DEFAULT-VALUE}.")
  String features;

  public InputPlan plan(DataSet data) {
    return new InputPlan(
        data.kind(),
        data.columns().size(),
        Choice.of("--scale", scale, Scaling.class),
        Choice.of("--features", features, FeatureMap.class));
  }
}

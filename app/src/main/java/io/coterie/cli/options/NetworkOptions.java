package io.coterie.cli.options;

import io.coterie.method.Methods;
import io.coterie.method.NetworkEngine;
import io.coterie.plan.StudyPlan;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What networks compute on, where a method has any: a setting of this machine. */
public final class NetworkOptions {
  @Option(
      names = "--device",
      paramLabel = "auto|cpu|gpu",
      description = {
        "Where networks compute (methods that learn features); auto takes a GPU where there is one.",
        "Default: auto."
      })
  String device;

  @Option(
      names = "--encoder-file",
      paramLabel = "FILE",
      description = {
        "This machine's copy of the frozen network that a study or a model names by its hash",
        "(--encoder onnx:FILE of spp-fgc-plus)."
      })
  Path encoderFile;

  /** Sets up what a plan needs, before anything runs; a plan without networks needs nothing. */
  public void prepare(StudyPlan plan) {
    NetworkEngine.Device wanted = device();
    if (Methods.of(plan).usesNetworks(plan)) {
      NetworkEngine engine = NetworkEngine.find();
      engine.use(wanted);
      if (encoderFile != null) {
        engine.offer(encoderFile.toString());
      }
    }
  }

  /** Does the same at a site, whose folder may hold the network by its name. */
  public void prepare(StudyPlan plan, Path home) {
    prepare(plan);
    if (encoderFile == null && Methods.of(plan).usesNetworks(plan)) {
      NetworkEngine.find().offer(home.toString());
    }
  }

  /** Sets up what any method may need. */
  public void prepareForAny() {
    if (device != null) {
      NetworkEngine.find().use(device());
    }
    if (encoderFile != null) {
      NetworkEngine.find().offer(encoderFile.toString());
    }
  }

  private NetworkEngine.Device device() {
    return device == null
        ? NetworkEngine.Device.AUTO
        : Choice.of("--device", device, NetworkEngine.Device.class);
  }
}

package io.coterie.cli;

import io.coterie.method.Methods;
import io.coterie.method.NetworkEngine;
import io.coterie.protocol.StudyPlan;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What networks compute on, where a method has any: a setting of this machine. */
final class NetworkOptions {
  @Option(
      names = "--device",
      paramLabel = "auto|cpu|gpu",
      description = {
        "Where networks compute (methods that learn features); auto takes a GPU where there is one.",
        "Default: auto."
      })
  String device;

  /** Sets up what a plan needs, before anything runs; a plan without networks needs nothing. */
  void prepare(StudyPlan plan) {
    NetworkEngine.Device wanted = device();
    if (Methods.of(plan).usesNetworks(plan)) {
      NetworkEngine.find().use(wanted);
    }
  }

  /** Sets up what any method may need. */
  void prepareForAny() {
    if (device != null) {
      NetworkEngine.find().use(device());
    }
  }

  private NetworkEngine.Device device() {
    return device == null
        ? NetworkEngine.Device.AUTO
        : Choice.of("--device", device, NetworkEngine.Device.class);
  }

  /** Returns what the networks of a plan compute on. */
  static Optional<String> description(StudyPlan plan) {
    return Methods.of(plan).usesNetworks(plan)
        ? Optional.of(NetworkEngine.find().description())
        : Optional.empty();
  }
}

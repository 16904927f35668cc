package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.plan.StudyPlan;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * What networks compute with, where an add-on brings methods that have networks. It is a setting of
 * a machine and not of a study: each site has its own.
 *
 * <p>Found by {@link ServiceLoader}; thread-safe.
 */
public interface NetworkEngine {
  /** Where networks may compute. */
  enum Device {
    /** On a GPU where there is one. */
    AUTO,
    CPU,
    GPU
  }

  /**
   * Says where networks of this process compute from here on.
   *
   * @throws CoterieException if there is no such device
   */
  void use(Device device);

  /**
   * Returns what computes and where in a study, for example "PyTorch 2.7.1 on CPU, 1 thread per
   * site".
   */
  String description(StudyPlan plan);

  /** Takes note of a file with a frozen network, or of a folder where one may lie by its name. */
  void offer(String place);

  /** Returns the engine of the add-on on the class path. */
  static NetworkEngine find() {
    return ServiceLoader.load(NetworkEngine.class)
        .findFirst()
        .orElseThrow(
            () ->
                CoterieException.usage(
                    "Networks are part of the add-on deep, which is not on the class path. The"
                        + " launcher ./coterie of a checkout builds and adds it where --method or"
                        + " the study file names a method that has networks."));
  }

  /** Returns what the networks of a plan compute on, where it has any. */
  static Optional<String> describe(StudyPlan plan) {
    return Methods.of(plan).usesNetworks(plan)
        ? Optional.of(find().description(plan))
        : Optional.empty();
  }
}

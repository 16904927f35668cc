package io.coterie.cli.coordinator;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.coordinator.operator.OperatorClient;
import io.coterie.coordinator.operator.OperatorFile;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which coordinator is meant, whether it runs or not. */
public class CoordinatorOptions {
  @Option(
      names = "--home",
      paramLabel = "DIR",
      defaultValue = "coordinator",
      description = "The coordinator's folder, as for serve. Default: ${DEFAULT-VALUE}.")
  public Path home;

  public Optional<OperatorClient> client() {
    return OperatorFile.read(home).map(OperatorClient::new).filter(OperatorClient::isThere);
  }

  /** Returns the error of a command that needs a coordinator that runs. */
  CoterieException absent() {
    return new CoterieException(
        ErrorCode.NETWORK,
        "No coordinator runs in %s. Start one with coterie serve or coterie resume, or name its folder with --home."
            .formatted(home));
  }
}

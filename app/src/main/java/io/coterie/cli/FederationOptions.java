package io.coterie.cli;

import io.coterie.CoterieException;
import io.coterie.trust.TrustFolder;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** What the certificates of a federation are made for. */
final class FederationOptions {
  @Option(
      names = "--address",
      paramLabel = "HOST:PORT",
      description = "Where sites reach the coordinator.")
  String address;

  @Option(
      names = "--host",
      split = ",",
      paramLabel = "NAME",
      description = "Other names or addresses of the coordinator's machine.")
  List<String> hosts = List.of();

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "825",
      description = "How long certificates last. Default: ${DEFAULT-VALUE}.")
  int days;

  Duration validity() {
    return validity(days);
  }

  static Duration validity(int days) {
    if (days < 1) {
      throw CoterieException.usage("--days is %d; it must be at least 1.".formatted(days));
    }
    return Duration.ofDays(days);
  }

  TrustFolder.Plan plan(List<String> sites) {
    if (address == null) {
      throw CoterieException.usage(
          "Where will sites reach the coordinator? Say --address HOST:PORT.");
    }
    return new TrustFolder.Plan(address, hosts, sites, validity());
  }
}

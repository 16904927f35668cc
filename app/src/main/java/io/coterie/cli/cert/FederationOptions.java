package io.coterie.cli.cert;

import io.coterie.CoterieException;
import io.coterie.trust.TrustFolder;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Mixin;
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

  @Mixin Validity lasting = new Validity();

  Duration validity() {
    return lasting.validity();
  }

  TrustFolder.Plan plan(List<String> sites) {
    if (address == null) {
      throw CoterieException.usage(
          "Where will sites reach the coordinator? Say --address HOST:PORT.");
    }
    return new TrustFolder.Plan(address, hosts, sites, validity());
  }

  static final class Validity {
    @Option(
        names = "--days",
        paramLabel = "N",
        defaultValue = "825",
        description = "How long certificates last. Default: ${DEFAULT-VALUE}.")
    int days;

    Duration validity() {
      if (days < 1) {
        throw CoterieException.usage("--days is %d; it must be at least 1.".formatted(days));
      }
      return Duration.ofDays(days);
    }
  }
}

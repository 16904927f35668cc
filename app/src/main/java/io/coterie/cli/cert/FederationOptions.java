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

  @Mixin ValidityOption lasting = new ValidityOption();

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
}

package io.coterie.cli.doctor;

import io.coterie.CoterieException;
import io.coterie.cli.site.JoinOptions;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What a doctor looks at besides the machine. */
final class DoctorOptions {
  @Option(
      names = "--home",
      paramLabel = "DIR",
      description = {
        "The coordinator's folder; with --peer the site's, where the default is the current folder."
      })
  Path home;

  @Option(
      names = "--address",
      paramLabel = "HOST:PORT",
      description = {
        "Where the coordinator listens (default 0.0.0.0:7443); with --peer where it is called",
        "(default: as connection.yaml in --home says)."
      })
  String address;

  @Option(
      names = "--study",
      paramLabel = "NAME",
      description = "With --peer: which of the coordinator's studies, where it has several.")
  String study;

  @Option(
      names = "--agreed",
      paramLabel = "STUDY",
      description = "With --peer: the study file that was agreed on.")
  Path agreed;

  @Option(
      names = "--data",
      paramLabel = "SOURCE",
      description = "With --peer: this site's records, held against the study's schema.")
  String data;

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description = "With --peer: the site's policy. Default: policy.yaml in --home.")
  Path policy;

  @Option(
      names = "--ledger-dir",
      paramLabel = "DIR",
      description =
          "The folder of ledgers. Default: COTERIE_LEDGER in the environment, or ~/.coterie/ledger.")
  Path ledgers;

  void requireNothingOfPeers() {
    if (study != null || agreed != null || data != null || policy != null || ledgers != null) {
      throw CoterieException.usage(
          "--study, --agreed, --data, --policy and --ledger-dir are of a site: say --peer as well.");
    }
    if (address != null && home == null) {
      throw CoterieException.usage("--address needs --home, the coordinator's folder.");
    }
  }

  /** Returns the terms on which a site with these options would join. */
  JoinOptions join() {
    JoinOptions join = new JoinOptions();
    join.home = home == null ? Path.of("") : home;
    join.study = study == null ? "" : study;
    join.address = address;
    join.agreed = agreed;
    join.policy = policy;
    return join;
  }
}

package io.coterie.cli.cert;

import io.coterie.trust.TrustFolder;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where the authority is that gives the certificates. */
final class AuthorityOption {
  @Option(
      names = "--ca",
      required = true,
      paramLabel = "DIR",
      description = "The folder that 'cert init' or 'provision' made.")
  Path authority;

  TrustFolder open() {
    return TrustFolder.open(authority);
  }
}

package io.coterie.cli.cert;

import io.coterie.CoterieException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    name = "cert",
    subcommands = {
      CertInitCommand.class,
      CertRequestCommand.class,
      CertApproveCommand.class,
      CertAcceptCommand.class,
      CertShowCommand.class,
      CertRevokeCommand.class,
      CertRenewCommand.class
    },
    description = {
      "Certificates for sites that make their own keys, step by step: init, request, approve,"
          + " accept.",
      "'coterie provision' does it all at once on one machine. See docs/trust.md."
    },
    footer = {
      "",
      "Examples:",
      "  coterie cert init --address hub.example:7443 --out federation   (coordinator)",
      "  coterie cert request --site ada --out ada                       (site)",
      "  coterie cert approve ada.csr --ca federation                    (coordinator)",
      "  coterie cert accept ada-approved --out ada                      (site)"
    })
public final class CertCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    throw CoterieException.usage(
        "Which? init, request, approve, accept, show, revoke or renew. See coterie cert --help.");
  }
}

package io.coterie.cli.cert;

import io.coterie.CoterieException;
import io.coterie.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "cert",
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
  private CertCommand() {}

  public static CommandLine commandLine(Terminal terminal) {
    return new CommandLine(new CertCommand())
        .addSubcommand(new CertInitCommand(terminal))
        .addSubcommand(new CertRequestCommand(terminal))
        .addSubcommand(new CertApproveCommand(terminal))
        .addSubcommand(new CertAcceptCommand(terminal))
        .addSubcommand(new CertShowCommand(terminal))
        .addSubcommand(new CertRevokeCommand(terminal))
        .addSubcommand(new CertRenewCommand(terminal));
  }

  @Override
  public Integer call() {
    throw CoterieException.usage(
        "Which? init, request, approve, accept, show, revoke or renew. See coterie cert --help.");
  }
}

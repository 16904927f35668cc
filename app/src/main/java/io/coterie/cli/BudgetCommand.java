package io.coterie.cli;

import io.coterie.store.LedgerFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "budget",
    description = {
      "What has left this site and what it cost: the privacy ledgers, one for each data source.",
      "Without a further command, shows each ledger's limit, what is spent and every release."
    },
    footer = {
      "",
      "Examples:",
      "  coterie budget set --source patients.csv --epsilon 4 --delta 1e-6",
      "  coterie budget --source patients.csv",
      "  coterie budget verify"
    })
final class BudgetCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin LedgerOptions ledger;
  @Mixin OutputOptions output;

  private BudgetCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  static CommandLine commandLine(Terminal terminal) {
    return new CommandLine(new BudgetCommand(terminal))
        .addSubcommand(new BudgetSetCommand(terminal))
        .addSubcommand(new BudgetVerifyCommand(terminal));
  }

  @Override
  public Integer call() {
    Console console = output.console(terminal);
    List<LedgerFile> ledgers = ledger.ledgers();
    List<LedgerView.Summary> summaries = new ArrayList<>();
    for (LedgerFile file : ledgers) {
      LedgerView view = new LedgerView(file.file(), file.state());
      console.say(view.facts());
      if (!view.isEmpty()) {
        console.say("");
        console.say(view.entries());
      }
      console.say("");
      summaries.add(view.summary());
    }
    console.say(Amounts.count(ledgers.size(), "ledger") + ".");
    console.finish(Map.of("ledgers", summaries));
    return 0;
  }
}

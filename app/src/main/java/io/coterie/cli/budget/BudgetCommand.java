package io.coterie.cli.budget;

import io.coterie.cli.options.ConsoleCommand;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.store.ledger.LedgerView;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "budget",
    subcommands = {BudgetSetCommand.class, BudgetVerifyCommand.class},
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
public final class BudgetCommand extends ConsoleCommand {
  @Mixin LedgerOptions ledger;

  @Override
  protected int execute(Console console) {
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
    console.say(Format.count(ledgers.size(), "ledger") + ".");
    console.finish(Map.of("ledgers", summaries));
    return 0;
  }
}

package io.coterie.cli.budget;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.privacy.PrivacyBudget;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.store.ledger.LedgerView;
import io.coterie.terminal.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "set",
    description = {
      "Sets what all releases of a data source together may cost, by all studies ever.",
      "The new limit goes into the ledger like a release; what is spent stays spent."
    })
final class BudgetSetCommand extends ConsoleCommand {
  @Mixin LedgerOptions ledger;

  @Option(
      names = "--epsilon",
      required = true,
      paramLabel = "E",
      description = "The limit. Typical values are 0.1 to 10; less is more private.")
  double epsilon;

  @Option(
      names = "--delta",
      defaultValue = "1e-6",
      paramLabel = "D",
      description =
          "How likely the promise may fail; well below 1 over the number of records. Default:"
              + " ${DEFAULT-VALUE}.")
  double delta;

  @Override
  protected int execute(Console console) {
    String source =
        ledger
            .identity()
            .orElseThrow(
                () -> CoterieException.usage("Whose budget? Name the data source with --source."));
    PrivacyBudget budget = budget();
    LedgerFile file = ledger.folder().ledger(source);
    file.setBudget(budget);
    LedgerView view = new LedgerView(file.file(), file.state());
    if (!budget.allows(view.state().spent())) {
      console.warn("More than this limit is spent already; nothing more may be released.");
    }
    console.say(view.facts());
    console.finish(view.summary());
    return 0;
  }

  private PrivacyBudget budget() {
    try {
      return new PrivacyBudget(epsilon, delta);
    } catch (IllegalArgumentException e) {
      throw new CoterieException(ErrorCode.USAGE, "--" + e.getMessage(), e);
    }
  }
}

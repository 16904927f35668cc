package io.coterie.cli.budget;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.privacy.PrivacyBudget;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.store.ledger.LedgerState;
import io.coterie.store.ledger.LedgerView;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import io.coterie.terminal.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "budget",
    subcommands = {BudgetCommand.SetLimit.class, BudgetCommand.Verify.class},
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

  @Command(
      name = "set",
      description = {
        "Sets what all releases of a data source together may cost, by all studies ever.",
        "The new limit goes into the ledger like a release; what is spent stays spent."
      })
  static final class SetLimit extends ConsoleCommand {
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
                  () ->
                      CoterieException.usage("Whose budget? Name the data source with --source."));
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

  @Command(
      name = "verify",
      description =
          "Checks that no line of a ledger was changed, removed or moved. Ends with 3 if one was.")
  static final class Verify extends ConsoleCommand {
    private record Verified(String ledger, boolean whole, OptionalInt lines) {}

    @Mixin LedgerOptions ledger;

    @Override
    protected int execute(Console console) {
      List<LedgerFile> ledgers = ledger.ledgers();
      List<Verified> verified = new ArrayList<>();
      Table table = Table.withHeader(List.of("ledger", "lines", "state"));
      int exitCode = 0;
      for (LedgerFile file : ledgers) {
        String name = file.file().getFileName().toString();
        try {
          LedgerState state = file.state();
          String words = state.unfinished() ? "whole; a crash left part of a line" : "whole";
          table.row(name, Integer.toString(state.lines().size()), words);
          verified.add(new Verified(name, true, OptionalInt.of(state.lines().size())));
        } catch (CoterieException e) {
          if (e.code() != ErrorCode.BAD_DATA) {
            throw e;
          }
          table.row(name, "-", "damaged");
          console.warn(e.getMessage());
          verified.add(new Verified(name, false, OptionalInt.empty()));
          exitCode = e.code().exitCode();
        }
      }
      if (!ledgers.isEmpty()) {
        console.say(table, "");
      }
      console.say(
          exitCode == 0
              ? Format.count(ledgers.size(), "ledger") + ", nothing changed."
              : "Not every ledger is as it was written.");
      console.finish(Map.of("ledgers", verified), exitCode);
      return exitCode;
    }
  }
}

package io.coterie.cli.budget;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.json.Json;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.store.ledger.LedgerState;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import io.coterie.terminal.Table;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "verify",
    description =
        "Checks that no line of a ledger was changed, removed or moved. Ends with 3 if one was.")
final class BudgetVerifyCommand extends ConsoleCommand {
  @Mixin LedgerOptions ledger;

  @Override
  protected int execute(Console console) {
    List<LedgerFile> ledgers = ledger.ledgers();
    ObjectNode node = Json.object();
    ArrayNode list = node.putArray("ledgers");
    Table table = Table.withHeader(List.of("ledger", "lines", "state"));
    int exitCode = 0;
    for (LedgerFile file : ledgers) {
      String name = file.file().getFileName().toString();
      try {
        LedgerState state = file.state();
        String words = state.unfinished() ? "whole; a crash left part of a line" : "whole";
        table.row(name, Integer.toString(state.lines().size()), words);
        list.addObject().put("ledger", name).put("whole", true).put("lines", state.lines().size());
      } catch (CoterieException e) {
        if (e.code() != ErrorCode.BAD_DATA) {
          throw e;
        }
        table.row(name, "-", "damaged");
        console.warn(e.getMessage());
        list.addObject().put("ledger", name).put("whole", false);
        exitCode = e.code().exitCode();
      }
    }
    if (!ledgers.isEmpty()) {
      console.say(table);
      console.say("");
    }
    console.say(
        exitCode == 0
            ? Format.count(ledgers.size(), "ledger") + ", nothing changed."
            : "Not every ledger is as it was written.");
    console.finish(node, exitCode);
    return exitCode;
  }
}

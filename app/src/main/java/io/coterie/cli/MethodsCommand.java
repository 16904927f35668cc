package io.coterie.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Methods;
import io.coterie.protocol.PrivacyLevel;
import io.coterie.store.Json;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "methods",
    description = "Lists the methods, the privacy levels each offers and its options.")
final class MethodsCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin OutputOptions output;

  MethodsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Console console = output.console(terminal);
    Table table = Table.withHeader(List.of("method", "what it does", "privacy", "options"));
    ObjectNode node = Json.object().put("default", Methods.DEFAULT);
    ArrayNode methods = node.putArray("methods");
    for (FederatedMethod method : Methods.all().values()) {
      List<String> options =
          new TreeSet<>(method.options()).stream().map(option -> "--" + option).toList();
      List<String> levels = method.levels().stream().sorted().map(PrivacyLevel::word).toList();
      table.row(
          method.name(),
          method.summary(),
          levels.isEmpty() ? "-" : String.join(" ", levels),
          String.join(" ", options));
      ObjectNode entry =
          methods.addObject().put("name", method.name()).put("summary", method.summary());
      ArrayNode offered = entry.putArray("levels");
      levels.forEach(offered::add);
      ArrayNode names = entry.putArray("options");
      options.forEach(names::add);
    }
    console.say(table);
    console.finish(node);
    return 0;
  }
}

package io.coterie.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Methods;
import io.coterie.store.Json;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "methods", description = "Lists the methods and the options each understands.")
final class MethodsCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin OutputOptions output;

  MethodsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Console console = output.console(terminal);
    Table table = Table.withHeader(List.of("method", "what it does", "options"));
    ObjectNode node = Json.object().put("default", Methods.DEFAULT);
    ArrayNode methods = node.putArray("methods");
    for (FederatedMethod method : Methods.all().values()) {
      List<String> options =
          new TreeSet<>(method.options()).stream().map(option -> "--" + option).toList();
      table.row(method.name(), method.summary(), String.join(" ", options));
      ArrayNode names =
          methods
              .addObject()
              .put("name", method.name())
              .put("summary", method.summary())
              .putArray("options");
      options.forEach(names::add);
    }
    console.say(table);
    console.finish(node);
    return 0;
  }
}

package io.coterie.cli;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.coterie.cli.options.FormatOptions;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Methods;
import io.coterie.plan.PrivacyLevel;
import io.coterie.terminal.Console;
import io.coterie.terminal.Table;
import io.coterie.terminal.Terminal;
import java.util.ArrayList;
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

  @Mixin FormatOptions output;

  MethodsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  private record Offer(String name, String summary, List<String> levels, List<String> options) {}

  private record Offers(@JsonProperty("default") String standard, List<Offer> methods) {}

  @Override
  public Integer call() {
    Console console = output.console(terminal);
    Table table = Table.withHeader(List.of("method", "what it does", "privacy", "options"));
    List<Offer> offers = new ArrayList<>();
    for (FederatedMethod method : Methods.all().values()) {
      List<String> options =
          new TreeSet<>(method.options()).stream().map(option -> "--" + option).toList();
      List<String> levels = method.levels().stream().sorted().map(PrivacyLevel::word).toList();
      table.row(
          method.name(),
          method.summary(),
          levels.isEmpty() ? "-" : String.join(" ", levels),
          String.join(" ", options));
      offers.add(new Offer(method.name(), method.summary(), levels, options));
    }
    console.say(table);
    console.finish(new Offers(Methods.DEFAULT, offers));
    return 0;
  }
}

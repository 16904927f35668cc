package io.coterie.cli;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodOption;
import io.coterie.method.Methods;
import io.coterie.plan.PrivacyLevel;
import io.coterie.terminal.Console;
import io.coterie.terminal.Table;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "methods",
    description = {
      "Lists the methods, the privacy levels each offers and its options.",
      "With NAME, describes the options of that method."
    })
final class MethodsCommand extends ConsoleCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "A method whose options are described.")
  String name;

  private record Offer(String name, String summary, List<String> levels, List<String> options) {}

  private record Offers(@JsonProperty("default") String standard, List<Offer> methods) {}

  private record Described(
      String name,
      String label,
      String values,
      @JsonProperty("default") String standard,
      String help) {}

  private record Description(
      String name, String summary, List<String> levels, List<Described> options) {}

  @Override
  protected int execute(Console console) {
    if (name == null) {
      list(console);
    } else {
      describe(Methods.named(name), console);
    }
    return 0;
  }

  private static void describe(FederatedMethod method, Console console) {
    console.say("%s: %s".formatted(method.name(), method.summary()));
    List<String> levels = levels(method);
    console.say("privacy: " + (levels.isEmpty() ? "-" : String.join(" ", levels)));
    List<Described> options = new ArrayList<>();
    Table table = Table.withHeader(List.of("option", "what it does", "values", "default"));
    for (MethodOption<?> option : method.options()) {
      String flag = "--" + option.name();
      String range = option.values().range();
      table.row(flag + " " + option.label(), option.help(), range, option.defaultText());
      options.add(new Described(flag, option.label(), range, option.defaultText(), option.help()));
    }
    console.say(options.isEmpty() ? Table.ofFacts().row("options", "none") : table);
    console.finish(new Description(method.name(), method.summary(), levels, options));
  }

  private static List<String> levels(FederatedMethod method) {
    return method.levels().stream().sorted().map(PrivacyLevel::word).toList();
  }

  private static void list(Console console) {
    Table table = Table.withHeader(List.of("method", "what it does", "privacy", "options"));
    List<Offer> offers = new ArrayList<>();
    for (FederatedMethod method : Methods.all().values()) {
      List<String> options = Methods.names(method).stream().map(option -> "--" + option).toList();
      List<String> levels = levels(method);
      table.row(
          method.name(),
          method.summary(),
          levels.isEmpty() ? "-" : String.join(" ", levels),
          String.join(" ", options));
      offers.add(new Offer(method.name(), method.summary(), levels, options));
    }
    console.say(table);
    console.finish(new Offers(Methods.DEFAULT, offers));
  }
}

package io.coterie.cli.study;

import io.coterie.cli.options.FormatOptions;
import io.coterie.cli.options.TextFileOptions;
import io.coterie.json.Json;
import io.coterie.study.SitePolicy;
import io.coterie.terminal.Console;
import io.coterie.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "policy",
    description = {
      "Writes a commented policy file for a site: which methods, levels and budgets its owner lets"
          + " a study have, whoever coordinates it."
    })
final class StudyPolicyCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin TextFileOptions file;
  @Mixin FormatOptions output;

  StudyPolicyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Console console = output.console(terminal);
    file.write(SitePolicy.TEMPLATE);
    console.say("%s  edit it: what it leaves out is allowed as it says there".formatted(file.out));
    console.finish(Json.object().put("policy", file.out.toString()));
    return 0;
  }
}

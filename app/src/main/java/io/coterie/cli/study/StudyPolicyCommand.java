package io.coterie.cli.study;

import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.TextFileOptions;
import io.coterie.json.Json;
import io.coterie.study.SitePolicy;
import io.coterie.terminal.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "policy",
    description = {
      "Writes a commented policy file for a site: which methods, levels and budgets its owner lets"
          + " a study have, whoever coordinates it."
    })
final class StudyPolicyCommand extends ConsoleCommand {
  @Mixin TextFileOptions file;

  @Override
  protected int execute(Console console) {
    file.write(SitePolicy.TEMPLATE);
    console.say("%s  edit it: what it leaves out is allowed as it says there".formatted(file.out));
    console.finish(Json.object().put("policy", file.out.toString()));
    return 0;
  }
}

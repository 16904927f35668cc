package io.coterie.cli.study;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "study",
    subcommands = {StudyNewCommand.class, StudyCheckCommand.class, StudyPolicyCommand.class},
    description = {
      "Study files: what all sites agree on before anything is computed. 'simulate' and 'inspect'"
          + " take one in place of flags."
    },
    footer = {
      "",
      "Examples:",
      "  coterie study new --data patients.csv --sites north,south,east --out study.yaml",
      "  coterie study check study.yaml",
      "  coterie study policy --out policy.yaml"
    })
public final class StudyCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  /** Without a further command there is nothing to do: prints the help. */
  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return 0;
  }
}

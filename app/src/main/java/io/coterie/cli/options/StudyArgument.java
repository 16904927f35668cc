package io.coterie.cli.options;

import io.coterie.CoterieException;
import io.coterie.study.Study;
import io.coterie.study.file.StudyKeys;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A study file in place of the flags that would say the same. */
public final class StudyArgument {
  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Parameters(
      arity = "0..1",
      paramLabel = "STUDY",
      description = {"A study file, in place of the flags that it says; see 'coterie study new'."})
  Path file;

  /** Reads the study, if one is given; what it says cannot be said by a flag as well. */
  public Optional<Study> study() {
    if (file == null) {
      return Optional.empty();
    }
    for (Map.Entry<String, String> said : StudyKeys.byFlag().entrySet()) {
      if (command.commandLine().getParseResult().hasMatchedOption(said.getKey())) {
        throw CoterieException.usage(
            "%s is given beside the study %s, which says it as %s. Leave the flag out, or change the study file."
                .formatted(said.getKey(), file, said.getValue()));
      }
    }
    return Optional.of(Study.read(file));
  }
}

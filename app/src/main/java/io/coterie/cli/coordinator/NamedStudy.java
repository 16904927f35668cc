package io.coterie.cli.coordinator;

import io.coterie.CoterieException;
import io.coterie.NearestName;
import io.coterie.study.Study;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Parameters;

/** A study of a coordinator, as people name it: by its name, or by its file. */
final class NamedStudy {
  @Parameters(
      arity = "0..1",
      paramLabel = "STUDY",
      description = "The name of a study, or its file. Default: all; to stop one, the only one.")
  String study;

  /** Returns the study's name, which is one of these; nothing where none was named. */
  Optional<String> among(List<String> names) {
    if (study == null) {
      return Optional.empty();
    }
    String name = names.contains(study) ? study : fileName().orElse(study);
    if (!names.contains(name)) {
      throw unknown(name, names);
    }
    return Optional.of(name);
  }

  /** Returns the study's name, or that of the only study. */
  String oneOf(List<String> names) {
    if (study == null && names.size() != 1) {
      throw CoterieException.usage(
          names.isEmpty()
              ? "No study runs there."
              : "Name the study; there are: %s.".formatted(String.join(", ", names)));
    }
    return among(names).orElseGet(() -> names.get(0));
  }

  private Optional<String> fileName() {
    try {
      Path file = Path.of(study);
      return Files.isRegularFile(file) ? Optional.of(Study.read(file).name()) : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static CoterieException unknown(String name, List<String> names) {
    return CoterieException.usage(
        "There is no study %s there; there is: %s.%s"
            .formatted(
                name,
                names.isEmpty() ? "none" : String.join(", ", names),
                NearestName.hint(name, names)));
  }
}

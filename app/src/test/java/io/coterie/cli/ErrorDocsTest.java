package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorDocsTest {
  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void everyErrorHasItsSection(ErrorCode code) throws IOException {
    String docs = Files.readString(Path.of("../docs/errors.md"));
    assertThat(docs)
        .contains("\n## " + code.anchor() + "\n")
        .contains("| %d | [%s](#%s) |".formatted(code.exitCode(), code.anchor(), code.anchor()));
  }
}

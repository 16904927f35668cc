package io.coterie.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntSupplier;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogOptionsTest {
  @TempDir Path folder;

  private AbstractThrowableAssert<?, ? extends Throwable> assertFails(IntSupplier command) {
    LogOptions options = new LogOptions();
    options.level = "info";
    options.format = "text";
    return assertThatThrownBy(() -> options.during(folder.resolve("site.log"), command));
  }

  @Test
  void theReasonOfAnErrorIsInTheLog() throws IOException {
    assertFails(
            () -> {
              throw CoterieException.usage("Say --yes.");
            })
        .isInstanceOf(CoterieException.class);
    assertThat(Files.readString(folder.resolve("site.log")))
        .containsPattern(" info  io\\.coterie\\.log\\.ProcessLog .* starts\\.\\R")
        .contains("It ends with USAGE, exit code 2: Say --yes.");
  }

  @Test
  void anErrorAboutDataShowsNoRecord() throws IOException {
    Path records = Files.writeString(folder.resolve("a.csv"), "miller,unknown\nsmith,6\njones,7\n");
    ReadOptions options = ReadOptions.defaults().withIgnored(List.of("id"));
    assertFails(() -> DataReader.read(records.toString(), options).size())
        .hasMessageContaining("has no column 'id'")
        .hasMessageContaining("miller");
    assertThat(Files.readString(folder.resolve("site.log")))
        .contains("It ends with USAGE, exit code 2: The terminal shows what is wrong")
        .doesNotContain("miller");
  }
}

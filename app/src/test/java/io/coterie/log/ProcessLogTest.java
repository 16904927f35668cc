package io.coterie.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.CoterieException;
import io.coterie.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class ProcessLogTest {
  private static final org.slf4j.Logger OURS = LoggerFactory.getLogger("io.coterie.test");
  private static final Logger NETWORK = Logger.getLogger("io.grpc.test");
  private static final Logger DRIVER = Logger.getLogger("org.driver.test");

  @TempDir Path folder;

  private static String logged(Level level, boolean isJson, Runnable work) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ProcessLog log = ProcessLog.toStream(out, level, isJson);
    work.run();
    log.close();
    OURS.error("after the end");
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aLineHasTimeLevelPlaceAndMessage() {
    assertThat(logged(Level.INFO, false, () -> OURS.info("site {} joined", "a")))
        .matches(
            "[0-9-]+T[0-9:]+\\.[0-9]{3}Z info  io\\.coterie\\.test \\[[^]]+] site a joined\\R");
  }

  @Test
  void linesBelowTheLevelAreNotKept() {
    Runnable all =
        () -> {
          OURS.debug("two");
          OURS.info("three");
          OURS.warn("four");
          OURS.error("five");
        };
    assertThat(logged(Level.WARNING, false, all)).contains("warn ", "error").hasLineCount(2);
    assertThat(logged(Level.FINE, false, all))
        .containsPattern("debug .* two\\R.* info .* three\\R")
        .hasLineCount(4);
  }

  @Test
  void anExceptionIsItsClassAndStackWithoutItsMessage() throws IOException {
    Exception cell = new NumberFormatException("For input string: \"37.25\"");
    Exception problem = new IllegalStateException("record 37.25", cell);

    String text = logged(Level.INFO, false, () -> OURS.error("it fails", problem));
    assertThat(text)
        .contains("  java.lang.IllegalStateException\n    at io.coterie.log.ProcessLogTest.")
        .contains("  caused by java.lang.NumberFormatException\n    at ")
        .doesNotContain("37.25");

    String json = logged(Level.INFO, true, () -> OURS.error("it fails", problem));
    assertThat(json).hasLineCount(1).doesNotContain("37.25");
    JsonNode line = Json.parse(json);
    assertThat(line.path("level").asText()).isEqualTo("error");
    assertThat(line.path("message").asText()).isEqualTo("it fails");
    assertThat(line.path("exceptions")).hasSize(2);
    assertThat(line.path("exceptions").path(1).path("class").asText())
        .isEqualTo("java.lang.NumberFormatException");
    assertThat(line.path("exceptions").path(0).path("stack").path(0).asText())
        .startsWith("io.coterie.log.ProcessLogTest.");
  }

  @Test
  void aKnownProblemHasItsCode() {
    String text =
        logged(Level.INFO, false, () -> OURS.warn("no", CoterieException.badData("record 37.25")));
    assertThat(text).contains("io.coterie.CoterieException BAD_DATA").doesNotContain("37.25");
  }

  @Test
  void librariesWarnAndSayNoMoreAtAnyLevel() {
    NETWORK.setLevel(Level.FINEST);
    String text =
        logged(
            Level.FINEST,
            false,
            () -> {
              NETWORK.fine("OUTBOUND DATA: bytes=0a0b0c");
              NETWORK.log(Level.WARNING, "port {0} is closed", "seven");
              DRIVER.warning("value 37.25 cannot be cast");
            });
    assertThat(text)
        .contains("warn  io.grpc.test", "port seven is closed", "warn  org.driver.test")
        .doesNotContain("OUTBOUND", "37.25")
        .hasLineCount(2);
  }

  @Test
  void whatPeersWriteBreaksNoLine() {
    assertThat(
            logged(Level.INFO, false, () -> OURS.info("site {}", "a\nerror all is lost\u001b[2J")))
        .contains("site a error all is lost")
        .hasLineCount(1);
  }

  @Test
  void oneFaultAgainAndAgainDoesNotFillTheLog() {
    Exception problem = new IllegalStateException();
    String text =
        logged(
            Level.INFO,
            false,
            () -> {
              for (int i = 0; i < 100; i++) {
                OURS.error("it fails", problem);
              }
            });
    assertThat(text.split("java.lang.IllegalStateException", -1)).hasSize(6);
    assertThat(text.split("it fails \\(the stack is the same as above\\)", -1)).hasSize(96);
  }

  @Test
  void aFileIsItsOwnersAndNeverGrowsBeyondItsLimit() throws IOException {
    Path file = folder.resolve("coordinator.log");
    Files.writeString(file, "an earlier process\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    ProcessLog log = ProcessLog.toFile(file, Level.INFO, false);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    String long1000 = "x".repeat(1000);
    for (int i = 0; i < 25_000; i++) {
      OURS.info("{} {}", i, long1000);
    }
    log.close();

    Path earlier = folder.resolve("coordinator.log.1");
    assertThat(Files.size(file)).isLessThanOrEqualTo(ProcessLog.MOST_BYTES);
    assertThat(Files.size(earlier)).isBetween(9L << 20, ProcessLog.MOST_BYTES);
    assertThat(Files.readString(file)).contains(" 24999 x");
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(2);
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void anInterruptedThreadDoesNotEndTheLog() throws IOException {
    Path file = folder.resolve("site.log");
    ProcessLog log = ProcessLog.toFile(file, Level.INFO, false);
    Thread.currentThread().interrupt();
    OURS.info("while interrupted");
    assertThat(Thread.interrupted()).isTrue();
    OURS.info("afterwards");
    log.close();
    assertThat(Files.readString(file)).contains("while interrupted", "afterwards");
  }
}

package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A coordinator whose name nobody knows when a site starts. */
@Timeout(120)
class UnknownNameIT {
  private static final String PATIENCE = "1s";

  @TempDir private Path folder;

  @BeforeEach
  void provision() {
    CommandRun run =
        CommandRun.of(
            "provision",
            "--sites",
            "a",
            "--address",
            "coordinator.invalid:7443",
            "--out",
            folder.resolve("trust"));
    assertThat(run.exitCode()).as(run.err()).isZero();
  }

  private CommandRun join(Object... more) {
    Object[] words = {
      "join",
      "--home",
      folder.resolve("trust/site-a"),
      "--data",
      "iris",
      "--patience",
      PATIENCE,
      "--yes"
    };
    Object[] all = java.util.Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return CommandRun.of(all);
  }

  /** No name server ever knows a name that ends so (RFC 2606). */
  @Test
  void isLookedUpAgainForAsLongAsTheSiteHasPatience() {
    CommandRun run = join();
    assertThat(run.exitCode()).as(run.err()).isEqualTo(4);
    assertThat(run.out() + run.err())
        .contains("no name server knows that host")
        .contains("Check the name in connection.yaml. Trying again.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "coordinator..invalid:7443",
        "-coordinator.invalid:7443",
        "coordinator.invalid-:7443",
        "300.1.2.3:7443",
        "[1:2]:7443"
      })
  void isRefusedAtOnceWhereItCanBeNoName(String address) {
    CommandRun run = join("--address", address);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains("is no address");
    assertThat(run.out() + run.err()).doesNotContain("Trying again");
  }
}

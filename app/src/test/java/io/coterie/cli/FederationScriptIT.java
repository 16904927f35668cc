package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.testing.FreePort;
import io.coterie.testing.JavaCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The example that users run: six processes with certificates, twice, against a simulation. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FederationScriptIT {
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  @Test
  void fiveSitesGetTheClustersOfASimulation() throws Exception {
    Path program = folder.resolve("coterie");
    String java =
        JavaCommand.of("192m", Main.class.getName(), List.of()).stream()
            .map("'%s'"::formatted)
            .collect(Collectors.joining(" "));
    Files.writeString(program, "#!/bin/sh\nexec %s \"$@\"\n".formatted(java));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    Path out = folder.resolve("script.log");
    ProcessBuilder script =
        new ProcessBuilder(
            List.of("sh", "../examples/federation.sh", folder.resolve("files").toString()));
    script.environment().put("COTERIE", program.toString());
    script.environment().put("PORT", Integer.toString(FreePort.next()));
    Process process = script.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    try {
      boolean ended = process.waitFor(4, TimeUnit.MINUTES);
      String said = Files.readString(out);
      assertThat(ended).as(said).isTrue();
      assertThat(process.exitValue()).as(said).isZero();
      assertThat(said)
          .contains("totals: 569 records at 5 sites, the clusters of the simulation")
          .contains("dp: 569 records at 5 sites, the clusters of the simulation");
    } finally {
      process.destroy(); // the script ends its children
    }
  }
}

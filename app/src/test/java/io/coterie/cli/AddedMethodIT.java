package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.example.SketchMethod;
import io.coterie.method.FederatedMethod;
import io.coterie.testing.FreePort;
import io.coterie.testing.JavaCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A method needs its own package and one service file: everything else learns of it from there. The
 * service file is on the class path of these processes and of no other test.
 */
class AddedMethodIT {
  @TempDir Path folder;

  @BeforeEach
  void addServiceFile() throws IOException {
    Path services = Files.createDirectories(folder.resolve("added/META-INF/services"));
    Files.writeString(
        services.resolve(FederatedMethod.class.getName()), SketchMethod.class.getName());
  }

  private Process start(String log, Object... words) throws IOException {
    List<String> command =
        new ArrayList<>(
            JavaCommand.of(
                "256m", Main.class.getName(), Arrays.stream(words).map(String::valueOf).toList()));
    int classPath = command.indexOf("-cp") + 1;
    command.set(classPath, folder.resolve("added") + File.pathSeparator + command.get(classPath));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(log).toFile())
        .start();
  }

  private String end(Process process, String log) throws IOException, InterruptedException {
    assertThat(process.waitFor(240, TimeUnit.SECONDS)).as("%s ends", log).isTrue();
    String said = Files.readString(folder.resolve(log));
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }

  private String run(Object... words) throws IOException, InterruptedException {
    return end(start("run.log", words), "run.log");
  }

  @Test
  void isListedSimulatedInspectedAndReported() throws Exception {
    assertThat(run("methods", "sketch")).contains("--sketch-size N", "How many means a site sends");
    assertThat(run("simulate", "--method", "sketch", "--help"))
        .contains("Options of sketch", "--sketch-size=N");
    Path out = folder.resolve("out");
    assertThat(
            run(
                "simulate",
                "--data",
                "iris",
                "--method",
                "sketch",
                "--accept-group-disclosure",
                "--clusters",
                3,
                "--sites",
                3,
                "--sketch-size",
                5,
                "--out",
                out))
        .contains("a sketch of the records");
    assertThat(Files.readString(out.resolve("run.json"))).contains("\"sketch-size\": \"5\"");
    assertThat(
            run(
                "inspect",
                "--data",
                "iris",
                "--method",
                "sketch",
                "--accept-group-disclosure",
                "--clusters",
                3,
                "--sites",
                3))
        .contains("none: means of a few groups");
    run("report", out, "--force");
    assertThat(out.resolve("report.html")).content().contains("none: means of a few groups");
  }

  @Test
  void isServedByAStudyFile() throws Exception {
    List<String> sites = List.of("north", "south");
    List<String> records = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      records.add("%d.%d,%d.5".formatted(10 * (i % 3), i % 7, 10 * (i % 3)));
    }
    int port = FreePort.next();
    run(
        "provision",
        "--sites",
        String.join(",", sites),
        "--address",
        "127.0.0.1:" + port,
        "--out",
        folder.resolve("trust"));
    Path study =
        Files.writeString(
            folder.resolve("study.yaml"),
            """
            study: blobs
            method: sketch
            options: {sketch-size: 4}
            clusters: 3
            schema: {columns: [a, b]}
            participation: {sites: [north, south]}
            privacy: {level: component, accept-group-disclosure: true, sums: plain}
            """);
    assertThat(run("study", "check", study)).contains("sketch-size");
    Process coordinator =
        start(
            "serve.log",
            "serve",
            study,
            "--home",
            folder.resolve("trust/coordinator"),
            "--address",
            "127.0.0.1:" + port,
            "--threads",
            1);
    List<Process> joined = new ArrayList<>();
    for (String site : sites) {
      ServedDots.policy(folder.resolve("trust/site-" + site));
      Path data = Files.writeString(folder.resolve(site + ".csv"), "a,b\n");
      Files.write(data, records, StandardOpenOption.APPEND);
      joined.add(
          start(
              site + ".log",
              "join",
              "--home",
              folder.resolve("trust/site-" + site),
              "--data",
              data,
              "--ledger-dir",
              folder.resolve("ledger-" + site),
              "--threads",
              1,
              "--yes",
              "--patience",
              "4m"));
    }
    for (int i = 0; i < sites.size(); i++) {
      end(joined.get(i), sites.get(i) + ".log");
      List<String> labels =
          Files.readAllLines(
              folder.resolve("trust/site-" + sites.get(i) + "/results/blobs/labels.csv"));
      assertThat(labels).hasSize(61);
      assertThat(labels.stream().skip(1).map(line -> line.split(",", -1)[1]).distinct()).hasSize(3);
    }
    end(coordinator, "serve.log");
  }
}

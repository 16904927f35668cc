package io.coterie.bench.speed;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A Python that has the peers: NumPy, SciPy and scikit-learn.
 *
 * @param versions of Python and of the peers
 */
record Python(String executable, Path script, JsonNode versions) {
  static final String MISSING =
      "there is no Python with NumPy, SciPy and scikit-learn. On Debian and Ubuntu: apt install"
          + " python3-sklearn; elsewhere: pip install scikit-learn. COTERIE_PYTHON names another"
          + " Python";

  static Optional<Python> find(Scratch scratch) {
    return find(
        Stream.concat(
                Stream.ofNullable(System.getenv("COTERIE_PYTHON")).filter(name -> !name.isBlank()),
                Stream.of("python3", "/usr/bin/python3"))
            .toList(),
        scratch);
  }

  static Optional<Python> find(List<String> executables, Scratch scratch) {
    Path script = scratch.file("peers.py");
    try (InputStream in = Python.class.getResourceAsStream("/io/coterie/bench/peers.py")) {
      Files.write(script, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return executables.stream().flatMap(name -> tried(name, script, scratch).stream()).findFirst();
  }

  private static Optional<Python> tried(String name, Path script, Scratch scratch) {
    try {
      MeasuredProcess asked =
          MeasuredProcess.run(
              new ProcessBuilder(name, script.toString(), "versions"), scratch.folder());
      return asked.exitCode() == 0
          ? Optional.of(new Python(name, script, Json.parse(asked.out())))
          : Optional.empty();
    } catch (UncheckedIOException | IllegalArgumentException e) {
      return Optional.empty(); // there is no such program, or it is no Python
    }
  }

  ProcessBuilder process(String... words) {
    List<String> command = new ArrayList<>(List.of(executable, script.toString()));
    command.addAll(List.of(words));
    ProcessBuilder process = new ProcessBuilder(command);
    // The launcher sets it for our own networks; the peers run as they are.
    process.environment().remove("OMP_WAIT_POLICY");
    return process;
  }
}

package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.testing.FreePort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A profile of three sites over TLS, with sums under masks and seals. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ServedProfileIT {
  @TempDir private Path folder;

  private static CommandRun ok(CommandRun run) {
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    return run;
  }

  @Test
  void everySiteGetsTheProfileOfASimulation() throws Exception {
    Path study = folder.resolve("profile.yaml");
    ok(CommandRun.of("study", "profile", Wards.draft(folder), "--out", study));
    Map<String, Path> files = Wards.files(folder);
    String address = "127.0.0.1:" + FreePort.next();
    Path trust = folder.resolve("trust");
    ok(CommandRun.of("provision", "--sites", "a,b,c", "--address", address, "--out", trust));
    CompletableFuture<CommandRun> served =
        RunningCommand.start(
                "serve", study, "--home", trust.resolve("coordinator"), "--address", address)
            .end();
    Map<String, CompletableFuture<CommandRun>> joined = new TreeMap<>();
    for (String site : Wards.SITES) {
      joined.put(
          site,
          RunningCommand.start(
                  "join",
                  "--home",
                  trust.resolve("site-" + site),
                  "--data",
                  files.get(site),
                  "--engine",
                  site.equals("b") ? "stream" : "local",
                  "--yes")
              .end());
    }
    for (CompletableFuture<CommandRun> site : joined.values()) {
      ok(site.get());
    }
    assertThat(ok(served.get()).out()).contains("Measles").doesNotContain(Wards.RARE);

    List<Object> words = new ArrayList<>(List.of("simulate", study));
    files.forEach((site, file) -> words.addAll(List.of("--site", site + "=" + file)));
    words.addAll(List.of("--out", folder.resolve("simulated")));
    ok(CommandRun.of(words.toArray()));
    Path expected = folder.resolve("simulated/profile.json");
    assertThat(Files.readString(expected)).contains(Wards.SPREAD);
    assertThat(coordinatorHome().resolve("results/wards-profile/profile.json"))
        .hasSameTextualContentAs(expected);
    for (String site : Wards.SITES) {
      Path home = trust.resolve("site-" + site);
      assertThat(home.resolve("results/wards-profile/profile.json"))
          .hasSameTextualContentAs(expected);
    }
    assertThat(filesThatName(coordinatorHome(), Wards.RARE)).isEmpty();
    assertThat(filesThatName(coordinatorHome(), "Measles")).isNotEmpty();
  }

  private Path coordinatorHome() {
    return folder.resolve("trust/coordinator");
  }

  /** Returns the files of a folder, the journal with them, that hold a text. */
  private static List<Path> filesThatName(Path folder, String text) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> found = new ArrayList<>();
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        if (new String(bytes, StandardCharsets.ISO_8859_1).contains(text)) {
          found.add(file);
        }
      }
      return found;
    }
  }
}

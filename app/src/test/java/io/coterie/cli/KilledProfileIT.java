package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.testing.Await;
import io.coterie.testing.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A profile in which a process is killed with kill -9 in the middle of a round and started again.
 * Another site holds the round up meanwhile, so the moment is not left to chance.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KilledProfileIT {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private final Map<String, CoterieProcess> running = new LinkedHashMap<>();
  private final List<CoterieProcess> started = new ArrayList<>();
  private Path study;
  private Map<String, Path> files;
  private String address;

  @BeforeEach
  void write() throws IOException {
    study = folder.resolve("profile.yaml");
    files = Wards.files(folder);
    Path draft = Wards.draft(folder);
    Files.writeString(draft, Files.readString(draft).replace("60s", "10m"));
    ok(CommandRun.of("study", "profile", draft, "--out", study));
    address = "127.0.0.1:" + FreePort.next();
    ok(
        CommandRun.of(
            "provision",
            "--sites",
            "a,b,c",
            "--address",
            address,
            "--out",
            folder.resolve("trust")));
  }

  @AfterEach
  void end() {
    started.forEach(CoterieProcess::close);
  }

  private static void ok(CommandRun run) {
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
  }

  private Path home(String party) {
    return folder.resolve("trust").resolve(party);
  }

  private CoterieProcess start(String party, String... words) throws IOException {
    CoterieProcess process = CoterieProcess.start(folder.resolve(party + ".log"), List.of(words));
    started.add(process);
    running.put(party, process);
    return process;
  }

  private CoterieProcess coordinator(String command) throws IOException {
    return start(
        "coordinator",
        command,
        study.toString(),
        "--home",
        home("coordinator").toString(),
        "--address",
        address,
        "--threads",
        "1");
  }

  private CoterieProcess join(String site) throws IOException {
    return start(
        "site-" + site,
        "join",
        "--home",
        home("site-" + site).toString(),
        "--data",
        files.get(site).toString(),
        "--threads",
        "1",
        "--patience",
        "10m",
        "--yes");
  }

  /** Has the first round wait for site c, with a part of site a in it. */
  private void holdUp() throws Exception {
    CoterieProcess coordinator = coordinator("serve");
    CoterieProcess c = join("c");
    assertThat(coordinator.awaitWords("site c joined")).as(story()).isTrue();
    c.signal("STOP");
    join("a");
    join("b");
    Await.until(() -> status().contains("\"collecting\""), LIMIT, this::story);
    assertThat(coordinator.isAlive()).isTrue();
  }

  private String status() {
    return CommandRun.of("status", "--home", home("coordinator"), "--format", "json").out();
  }

  private String story() {
    StringBuilder story = new StringBuilder();
    running.forEach(
        (party, process) ->
            story.append("\n--- ").append(party).append('\n').append(process.said()));
    return story.toString();
  }

  /** Every party ends well, with the profile of a simulation. */
  private void requireProfile() throws Exception {
    running.get("site-c").signal("CONT");
    for (CoterieProcess process : running.values()) {
      assertThat(process.await()).as(story()).isZero();
    }
    List<Object> words = new ArrayList<>(List.of("simulate", study));
    files.forEach((site, file) -> words.addAll(List.of("--site", site + "=" + file)));
    words.addAll(List.of("--out", folder.resolve("simulated")));
    ok(CommandRun.of(words.toArray()));
    for (String party : running.keySet()) {
      assertThat(home(party).resolve("results/wards-profile/profile.json"))
          .as(party)
          .hasSameTextualContentAs(folder.resolve("simulated/profile.json"));
    }
  }

  @Test
  void goesOnAfterItsCoordinatorWasKilled() throws Exception {
    holdUp();
    running.get("coordinator").kill();
    coordinator("resume");
    requireProfile();
  }

  @Test
  void goesOnAfterASiteWasKilled() throws Exception {
    holdUp();
    running.get("site-a").kill();
    CoterieProcess again = join("a");
    assertThat(running.get("coordinator").awaitWords("site a is back")).as(story()).isTrue();
    assertThat(again.isAlive()).isTrue();
    requireProfile();
  }
}

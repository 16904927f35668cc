package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Sites that never come, come late, fall silent or will not: the study says so. */
@Execution(ExecutionMode.CONCURRENT) // most of the time they wait
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class MissingSitesIT {
  private static final List<String> FIVE = List.of("a", "b", "c", "d", "e");
  private static final String TOTALS = "level: totals";

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private ProcessFederation federation(List<String> sites, String participation)
      throws IOException {
    return new ProcessFederation(folder.resolve("federation"), sites, participation, TOTALS);
  }

  /** Starts sites and waits until each of them waits for its coordinator. */
  private static Map<String, CoterieProcess> waiting(ProcessFederation federation, String... sites)
      throws Exception {
    Map<String, CoterieProcess> started = new LinkedHashMap<>();
    for (String site : sites) {
      started.put(site, federation.join(site));
    }
    for (CoterieProcess site : started.values()) {
      assertThat(site.awaitWords("is not there yet")).as(site.said()).isTrue();
    }
    return started;
  }

  private static List<String> names(JsonNode array) {
    List<String> names = new ArrayList<>();
    array.forEach(name -> names.add(name.asText()));
    return names;
  }

  @Test
  void twoOfFiveNeverComeAndThreeAreEnough() throws Exception {
    try (ProcessFederation federation =
        federation(FIVE, "quorum: 3\njoin-within: 30s\nanswer-within: 60s\n")) {
      Map<String, CoterieProcess> sites = waiting(federation, "a", "b", "c");
      CoterieProcess coordinator = federation.serve();
      assertThat(coordinator.await()).as(federation.story()).isZero();
      for (CoterieProcess site : sites.values()) {
        assertThat(site.await()).as(federation.story()).isZero();
      }
      JsonNode run = new ObjectMapper().readTree(federation.runJson());
      assertThat(names(run.path("missing"))).containsExactly("d", "e");
      assertThat(coordinator.said()).contains("absent from every round: d, e");
      assertThat(federation.labels("a")).hasSize(30);
    }
  }

  @Test
  void twoOfFiveNeverComeAndFourAreNeededThenTheyCome() throws Exception {
    try (ProcessFederation federation =
        federation(FIVE, "quorum: 4\njoin-within: 30s\nanswer-within: 60s\n")) {
      Map<String, CoterieProcess> sites = waiting(federation, "a", "b", "c");
      CoterieProcess coordinator = federation.serve();
      assertThat(coordinator.await()).as(federation.story()).isEqualTo(4);
      assertThat(coordinator.said())
          .contains(
              "Only 3 sites joined within 30s: a, b, c; the quorum is 4. Missing: d (never called), e (never called).")
          .contains("coterie resume");
      for (CoterieProcess site : sites.values()) {
        assertThat(site.await()).as(federation.story()).isEqualTo(4);
        assertThat(site.said()).contains("The study failed: Only 3 sites joined");
      }
      // The two that come are enough to begin; those that came before must be there to answer.
      Map<String, CoterieProcess> all = federation.joinAll();
      CoterieProcess resumed = federation.resume();
      assertThat(resumed.await()).as(federation.story()).isZero();
      for (CoterieProcess site : all.values()) {
        assertThat(site.await()).as(federation.story()).isZero();
      }
    }
  }

  @Test
  void oneFallsSilentAndOneComesLate() throws Exception {
    List<String> four = List.of("a", "b", "c", "d");
    // Two sites cannot hide anything from each other in a sum, so theirs are plain.
    try (ProcessFederation federation =
        new ProcessFederation(
            folder.resolve("federation"),
            four,
            "quorum: 2\njoin-within: 30s\nanswer-within: 30s\n",
            "level: component, accept-group-disclosure: true, sums: plain")) {
      Map<String, CoterieProcess> sites = waiting(federation, "a", "b", "c");
      CoterieProcess coordinator = federation.serve();
      assertThat(coordinator.awaitWords("site c joined")).as(federation.story()).isTrue();
      sites.get("c").signal("STOP");
      assertThat(coordinator.awaitWords("round 1 ")).as(federation.story()).isTrue();
      sites.get("a").signal("STOP"); // holds the study up until the late one is there
      sites.put("d", federation.join("d"));
      assertThat(coordinator.awaitWords("site d joined")).as(federation.story()).isTrue();
      sites.get("a").signal("CONT");
      sites.get("c").signal("CONT");
      assertThat(coordinator.await()).as(federation.story()).isZero();
      for (CoterieProcess site : sites.values()) {
        assertThat(site.await()).as(federation.story()).isZero();
      }
      JsonNode rounds = new ObjectMapper().readTree(federation.runJson()).path("taking_part");
      assertThat(names(rounds.get(0).path("sites"))).containsExactly("a", "b");
      assertThat(names(rounds.get(rounds.size() - 1).path("sites"))).contains("b", "d");
      assertThat(federation.labels("d")).isNotEmpty();
      assertThat(federation.labels("c")).isNotEmpty();
    }
  }

  @Test
  void oneWillNotTakePart() throws Exception {
    try (ProcessFederation federation =
        federation(List.of("a", "b"), "join-within: 60s\nanswer-within: 60s\n")) {
      Files.writeString(federation.home("b").resolve("policy.yaml"), "levels: [dp]\n");
      CoterieProcess coordinator = federation.serve();
      CoterieProcess unwilling = federation.join("b");
      assertThat(unwilling.await()).as(federation.story()).isNotZero();
      assertThat(unwilling.said()).contains("level");
      assertThat(coordinator.await()).as(federation.story()).isEqualTo(4);
      assertThat(coordinator.said())
          .contains("site b declined: its policy does not allow the study")
          .contains("quorum of 2 sites cannot be reached any more");
    }
  }
}

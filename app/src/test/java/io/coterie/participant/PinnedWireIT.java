package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import io.coterie.math.Matrix;
import io.coterie.store.journal.Journal;
import io.coterie.store.journal.Journal.StoredMessage;
import io.coterie.store.journal.JournalEvent;
import io.coterie.study.FlowerStudy;
import io.coterie.study.Study;
import io.coterie.testing.Arithmetic;
import io.coterie.wire.Slot;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a study leaves in its journals: the hash of the study, every message of every site by its
 * SHA-256, and the kinds of events. Sums are plain here, since masks are drawn anew in each run.
 * {@code -Dpinned.write=FOLDER} writes new pins.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class PinnedWireIT {
  private static final List<String> SITES = List.of("a", "b", "c");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {"anchor-graph:groups", "ffcm", "k-fed", "dsc", "fed-sc", "spp-fgc", "dp-lloyd"})
  void aStudySendsTheSameBytes(String method) throws Exception {
    Study study =
        FlowerStudy.of(
            """
            method: %s
            participation: {sites: [a, b, c], join-within: 120s, answer-within: 120s}
            privacy: {level: component, accept-group-disclosure: true, sums: plain}
            """
                .formatted(method));
    Matrix records = DataReader.read("iris", ReadOptions.defaults()).records();
    LoopbackFederation network =
        new LoopbackFederation(folder, study, LoopbackFederation.deal(records, SITES), false);

    network.run();

    String written = written(study);
    String folderOfNewPins = System.getProperty("pinned.write");
    if (folderOfNewPins != null) {
      Files.writeString(
          Path.of(folderOfNewPins, "wire-%s.txt".formatted(method.replace(':', '-'))), written);
    } else {
      String kept = kept(method);
      assertThat(withoutMessages(written)).isEqualTo(withoutMessages(kept));
      assumeTrue(
          written.lines().findFirst().equals(kept.lines().findFirst()),
          "this machine rounds products otherwise than the one of the pins; messages are not"
              + " compared");
      assertThat(written).isEqualTo(kept);
    }
  }

  private static List<String> withoutMessages(String text) {
    return text.lines()
        .filter(line -> !line.startsWith("message ") && !line.startsWith("arithmetic "))
        .toList();
  }

  private String written(Study study) {
    List<String> lines = new ArrayList<>();
    lines.add("arithmetic " + Arithmetic.digest());
    lines.add("hash " + study.hash());
    try (Journal journal = Journal.open(folder.resolve("coordinator.db"))) {
      List<String> events = new ArrayList<>();
      int rounds = 0;
      for (JournalEvent event : journal.events(study.name(), 0)) {
        rounds = Math.max(rounds, event.round());
        events.add("event %d %s".formatted(event.round(), event.kind()));
      }
      events.stream().sorted().forEach(lines::add);
      for (int round = 1; round <= rounds + 1; round++) {
        for (Slot.Step step : List.of(Slot.Step.ANSWER, Slot.Step.LABEL)) {
          String name = step.name().toLowerCase(Locale.ROOT);
          for (StoredMessage message : journal.messages(study.name(), round, 1, name)) {
            lines.add(
                "message %d %s %s %d %s"
                    .formatted(
                        round, name, message.key().site(), message.bytes(), message.sha256()));
          }
        }
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private static String kept(String method) throws Exception {
    try (InputStream stream =
        PinnedWireIT.class.getResourceAsStream(
            "/pinned/wire-%s.txt".formatted(method.replace(':', '-')))) {
      return new String(
          Objects.requireNonNull(stream, method).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.store.journal.BegunStudy;
import io.coterie.store.journal.EventKind;
import io.coterie.store.journal.Journal;
import io.coterie.wire.Slot;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SentSoFarTest {
  @TempDir private Path folder;
  private Path file;
  private SentSoFar sent;

  @BeforeEach
  void name() {
    file = folder.resolve("journal.db");
    sent = new SentSoFar(file);
  }

  private void begin(String study, EventKind... events) {
    try (Journal journal = Journal.open(file)) {
      journal.begin(new BegunStudy(study, "0".repeat(64), "{}", Instant.EPOCH));
      Outbox outbox = new Outbox(journal, study, "north");
      for (EventKind event : events) {
        if (event == EventKind.SENT) {
          outbox.sent(new Slot(1, 1, Slot.Step.ANSWER), 1_000);
        } else {
          outbox.note(event, 1, "");
        }
      }
    }
  }

  @Test
  void aSiteWithoutAJournalHasSentNothing() {
    assertThat(sent.words("ward"))
        .isEqualTo("No answer about its records has left this site in study ward.");
    assertThat(sent.finished()).isEmpty();
    assertThat(file).doesNotExist();
  }

  @Test
  void whatHasLeftIsCounted() {
    begin("ward", EventKind.AGREED, EventKind.SENT, EventKind.SENT);
    begin("other", EventKind.AGREED);
    assertThat(sent.words("ward")).contains("2 messages with 2.0 KB had left this site");
    assertThat(sent.words("other")).startsWith("No answer");
    assertThat(sent.finished()).isEmpty();
  }

  @Test
  void aSiteHasFinishedWhenItHasItsAnswerOfEveryStudy() {
    begin("ward", EventKind.AGREED, EventKind.SENT, EventKind.LABELLED);
    assertThat(sent.finished()).contains("ward");
    begin("next", EventKind.AGREED, EventKind.SENT);
    assertThat(sent.finished()).isEmpty();
  }
}

package io.coterie.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.store.AtomicOutput;
import io.coterie.store.journal.Journal;
import io.coterie.store.ledger.LedgerFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A folder that nobody can write to, root neither. */
class ReadOnlyFolderTest {
  private static final Path READ_ONLY = Path.of("/proc/self");

  @BeforeEach
  void findOne() {
    assumeTrue(Files.isDirectory(READ_ONLY), "this system has no such folder");
  }

  private static void requireClearRefusal(ThrowingCallable work, String... words) {
    assertThatThrownBy(work)
        .isInstanceOfSatisfying(
            CoterieException.class,
            problem -> {
              assertThat(problem.code()).isEqualTo(ErrorCode.OUTPUT);
              assertThat(problem.getMessage()).contains(READ_ONLY.toString()).contains(words);
            });
  }

  @Test
  void aJournalThereIsRefused() {
    requireClearRefusal(
        () -> Journal.open(READ_ONLY.resolve("home/journal.db")), "cannot be written", "Check");
  }

  @Test
  void aLedgerThereIsRefused() {
    requireClearRefusal(
        () -> new LedgerFolder(READ_ONLY.resolve("ledger")).ledger("iris"),
        "cannot be used",
        "--ledger-dir");
  }

  @Test
  void resultsThereAreRefused() {
    requireClearRefusal(
        () -> AtomicOutput.forFolder(READ_ONLY.resolve("results"), false),
        "Nothing can be written");
  }
}

package io.coterie.store.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.privacy.LedgerEntry;
import io.coterie.privacy.PrivacyBudget;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.store.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerFileTest {
  private static final String SOURCE = "/clinic/patients.csv";
  private static final PrivacyBudget FOUR = new PrivacyBudget(4, 1e-6);

  @TempDir private Path temporary;
  private Path folder;
  private LedgerFile ledger;

  @BeforeEach
  void openLedger() {
    folder = temporary.resolve("ledger");
    ledger = open();
  }

  /** Opens the ledger anew, as another process would. */
  private LedgerFile open() {
    Clock noon = Clock.fixed(Instant.parse("2026-11-15T12:00:00.25Z"), ZoneOffset.UTC);
    return new LedgerFolder(folder, noon).ledger(SOURCE);
  }

  private static LedgerEntry entry(int round, double pureEpsilon) {
    return new LedgerEntry("study", round, "counts", new PrivacyLoss(0.001, pureEpsilon));
  }

  /** A ledger with a budget of 4 and three charges. */
  private void fill() {
    ledger.setBudget(FOUR);
    for (int round = 1; round <= 3; round++) {
      ledger.charge(entry(round, 0.5));
    }
  }

  @Test
  void chargesAddUpAndSurviveTheProcess() {
    fill();
    LedgerFile later = open();
    assertThat(later.state().spent().pureEpsilon()).isEqualTo(1.5);
    assertThat(later.state().spent().rho()).isEqualTo(0.001 + 0.001 + 0.001);
    assertThat(later.state().budget()).contains(FOUR);
    assertThat(later.state().lines()).hasSize(4);
    assertThat(later.state().lines().get(2).charge()).contains(entry(2, 0.5));
    assertThat(later.state().lines().get(2).time()).isEqualTo("2026-11-15T12:00:00Z");
  }

  @Test
  void anOverspendIsRefusedWithTheNumbersAndTheFile() throws IOException {
    fill();
    String before = Files.readString(ledger.file());
    CoterieException refusal =
        catchThrowableOfType(CoterieException.class, () -> ledger.charge(entry(4, 3)));

    assertThat(refusal.code()).isEqualTo(ErrorCode.BUDGET);
    PrivacyLoss spent = ledger.state().spent();
    assertThat(refusal)
        .hasMessageContaining(ledger.file().toString())
        .hasMessageContaining("epsilon %.4g".formatted(spent.epsilon(1e-6)))
        .hasMessageContaining("asked: %.4g".formatted(entry(4, 3).loss().epsilon(1e-6)))
        .hasMessageContaining("limit is 4.000 at delta 1.0e-06");
    assertThat(Files.readString(ledger.file())).isEqualTo(before);
    ledger.charge(entry(4, 0.5)); // what fits is still allowed
  }

  @Test
  void withoutABudgetNothingIsReleased() {
    CoterieException refusal =
        catchThrowableOfType(CoterieException.class, () -> ledger.charge(entry(1, 0.1)));
    assertThat(refusal.code()).isEqualTo(ErrorCode.BUDGET);
    assertThat(refusal).hasMessageContaining("coterie budget set");
    assertThat(ledger.state().spent()).isEqualTo(PrivacyLoss.none());
  }

  @Test
  void aNewLimitKeepsWhatIsSpent() {
    fill();
    ledger.setBudget(new PrivacyBudget(1, 1e-6));
    assertThat(ledger.state().spent().pureEpsilon()).isEqualTo(1.5);
    assertThat(catchThrowableOfType(CoterieException.class, () -> ledger.charge(entry(4, 0.01))))
        .isNotNull();
    ledger.setBudget(new PrivacyBudget(5, 1e-6));
    ledger.charge(entry(4, 0.01));
  }

  @Test
  void aCrashBetweenLedgerAndSendCountsAsSpent() {
    ledger.setBudget(FOUR);
    assertThatIllegalStateException()
        .isThrownBy(
            () -> {
              ledger.charge(entry(1, 2));
              throw new IllegalStateException("the line is cut before anything is sent");
            });
    assertThat(open().state().spent().pureEpsilon()).isEqualTo(2);
  }

  @Test
  void aPersonWithSeveralRecordsIsChargedForAll() {
    ledger.setBudget(FOUR);
    ledger.charge(entry(1, 0.5).forPerson(3));
    assertThat(open().state().spent()).isEqualTo(new PrivacyLoss(0.001, 0.5).times(3));
  }

  @Test
  void nothingTellsWhoseDataItIs() throws IOException {
    fill();
    assertThat(ledger.file().getFileName().toString()).matches("[0-9a-f]{32}\\.jsonl");
    assertThat(Files.readString(ledger.file()))
        .doesNotContain("clinic", "patients")
        .startsWith(
            "{\"version\":1,\"sequence\":0,\"time\":\"2026-11-15T12:00:00Z\",\"limit_epsilon\":4.0");
    for (String line : Files.readAllLines(ledger.file()).subList(1, 4)) {
      assertThat(line)
          .matches(
              "\\{\"version\":1,\"sequence\":[0-9],\"time\":\"[^\"]*\",\"study\":\"study\",\"round\":[0-9],"
                  + "\"release\":\"counts\",\"rho\":0.001,\"pure_epsilon\":0.5,\"draw\":\"\","
                  + "\"previous\":\"[0-9a-f]{64}\",\"seal\":\"[0-9a-f]{64}\"}");
    }
    // Another site's key gives another name.
    assertThat(new LedgerFolder(temporary.resolve("other")).ledger(SOURCE).file().getFileName())
        .isNotEqualTo(ledger.file().getFileName());
    assertThat(new LedgerFolder(folder).ledger("/clinic/staff.csv").file())
        .isNotEqualTo(ledger.file());
  }

  @Test
  void onlyTheOwnerMayReadIt() throws IOException {
    fill();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .isEqualTo("rw-------");
      }
    }
  }

  private void damaged(String reason) {
    CoterieException refusal =
        catchThrowableOfType(CoterieException.class, () -> open().charge(entry(9, 0.01)));
    assertThat(refusal).isNotNull().hasMessageContaining(reason);
    assertThat(refusal.code()).isEqualTo(ErrorCode.BAD_DATA);
    assertThat(refusal).hasMessageContaining(ledger.file().toString());
    assertThat(catchThrowableOfType(CoterieException.class, () -> open().state().spent()))
        .isNotNull();
  }

  private List<String> lines() throws IOException {
    return new ArrayList<>(Files.readAllLines(ledger.file()));
  }

  private void rewrite(List<String> lines) throws IOException {
    Files.writeString(ledger.file(), String.join("\n", lines) + "\n");
  }

  @Test
  void everyChangedCharacterIsNoticed() throws IOException {
    fill();
    byte[] whole = Files.readAllBytes(ledger.file());
    for (int at = 0; at < whole.length; at++) {
      byte[] changed = whole.clone();
      changed[at] ^= 1;
      Files.write(ledger.file(), changed);
      assertThat(catchThrowableOfType(CoterieException.class, () -> open().state().spent()))
          .as("byte %d", at)
          .isNotNull();
    }
    Files.write(ledger.file(), whole);
    assertThat(open().state().spent().pureEpsilon()).isEqualTo(1.5);
  }

  @Test
  void aSmallerCostIsNoticed() throws IOException {
    fill();
    List<String> lines = lines();
    lines.set(3, lines.get(3).replace("\"pure_epsilon\":0.5", "\"pure_epsilon\":0.1"));
    rewrite(lines);
    damaged("line 4: it was changed");
  }

  @Test
  void aMissingLineIsNoticedWhereverItWas() throws IOException {
    fill();
    List<String> whole = lines();
    for (int missing = 0; missing < whole.size(); missing++) {
      List<String> lines = new ArrayList<>(whole);
      lines.remove(missing);
      rewrite(lines);
      damaged(missing < 3 ? "does not follow" : "its .head file was made for 4 others");
    }
    Files.write(ledger.file(), new byte[0]);
    damaged("has 0 lines");
    Files.delete(ledger.file());
    damagedWhenCharged();
  }

  private void damagedWhenCharged() {
    CoterieException refusal =
        catchThrowableOfType(CoterieException.class, () -> open().charge(entry(9, 0.01)));
    assertThat(refusal.code()).isEqualTo(ErrorCode.BAD_DATA);
  }

  @Test
  void linesInAnotherOrderAreNoticed() throws IOException {
    fill();
    List<String> lines = lines();
    Collections.swap(lines, 1, 2);
    rewrite(lines);
    damaged("line 2: it does not follow");
  }

  @Test
  void aLineOfAnotherLedgerIsNoticed() throws IOException {
    fill();
    LedgerFile other = new LedgerFolder(folder).ledger("/clinic/staff.csv");
    other.setBudget(new PrivacyBudget(100, 1e-6));
    List<String> lines = lines();
    lines.set(0, Files.readAllLines(other.file()).get(0));
    rewrite(lines);
    damaged("line 1: it does not follow");
  }

  @Test
  void aLostHeadIsNoticed() throws IOException {
    fill();
    Files.delete(folder.resolve(ledger.file().getFileName() + ".head"));
    damaged(".head");
  }

  @Test
  void aCrashBetweenLineAndHeadCountsAsSpent() throws IOException {
    fill();
    Path head = folder.resolve(ledger.file().getFileName() + ".head");
    String before = Files.readString(head);
    ledger.charge(entry(4, 0.25));
    Files.writeString(head, before);

    assertThat(open().state().spent().pureEpsilon()).isEqualTo(1.75);
    open().charge(entry(5, 0.25));
    assertThat(open().state().spent().pureEpsilon()).isEqualTo(2);
  }

  @Test
  void aCrashWithinALineLeavesNothingSpentAndTheLedgerGoesOn() throws IOException {
    fill();
    String part = lines().get(3).replace("\"sequence\":3", "\"sequence\":4");
    Files.writeString(ledger.file(), part, StandardOpenOption.APPEND); // no line feed

    assertThat(open().state().unfinished()).isTrue();
    assertThat(open().state().spent().pureEpsilon()).isEqualTo(1.5);
    open().charge(entry(4, 0.5));
    assertThat(open().state().unfinished()).isFalse();
    assertThat(open().state().spent().pureEpsilon()).isEqualTo(2);
    assertThat(lines()).hasSize(5);
  }

  @Test
  void aLineThatWasWholeAndIsCutIsNoticed() throws IOException {
    fill();
    String text = Files.readString(ledger.file());
    Files.writeString(ledger.file(), text.substring(0, text.length() - 20));
    damaged("has 3 lines");
  }

  @Test
  void aLostKeyStartsNoNewBudget() throws IOException {
    fill();
    Files.delete(folder.resolve("key"));
    assertThat(catchThrowableOfType(CoterieException.class, this::open))
        .hasMessageContaining("lost their key");
    PrivateFiles.replace(folder.resolve("key"), "short");
    assertThat(catchThrowableOfType(CoterieException.class, this::open))
        .hasMessageContaining("is damaged");
  }

  @Test
  void racingThreadsCannotOverspend() throws Exception {
    ledger.setBudget(FOUR);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      Callable<Integer> spender = () -> LedgerSpender.spend(open());
      int charged = 0;
      for (Future<Integer> count : threads.invokeAll(Collections.nCopies(4, spender))) {
        charged += count.get();
      }
      assertThat(charged).isEqualTo(8);
      assertThat(ledger.state().spent().pureEpsilon()).isEqualTo(4);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Lets the next head not be written, as on a disk that has space for a line and no more. */
  private Path blockHead() throws IOException {
    String name = ledger.file().getFileName() + ".head.new";
    return Files.createDirectories(ledger.file().resolveSibling(name).resolve("full"));
  }

  private void unblockHead(Path blocked) throws IOException {
    Files.delete(blocked);
    Files.delete(blocked.getParent());
  }

  @Test
  void aLineWhoseHeadCannotBeWrittenDoesNotCount() throws IOException {
    fill();
    byte[] before = Files.readAllBytes(ledger.file());
    Path blocked = blockHead();

    CoterieException limit =
        catchThrowableOfType(
            CoterieException.class, () -> ledger.setBudget(new PrivacyBudget(9, 1e-6)));
    CoterieException charge =
        catchThrowableOfType(CoterieException.class, () -> ledger.charge(entry(4, 0.5)));

    assertThat(limit.code()).isEqualTo(ErrorCode.OUTPUT);
    assertThat(limit).hasMessageContaining("so the limit is what it was before");
    assertThat(charge).hasMessageContaining("so nothing is sent");
    assertThat(Files.readAllBytes(ledger.file())).isEqualTo(before);
    assertThat(open().state().budget()).contains(FOUR);
    unblockHead(blocked);
    ledger.setBudget(new PrivacyBudget(9, 1e-6));
    ledger.charge(entry(4, 0.5));
    assertThat(open().state().lines()).hasSize(6);
    assertThat(open().state().budget()).contains(new PrivacyBudget(9, 1e-6));
  }
}

package io.coterie.faults;

import io.coterie.CoterieException;
import io.coterie.coordinator.StudyAnswer;
import io.coterie.message.Labels;
import io.coterie.privacy.LedgerEntry;
import io.coterie.store.journal.Journal;
import io.coterie.store.journal.Journal.StoredMessage;
import io.coterie.store.ledger.LedgerState;
import io.coterie.study.Study;
import io.coterie.wire.Slot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Looks at what a study has left behind, and says what is wrong with it. */
final class Judge {
  private static final int MOST_ROUNDS = 20;

  private final Setting setting;
  private final Study study;
  private final CoordinatorParty coordinator;
  private final List<SiteParty> sites;
  private final List<Fault> struck;
  private final List<String> problems = new ArrayList<>();

  Judge(Setting setting, CoordinatorParty coordinator, List<SiteParty> sites, List<Fault> struck) {
    this.setting = setting;
    this.study = setting.study();
    this.coordinator = coordinator;
    this.sites = sites;
    this.struck = struck;
  }

  /** Returns what is wrong; nothing, if all is well. */
  List<String> problems() throws IOException {
    Optional<CoterieException> failure = coordinator.failure();
    if (failure.isPresent()) {
      checkFailure(failure.get());
    } else if (coordinator.answer().isPresent()) {
      checkLabels(coordinator.answer().get());
    } else {
      problems.add("the study has neither an answer nor a failure");
    }
    checkFiles();
    checkJournals();
    return problems;
  }

  /** A study may fail where its sites have died more often than its sums can bear. */
  private void checkFailure(CoterieException failure) {
    long deaths = struck.stream().filter(fault -> !isCoordinator(fault)).count();
    if (deaths < 2 || !failure.getMessage().contains("It was tried")) {
      problems.add("the study failed: " + failure.getMessage());
    }
  }

  private static boolean isCoordinator(Fault fault) {
    return fault.party().equals(Fault.COORDINATOR);
  }

  private void checkLabels(StudyAnswer answer) {
    boolean isRetried = answer.findings().values().stream().anyMatch(Judge::isRetry);
    Map<String, Labels> expected = Oracle.labels(setting, answer.takingPart());
    for (SiteParty site : sites) {
      Optional<String> labels = site.labels();
      String right = Arrays.toString(expected.get(site.name()).toArray());
      if (labels.isEmpty() && !site.hasBeenAway()) {
        problems.add(
            "site %s has no labels: %s"
                .formatted(site.name(), site.failure().map(Throwable::getMessage).orElse("")));
      } else if (labels.isPresent()
          && !labels.get().equals(right)
          && !(isRetried && setting.isDp())) {
        problems.add("site %s has other labels".formatted(site.name()));
      }
      if (site.failure().isPresent() && !site.hasBeenAway()) {
        problems.add(
            "site %s gave up: %s".formatted(site.name(), site.failure().get().getMessage()));
      }
    }
  }

  private static boolean isRetry(String finding) {
    return finding.startsWith("tried again");
  }

  /** Results are whole, and nothing else lies about. */
  private void checkFiles() throws IOException {
    List<Path> results = new ArrayList<>(sites.stream().map(SiteParty::results).toList());
    results.add(coordinator.results());
    for (Path result : results) {
      try (Stream<Path> beside = Files.list(result.getParent())) {
        beside
            .filter(file -> file.getFileName().toString().startsWith("."))
            .forEach(file -> problems.add("left behind: " + file));
      }
    }
  }

  private void checkJournals() throws IOException {
    try (Journal journal = Journal.open(coordinator.journal())) {
      for (SiteParty site : sites) {
        Set<String> said = said(journal, site.name(), Slot.Step.MASK);
        try (Journal own = Journal.open(site.journal())) {
          Set<String> kept = said(own, site.name(), Slot.Step.ADVERTISE);
          if (site.ledger().isPresent()) {
            checkLedger(site, kept, said);
          }
        }
      }
    }
  }

  /**
   * Every answer that was made is charged once. A charge without an answer is that of a life which
   * ended between the two.
   */
  private void checkLedger(SiteParty site, Set<String> kept, Set<String> said) {
    LedgerState state = site.ledger().orElseThrow().state();
    List<String> charges =
        state.lines().stream().flatMap(line -> line.charge().stream()).map(Judge::slot).toList();
    Set<String> charged = new HashSet<>(charges);
    if (charged.size() < charges.size()) {
      problems.add("site %s was charged twice: %s".formatted(site.name(), charges));
    }
    if (!isCovered(charged, kept) || !isCovered(charged, said)) {
      problems.add(
          "site %s was charged for %s, kept %s and said %s"
              .formatted(site.name(), charges, kept, said));
    }
    charged.removeAll(kept);
    if (charged.size() >= site.lives() + (site.hasBeenAway() ? 1 : 0)) {
      problems.add(
          "site %s was charged for %s, which it never said".formatted(site.name(), charged));
    }
    if (state.unfinished()) {
      problems.add("site %s has half a line in its ledger".formatted(site.name()));
    }
  }

  /**
   * Whether every attempt has its charge: its own, or that of the round's first attempt, which
   * covers the second where nobody can have opened the first.
   */
  private static boolean isCovered(Set<String> charged, Set<String> attempts) {
    return attempts.stream()
        .allMatch(
            attempt ->
                charged.contains(attempt)
                    || charged.contains(attempt.replace("attempt 2", "attempt 1")));
  }

  private static String slot(LedgerEntry entry) {
    boolean isRetry = entry.release().contains("retry 1");
    return "round %d, attempt %d".formatted(entry.round(), isRetry ? 2 : 1);
  }

  /** Reads every message of a journal, which checks it, and returns the attempts of one step. */
  private Set<String> said(Journal journal, String site, Slot.Step wanted) {
    Set<String> said = new HashSet<>();
    for (int round = 1; round <= MOST_ROUNDS; round++) {
      for (int attempt = 1; attempt <= 5; attempt++) {
        for (Slot.Step step : Slot.Step.values()) {
          for (StoredMessage message :
              journal.messages(study.name(), round, attempt, step.word())) {
            if (journal.read(study.name(), message.key()).length != message.bytes()) {
              problems.add("a message is cut short: " + message.key());
            }
            if (step == wanted && message.key().site().equals(site) && message.bytes() > 0) {
              said.add("round %d, attempt %d".formatted(round, attempt));
            }
          }
        }
      }
    }
    return said;
  }
}

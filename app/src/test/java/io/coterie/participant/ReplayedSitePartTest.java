package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Payload;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.method.LongWork;
import io.coterie.method.MethodRunner;
import io.coterie.method.Sites;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.PrivacyBudget;
import io.coterie.site.SiteData;
import io.coterie.store.journal.BegunStudy;
import io.coterie.store.journal.Journal;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.store.ledger.LedgerFolder;
import io.coterie.store.ledger.LedgerWatch;
import io.coterie.study.FlowerStudy;
import io.coterie.study.Study;
import io.coterie.wire.PayloadCodec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayedSitePartTest {
  private static final int DRAWS = 400;

  private final Study study =
      FlowerStudy.of(
          """
          participation: {sites: [a, b, c, d, e]}
          privacy: {epsilon: 2, public-records: 100, delta: 1e-5}
          """);
  private final Parallel parallel = Parallel.of(1);
  private final byte[] question = firstQuestion();

  @TempDir private Path folder;

  @AfterEach
  void close() {
    parallel.close();
  }

  private Journal journal() {
    Journal journal = Journal.open(folder.resolve("a.db"));
    journal.begin(new BegunStudy(study.name(), study.hash(), study.canonical(), Instant.now()));
    return journal;
  }

  private byte[] firstQuestion() {
    AtomicReference<Payload> asked = new AtomicReference<>();
    Sites silent =
        (question, reply) -> {
          asked.set(question);
          throw new CancellationException();
        };
    MethodRunner runner = MethodRunner.of(study.plan(), new Seed(1));
    assertThatThrownBy(() -> runner.coordinate(silent, (name, value) -> {}, parallel))
        .isInstanceOf(CancellationException.class);
    return PayloadCodec.encode(asked.get());
  }

  private ReplayedSitePart answers(int draw, Optional<LedgerWatch> ledger, Journal journal) {
    Matrix records = DataReader.read("iris", ReadOptions.defaults()).records();
    Site.Kit kit =
        new Site.Kit(
            SiteData.of("a", records),
            journal,
            ledger,
            seed -> NoiseSource.repeatable(seed.child(draw)),
            parallel,
            Duration.ofSeconds(1),
            text -> {},
            LongWork.unseen(),
            SiteWatch.none());
    return new ReplayedSitePart(study, kit, round -> question);
  }

  private static double count(Payload said) {
    return ((NoisyTotals) said).blocks().get("count").at(0);
  }

  private static double variance(IntToDoubleFunction draw) {
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < DRAWS; i++) {
      double value = draw.applyAsDouble(i);
      sum += value;
      squares += value * value;
    }
    return squares / DRAWS - sum / DRAWS * (sum / DRAWS);
  }

  @Test
  void theNoiseOfARetryIsThatOfASiteAlone() {
    try (Journal journal = journal()) {
      double shared =
          variance(draw -> count(answers(draw, Optional.empty(), journal).answer(1, 1)));
      double full =
          variance(
              draw -> {
                ReplayedSitePart answers = answers(draw, Optional.empty(), journal);
                assertThat(answers.answer(1, 1)).isInstanceOf(NoisyTotals.class);
                return count(answers.again(1, 2));
              });
      // Five sites share the noise. Each variance has a relative error of sqrt(2 / 400) = 7 %, so
      // these bounds are six of them away.
      assertThat(full / shared).isBetween(5 / 1.8, 5 * 1.8);
    }
  }

  @Test
  void aRetryIsChargedOnceMoreAndARestartIsNot() {
    LedgerFile ledger = new LedgerFolder(folder.resolve("ledger")).ledger("iris");
    ledger.setBudget(new PrivacyBudget(10, 1e-5));
    try (Journal journal = journal()) {
      ReplayedSitePart first =
          answers(0, Optional.of(new LedgerWatch(ledger, "flowers", 1)), journal);
      assertThat(first.answer(1, 1)).isNotEqualTo(first.again(1, 2));
      ReplayedSitePart restarted =
          answers(0, Optional.of(new LedgerWatch(ledger, "flowers", 1)), journal);
      assertThat(restarted.again(1, 2)).isInstanceOf(NoisyTotals.class);
    }
    List<String> releases =
        ledger.state().lines().stream()
            .flatMap(line -> line.charge().stream())
            .map(entry -> entry.release())
            .toList();
    assertThat(releases).hasSize(2);
    assertThat(releases.get(0)).doesNotContain("retry");
    assertThat(releases.get(1)).isEqualTo(releases.get(0) + ", retry 1");
  }
}

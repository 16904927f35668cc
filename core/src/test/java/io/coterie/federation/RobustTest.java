package io.coterie.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.math.Matrix;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.plan.SumMode;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RobustTest {
  private static final int RECORDS = 490;
  private static final int SITES = 10;
  private static final int HONEST = 7;
  private static final Matrix BLOBS = Studies.blobs(RECORDS, 2, 2, Studies.SEED);

  private static StudyPlan plan(String method, String robust) {
    InputPlan input = InputPlan.automatic(InputKind.table(), 2);
    StudyPlan plain = StudyPlan.of(method, 2, input).with(PrivacyPlan.component());
    return new StudyPlan(
        method,
        plain.clusters(),
        input,
        MethodOptions.none().with("robust", robust),
        plain.privacy());
  }

  /** Three of ten sites have their records a thousand times farther out, or ten times each. */
  private static List<SiteData> sites(boolean isFar) {
    List<SiteData> sites = new ArrayList<>();
    Studies.deal(RECORDS, SITES)
        .forEach(
            (name, rows) -> {
              Matrix own = BLOBS.selectRows(rows);
              boolean lies = sites.size() >= HONEST;
              sites.add(SiteData.of(name, lies ? (isFar ? far(own) : ten(own)) : own));
            });
    return sites;
  }

  private static Matrix far(Matrix own) {
    Matrix far = own.copy();
    for (int i = 0; i < far.array().length; i++) {
      far.array()[i] = 1000 * far.array()[i] + 5000;
    }
    return far;
  }

  private static Matrix ten(Matrix own) {
    return own.selectRows(IntStream.range(0, 10 * own.rows()).map(i -> i % 3).toArray());
  }

  private static double accuracy(RunResult result) {
    Map<String, int[]> honest = new LinkedHashMap<>();
    Studies.deal(RECORDS, SITES).entrySet().stream()
        .limit(HONEST)
        .forEach(hand -> honest.put(hand.getKey(), hand.getValue()));
    List<Integer> found = new ArrayList<>();
    List<Integer> truth = new ArrayList<>();
    honest.forEach(
        (name, rows) -> {
          for (int i = 0; i < rows.length; i++) {
            found.add(result.labels().get(name).of(i));
            truth.add(rows[i] % 2);
          }
        });
    return Studies.accuracy(
        found.stream().mapToInt(Integer::intValue).toArray(),
        truth.stream().mapToInt(Integer::intValue).toArray(),
        2);
  }

  @ParameterizedTest
  @CsvSource({"anchor-graph:groups, trimmed", "anchor-graph:groups, median", "ffcm, trimmed"})
  void farSitesAreNamedAndLeftOut(String method, String robust) {
    RunResult result = Studies.run(plan(method, robust), sites(true));

    assertThat(accuracy(result)).isEqualTo(1);
    assertThat(result.findings().get("suspects"))
        .contains("site-8 (round 1", "site-9", "site-10")
        .doesNotContain("site-1 ", "site-2 ", "site-7 ");
    assertThat(result.findings().get("agreement")).contains("site-1 ", "1 is usual");
    assertThat(accuracy(Studies.run(plan(method, "none"), sites(true)))).isLessThan(0.7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cap", "trimmed", "median"})
  void massIsCapped(String robust) {
    RunResult result = Studies.run(plan("anchor-graph:groups", robust), sites(false));

    assertThat(accuracy(result)).isGreaterThan(0.99);
    assertThat(result.findings().get("capped")).isEqualTo("site-8, site-9, site-10");
  }

  @Test
  void nobodyIsSuspectedWhereNobodyLies() {
    List<SiteData> honest = Studies.sites(BLOBS, Studies.deal(RECORDS, SITES));
    RunResult result = Studies.run(plan("anchor-graph:groups", "trimmed"), honest);

    assertThat(result.findings()).containsEntry("suspects", "none").containsEntry("capped", "none");
    assertThat(accuracy(result)).isEqualTo(1);
  }

  @Test
  void doesNotGoWithMasksOrAnUnknownWord() {
    List<SiteData> sites = sites(true);
    StudyPlan masked =
        plan("anchor-graph:groups", "trimmed").with(PrivacyPlan.component().with(SumMode.MASKED));

    assertThatThrownBy(() -> Studies.run(masked, sites))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("Say --sums plain");
    assertThatThrownBy(() -> Studies.run(plan("anchor-graph:groups", "strong"), sites))
        .hasMessageContaining("none, cap, trimmed or median");
    assertThatThrownBy(() -> Studies.run(plan("k-fed", "trimmed"), sites))
        .hasMessageContaining("has no option --robust");
  }
}

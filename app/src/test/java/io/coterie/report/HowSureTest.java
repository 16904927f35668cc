package io.coterie.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HowSureTest {
  private static ObjectNode of(Map<String, String> findings, int groups, boolean isFound) {
    return new HowSure(findings, groups, isFound).json();
  }

  @ParameterizedTest
  @CsvSource({
    "clear groups: 3,clear,3 groups,far fewer records",
    "'weak groups, but their number is not stable',weak,3 groups,How many there are is open",
    "no clear groups,none,No clear groups; cut into 3,one crowd",
  })
  void verdictsAreExplained(String verdict, String kind, String headline, String meaning) {
    ObjectNode json = of(Map.of("verdict", verdict), 3, false);

    assertThat(json.path("kind").asText()).isEqualTo(kind);
    assertThat(json.path("headline").asText()).isEqualTo(headline);
    assertThat(json.path("words").asText()).isEqualToIgnoringCase(verdict + ".");
    assertThat(json.path("meaning").asText())
        .contains(meaning)
        .contains("3 groups were asked for, not found");
  }

  @Test
  void withoutAVerdictNothingIsClaimed() {
    ObjectNode json = of(Map.of(), 4, false);

    assertThat(json.path("kind").asText()).isEqualTo("untested");
    assertThat(json.path("words").asText())
        .isEqualTo("Whether these are real groups was not tested.");
    assertThat(json.path("meaning").asText()).contains("coterie suggest");
  }

  @Test
  void oneGroupIsNone() {
    ObjectNode json = of(Map.of("verdict", "no clear groups"), 1, true);

    assertThat(json.path("headline").asText()).isEqualTo("No clear groups");
    assertThat(json.path("meaning").asText()).doesNotContain("asked for");
  }

  @Test
  void pairsThatAreNotDistinctAreNamedWithoutScores() {
    ObjectNode json =
        of(
            Map.of("verdict", "weak groups: 2", "not distinct", "1 and 3 (Z 0.0, R 1.00); 1 and 2"),
            3,
            false);

    assertThat(json.path("not_distinct").asText()).isEqualTo("1 and 3; 1 and 2");
  }

  @ParameterizedTest
  @CsvSource({"0.8,strong", "0.6,reasonable", "0.3,weak", "0.18,little", "-0.2,none"})
  void silhouettesHaveWords(double value, String words) {
    ObjectNode json =
        ScoreWords.of(List.of(new ReportHead.Score("silhouette", "S", value, "")), Map.of());

    assertThat(json.path("silhouette").asText()).startsWith(words).contains("Kaufman");
  }

  @Test
  void sitesThatDoNotFitAreOnTheFirstScreen() {
    assertThat(of(Map.of("fit", "2 of 5 sites do not fit"), 3, false).path("fit").asText())
        .isEqualTo("2 of 5 sites do not fit");
    assertThat(of(Map.of("fit", "all sites fit"), 3, false).has("fit")).isFalse();
  }

  @Test
  void scoresHaveWordsByTheirKeys() {
    ObjectNode words =
        ScoreWords.of(
            List.of(
                new ReportHead.Score("ari", "Rand", 0.85, ""),
                new ReportHead.Score("davies_bouldin", "DB", 1, "")),
            Map.of("stability", "0.700: agreement with partitions"));

    assertThat(words.path("ari").asText()).startsWith("good");
    assertThat(words.path("davies_bouldin").asText()).contains("wider than they are apart");
    assertThat(words.path("stability").asText()).contains("do not build on them");
  }
}

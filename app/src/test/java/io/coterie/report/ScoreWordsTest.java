package io.coterie.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ScoreWordsTest {
  @Test
  void silhouettesHaveTheBandsOfTheBook() {
    assertThat(ScoreWords.silhouette(0.71)).startsWith("strong");
    assertThat(ScoreWords.silhouette(0.70)).startsWith("reasonable");
    assertThat(ScoreWords.silhouette(0.50)).startsWith("weak");
    assertThat(ScoreWords.silhouette(0.25)).startsWith("little");
    assertThat(ScoreWords.silhouette(-0.01)).startsWith("none");
  }

  @Test
  void daviesBouldinIsReadAtOne() {
    assertThat(ScoreWords.daviesBouldin(0.99)).startsWith("clusters are farther apart");
    assertThat(ScoreWords.daviesBouldin(1)).startsWith("clusters are wider");
  }

  /** The help and the page define what the program prints. */
  @Test
  void thePageDefinesTheWordsAsNumbers() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "scores.md"));
    assertThat(page)
        .contains("above .70 strong, above .50 reasonable, above .25 weak, else little")
        .containsPattern("GOOD \\| below 5 %.*below 4 %")
        .containsPattern("FAIR \\| below 20 % \\| below 8 %");
  }
}

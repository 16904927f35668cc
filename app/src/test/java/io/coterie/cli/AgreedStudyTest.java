package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.cli.site.JoinOptions;
import io.coterie.study.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator that offers another study than the file of {@code --agreed}. */
class AgreedStudyTest {
  private static final String TEXT =
      """
      study: flowers
      clusters: 3
      schema:
        columns: [{name: p}, {name: q}]
      participation: {sites: [a, b, c]}
      method: anchor-graph:groups
      privacy: {level: component, accept-group-disclosure: true}
      """;

  private final JoinOptions options = new JoinOptions();

  @TempDir private Path folder;

  @BeforeEach
  void agree() throws IOException {
    options.agreed = Files.writeString(folder.resolve("study.yaml"), TEXT);
  }

  private static Study offered(String from, String to) {
    return Study.parse(TEXT.replace(from, to), "the coordinator's study");
  }

  @Test
  void isRefusedWithTheDifference() {
    assertThatThrownBy(() -> options.requireAgreed(offered("clusters: 3", "clusters: 4")))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("The coordinator's study flowers is another than")
        .hasMessageContaining("clusters")
        .hasMessageContaining("Settle it with the coordinator.");
  }

  @Test
  void isRefusedWithAnotherListOfSites() {
    assertThatThrownBy(() -> options.requireAgreed(offered("[a, b, c]", "[a, b, d]")))
        .hasMessageContaining("sites");
  }

  @Test
  void isTheSameHoweverItIsWritten() {
    assertThatCode(
            () ->
                options.requireAgreed(
                    offered("clusters: 3\n", "clusters:   3 # as agreed on Monday\n")))
        .doesNotThrowAnyException();
  }
}

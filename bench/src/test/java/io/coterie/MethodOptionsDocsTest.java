package io.coterie;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodOption;
import io.coterie.method.Methods;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/study.md and the methods of all modules agree on the options. */
class MethodOptionsDocsTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `options\\.([a-z-]+)` \\|");

  private static List<String> documented() throws IOException {
    return ROW.matcher(Files.readString(Path.of("..", "docs", "study.md")))
        .results()
        .map((MatchResult row) -> row.group(1))
        .toList();
  }

  @Test
  void everyOptionIsAKeyOfAStudyFile() throws IOException {
    assertThat(Methods.all()).containsKeys("anchor-graph", "f-dec", "ppfc-gan", "spp-fgc-plus");
    assertThat(documented())
        .containsExactlyInAnyOrderElementsOf(
            Methods.options().stream().<String>map(MethodOption::name).toList());
  }

  /** The canonical form of a study, and with it the hash, depends on this order. */
  @Test
  void optionsOfAMethodAreInTheOrderOfTheDocument() throws IOException {
    for (Map.Entry<String, FederatedMethod> method : Methods.all().entrySet()) {
      List<String> declared =
          Methods.own(method.getValue()).stream().<String>map(MethodOption::name).toList();
      assertThat(documented().stream().filter(Set.copyOf(declared)::contains))
          .as(method.getKey())
          .containsExactlyElementsOf(declared);
    }
  }
}

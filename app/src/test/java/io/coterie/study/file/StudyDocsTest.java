package io.coterie.study.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.study.SitePolicy;
import io.coterie.study.StudyTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/study.md lists every key, and its defaults are those that take effect. */
final class StudyDocsTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z.-]+)` \\| .* \\| (.*) \\|$");

  private static Map<String, String> defaults() throws Exception {
    Map<String, String> defaults = new LinkedHashMap<>();
    Matcher row = ROW.matcher(Files.readString(Path.of("..", "docs", "study.md")));
    while (row.find()) {
      defaults.put(row.group(1), row.group(2));
    }
    return defaults;
  }

  private static List<String> keys() {
    List<String> keys = new ArrayList<>();
    for (String top : StudyKeys.TOP) {
      List<String> below =
          switch (top) {
            case "about" -> StudyKeys.ABOUT;
            case "schema" -> StudyKeys.SCHEMA;
            case "privacy" -> StudyKeys.PRIVACY;
            case "participation" -> StudyKeys.PARTICIPATION;
            default -> List.of();
          };
      if (below.isEmpty() && !top.equals("options")) {
        keys.add(top);
      }
      below.forEach(key -> keys.add(top + "." + key));
      if (top.equals("schema")) {
        StudyKeys.COLUMN.forEach(key -> keys.add("schema.columns." + key));
      }
    }
    return keys;
  }

  @Test
  void everyKeyIsListedAndNoOther() throws Exception {
    List<String> all = keys();
    all.addAll(SitePolicy.KEYS);
    List<String> listed = new ArrayList<>(defaults().keySet());
    assertThat(listed).containsAll(StudyKeys.options().stream().map("options."::concat).toList());
    listed.removeIf(key -> key.startsWith("options.")); // add-ons bring some of them
    assertThat(listed).containsExactlyElementsOf(all);
  }

  @Test
  void defaultsAreThoseThatTakeEffect() throws Exception {
    Map<String, String> taken =
        new LinkedHashMap<>(new StudyText(StudyTest.parse(StudyTest.SHORTEST)).values());
    new StudyText(StudyTest.parse(StudyTest.DP)).values().forEach(taken::putIfAbsent);
    List<String> checked = new ArrayList<>();
    defaults()
        .forEach(
            (key, text) -> {
              if (text.matches("`[^`]+`") && taken.containsKey(key)) {
                assertThat(text).as(key).isEqualTo("`%s`".formatted(taken.get(key)));
                checked.add(key);
              }
            });
    assertThat(checked).hasSize(16);
  }
}

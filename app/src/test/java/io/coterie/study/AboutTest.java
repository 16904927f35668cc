package io.coterie.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The keys of a study file that say what it is for and who asks. */
class AboutTest {
  private static final String ABOUT =
      """
      about:
        purpose: >
          Which groups of patients there are,
          and how they fare.
        asked-by: 'Liver Unit, Dr Ada Weiß: "North"'
        contact: ada@north.example
      """;

  private static Study parse(String more) {
    return StudyTest.parse(StudyTest.SHORTEST + more);
  }

  @Test
  void areReadAsOneLineEach() {
    About about = parse(ABOUT).about();
    assertThat(about.text(About.Key.PURPOSE))
        .contains("Which groups of patients there are, and how they fare.");
    assertThat(about.text(About.Key.ASKED_BY)).contains("Liver Unit, Dr Ada Weiß: \"North\"");
    assertThat(about.missing()).containsExactly(About.Key.ETHICS, About.Key.RETENTION);
  }

  @Test
  void arePartOfTheHashAndNotOfTheMethod() {
    Study with = parse(ABOUT);
    Study without = parse("");
    assertThat(with.hash()).isNotEqualTo(without.hash());
    assertThat(with.plan()).isEqualTo(without.plan());
    assertThat(with.differences(without))
        .contains("about.contact: \"ada@north.example\" here, nothing at the coordinator");
    assertThat(parse(ABOUT.replace("fare.", "do.")).hash()).isNotEqualTo(with.hash());
  }

  @Test
  void leaveTheHashOfAStudyWithoutThemAsItWas() {
    assertThat(parse("").canonical()).doesNotContain("about");
  }

  @Test
  void areWrittenOutAndReadAgain() {
    Study study = parse(ABOUT);
    assertThat(StudyTest.parse(study.canonical())).isEqualTo(study);
    assertThat(study.canonical()).startsWith("study: wards\nabout:\n  purpose: \"Which");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tab\\there",
        "escape \\e[2J",
        "bidi \\u202egnp.exe",
        "zero width \\u200b",
        "null \\0",
        "separator a\\u009bb"
      })
  void refuseWhatNoScreenShows(String text) {
    assertThatThrownBy(() -> parse("about: {title: \"%s\"}".formatted(text)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("about.title has a character that no screen shows");
  }

  @Test
  void areOfLimitedLength() {
    Study longest = parse("about: {title: %s}".formatted("x".repeat(120)));
    assertThat(longest.about().text(About.Key.TITLE)).contains("x".repeat(120));
    assertThatThrownBy(() -> parse("about: {title: %s}".formatted("x".repeat(121))))
        .hasMessageContaining("about.title has 121 characters; it must have 1 to 120.");
    assertThatThrownBy(() -> parse("about: {title: ''}")).hasMessageContaining("1 to 120");
    assertThatThrownBy(() -> new About(Map.of(About.Key.CONTACT, " \n ")))
        .hasMessageContaining("has 0");
  }

  @Test
  void anUnknownKeyIsNamedWithTheNearest() {
    assertThatThrownBy(() -> parse("about: {purpos: x}"))
        .hasMessageContaining("there is no key about.purpos. Did you mean about.purpose?");
  }
}

package io.coterie.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.math.Seed;
import io.coterie.study.Study;
import io.coterie.study.StudyTest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Study files that are wrong by mistake or by intent. */
final class HostileStudyTest {
  private static void refuses(String text, String... parts) {
    assertThatThrownBy(() -> StudyTest.parse(text))
        .isInstanceOfSatisfying(
            CoterieException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
        .hasMessageStartingWith("study.yaml")
        .message()
        .contains(parts);
  }

  @Test
  void namesTheNearestKeyAndTheLine() {
    refuses(
        StudyTest.SHORTEST + "methd: k-fed\n",
        "line 6: there is no key methd. Did you mean method?");
    refuses(
        StudyTest.DP.replace("epsilon", "epsilom"),
        "line 8: there is no key privacy.epsilom. Did you mean privacy.epsilon?");
    refuses(
        StudyTest.DP.replace("{name: age, lower", "{name: age, low"),
        "there is no key schema.columns.low. ");
    refuses(
        StudyTest.SHORTEST + "options: {qqq: 1}\n",
        "no key options.qqq. The keys here are verdict, fit, signs, local-clusters,");
  }

  @Test
  void refusesAKeyTwice() {
    refuses(
        StudyTest.SHORTEST + "study: other\n",
        "line 6: study stands here a second time; it is in line 1 already");
    refuses("study: a\nschema: {columns: [x], columns: [y]}\n", "columns stands here");
  }

  @Test
  void refusesAnchorsAliasesTagsAndMerges() {
    refuses("study: &a wards\n", "line 1: anchors (&) and aliases (*) are not allowed");
    refuses("# \ud835\udefc\nstudy: &a 'wards'\n", "line 2: anchors");
    refuses("study: *a\n", "anchors");
    refuses("schema: {columns: [&a x]}\n", "anchors");
    refuses("study: wards\nschema: &s {columns: [x]}\n", "anchors");
    refuses("study: *a\n", "anchors");
    refuses("? &k study\n: x\n", "anchors");
    refuses("<<: {study: a}\n", "there is no key of that name");
    refuses("study: !!java.net.URL [x]\n", "tags (!) are not allowed");
    refuses("study: !local x\n", "tags");
    refuses("[a]: 1\n", "no valid YAML");
  }

  @Test
  void refusesABillionLaughs() {
    StringBuilder text = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 30; i++) {
      text.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }
    refuses(text.toString(), "anchors");
  }

  @Test
  void refusesWhatIsTooDeepTooLongOrNoMapping() {
    refuses("study: " + "[".repeat(100_000), "nested deeper than 8 levels");
    refuses("a:\n" + "- ".repeat(50) + "x", "nested deeper");
    refuses("x".repeat(YamlText.MOST_CHARACTERS + 1), "is too long");
    refuses("", "must be a key and a value");
    refuses("- a\n- b\n", "must be a key and a value");
    refuses("just text", "must be a key and a value");
    refuses(StudyTest.SHORTEST + "---\nstudy: second\n", "a second document begins");
    refuses("study: [unclosed\n", "no valid YAML");
    refuses("study:\tx: y\n\t- z\n", "no valid YAML");
    refuses("study: \u0000\n", "no valid YAML");
  }

  @Test
  void checksTypes() {
    refuses(StudyTest.SHORTEST + "seed: 1.5\n", "line 6: seed is '1.5'; it must be a whole number");
    refuses(StudyTest.SHORTEST + "seed: 99999999999999999999\n", "whole number");
    refuses(StudyTest.SHORTEST + "clusters: few\n", "clusters is 'few'", "or auto");
    refuses(StudyTest.SHORTEST + "clusters: 0\n", "at least 1");
    refuses(StudyTest.SHORTEST + "clusters: [3]\n", "clusters must be a single word or number");
    refuses(StudyTest.SHORTEST + "clusters:\n", "clusters has no value");
    refuses(StudyTest.SHORTEST + "privacy: dp\n", "privacy must hold keys and values");
    refuses(StudyTest.SHORTEST + "privacy: {level: dpp}\n", "Did you mean dp?");
    refuses(StudyTest.DP.replace("epsilon: 1", "epsilon: .inf"), "it must be a number");
    refuses(StudyTest.DP.replace("epsilon: 1", "epsilon: 0x10"), "it must be a number");
    refuses(StudyTest.DP.replace("epsilon: 1", "epsilon: 1e999"), "it must be a number");
    refuses(
        StudyTest.SHORTEST + "privacy: {accept-graph-disclosure: yes}\n", "must be true or false");
    refuses(StudyTest.SHORTEST.replace("[b, a]", "b"), "participation.sites must be a list");
    refuses(
        StudyTest.SHORTEST.replace("[age, weight]", "{age: 1}"), "schema.columns must be a list");
    refuses(StudyTest.SHORTEST.replace("[age, weight]", "[age, [x]]"), "single word or number");
    refuses(StudyTest.SHORTEST + "  join-within: 5\n", "as 30s, 10m or 2h");
    refuses(StudyTest.SHORTEST + "  answer-within: 0s\n", "as 30s, 10m or 2h");
    refuses(StudyTest.SHORTEST + "  answer-within: 9999999h\n", "as 30s, 10m or 2h");
  }

  @Test
  void refusesWhatNobodyCouldRun() {
    refuses("study: a\n", "schema.columns is missing");
    refuses("schema: {columns: [x]}\nparticipation: {sites: [a]}\n", "study is missing");
    refuses("study: a\nschema: {columns: [x]}\n", "participation.sites is missing");
    refuses(StudyTest.SHORTEST.replace("[b, a]", "[a, a]"), "names a site twice");
    refuses(StudyTest.SHORTEST.replace("[b, a]", "[A]"), "Site 'A' is no valid name");
    refuses(StudyTest.SHORTEST.replace("[b, a]", "['../x']"), "no valid name");
    refuses(StudyTest.SHORTEST.replace("wards", "'a\\nb'"), "no valid name");
    refuses(StudyTest.SHORTEST + "  quorum: 3\n", "quorum is 3; it must be from 1 to");
    refuses(StudyTest.SHORTEST.replace("weight", "age"), "names 'age' twice");
    refuses(StudyTest.SHORTEST.replace("weight", "\"a\\u202Eb\""), "visible characters");
    refuses(StudyTest.DP.replace("upper: 120", "upper: -1"), "upper must be above lower");
    refuses(StudyTest.DP.replace(", upper: 120", ""), "one bound");
    refuses(StudyTest.DP.replace("public-records: 1000", ""), "public-records is missing");
    refuses(StudyTest.DP.replace("epsilon: 1", ""), "belongs to level dp");
    refuses(StudyTest.DP.replace("epsilon: 1", "level: dp"), "privacy.epsilon is missing");
    refuses(
        StudyTest.SHORTEST.replace("columns: [age, weight]", "input: vectors"),
        "schema.dimension is missing");
    refuses(
        StudyTest.SHORTEST.replace("columns:", "input: image:2x2\n  columns:"),
        "names 2 columns, but a record of input image 2x2 has 4 values");
    refuses(
        StudyTest.SHORTEST.replace("columns: [age, weight]", "input: image:99999x99999"),
        "an image may have at most 99999");
    refuses(StudyTest.SHORTEST + "method: anchor-grap\n", "Did you mean anchor-graph?");
  }

  /** A file of records that is given by mistake must not be shown. */
  @Test
  void neverShowsALineThatCouldBeARecord() {
    for (String text :
        List.of("name,age\nAda,36\n", "Ada: 36\n\tx", "'Ada 36': [1", "Ada, 36: {x: 1}\n")) {
      assertThatThrownBy(() -> StudyTest.parse(text)).message().doesNotContain("Ada");
    }
  }

  /** Whatever a file holds, it is read or refused in words; nothing else comes out. */
  @Test
  void readsOrRefusesAnyDamage() {
    SplittableRandom random = new Seed(5).child("damage").random();
    String start = StudyTest.parse(StudyTest.DP).canonical();
    String symbols = "{}[]:,-#&*!|>'\"%@`\n\t ?~a0.\u0000\ud800";
    List<String> unexpected = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      StringBuilder text = new StringBuilder(start);
      for (int edits = 1 + random.nextInt(4); edits > 0; edits--) {
        int at = random.nextInt(text.length());
        text.replace(
            at,
            Math.min(text.length(), at + random.nextInt(3)),
            String.valueOf(symbols.charAt(random.nextInt(symbols.length()))));
      }
      try {
        Study study = StudyTest.parse(text.toString());
        if (!Study.parse(study.canonical(), "again").equals(study)) {
          unexpected.add("another study");
        }
      } catch (CoterieException e) {
        // As it should be.
      } catch (RuntimeException e) {
        unexpected.add(e.toString());
      }
    }
    assertThat(unexpected).isEmpty();
  }
}

package io.coterie.report.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.Sha256;
import io.coterie.report.PrivacySummary;
import io.coterie.report.agreement.AgreementFile.Consent;
import io.coterie.report.agreement.AgreementFile.How;
import io.coterie.study.Study;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The file of what a site's owner agreed to. */
class AgreementFileTest {
  private static final String TEXT =
      """
      study: liver
      about: {purpose: why, asked-by: who, contact: where, ethics: EK 1, retention: ten years}
      schema:
        columns:
          - {name: bili, unit: mg/dL, lower: 0, upper: 50}
          - {name: stage, kind: ordinal, levels: [I, II, III]}
          - {name: patient, kind: id}
      participation: {sites: [north, south, east], quorum: 3}
      privacy: {min-group: 12}
      """;

  private static final Consent CONSENT =
      new Consent(
          "south",
          Instant.parse("2026-11-19T21:30:25.5Z"),
          How.ASKED,
          Optional.of("min-group: 12\nlevels: [totals]\n"));

  private static String text(String study) {
    return new AgreementFile(Study.parse(study, "test"), Optional.of(CONSENT)).text();
  }

  @Test
  void statesWhoAgreedToWhatAndWhen() {
    Study study = Study.parse(TEXT, "test");
    assertThat(text(TEXT))
        .startsWith("# Agreement: liver\n")
        .contains(
            "- **Site:** south\n",
            "- **Date:** 2026-11-19T21:30:25Z\n",
            "- **Consent:** The owner was asked, after this was shown, and said yes.\n",
            "- **Hash:** " + study.hash(),
            "- **Purpose:** why\n",
            "- **Retention:** ten years\n",
            "- **K:** 12\n",
            "| bili | number | mg/dL | 0 to 50 |",
            "| stage | ordinal |  | I, II, III |",
            "| patient | id |  | stays at the site |",
            "levels: [totals]",
            new PrivacySummary(study.plan()).account(3),
            new WhatIsSeen(study).words())
        .doesNotContain("Not stated");
  }

  @Test
  void theWordsHaveTheHash() {
    String text = text(TEXT);
    String fence = "~~~~~~~~\n";
    int from = text.lastIndexOf(fence, text.length() - fence.length() - 3) + fence.length();
    String words = text.substring(from, text.lastIndexOf(fence));
    assertThat(Sha256.hex(words.getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(Study.parse(TEXT, "test").hash());
  }

  @Test
  void statesEpsilonAtLevelDp() {
    String dp =
        TEXT.replace("privacy: {min-group: 12}", "privacy: {epsilon: 0.5, public-records: 1000}")
            + "clusters: 3\n";
    assertThat(text(dp)).contains("- **Epsilon:** 0.5\n", "- **Delta:** 1e-6", "Noise is added");
  }

  @Test
  void isAProposalUntilSomebodyAgrees() {
    Study study = Study.parse(TEXT, "test");
    assertThat(new AgreementFile(study, Optional.empty()).text())
        .startsWith("# Proposal: liver\n")
        .contains("Nobody has agreed by this file.")
        .doesNotContain("**Site:**", "policy");
  }

  @Test
  void namesWhatTheStudyDoesNotState() {
    assertThat(text(TEXT.replace("contact: where, ethics: EK 1, ", "")))
        .contains("- **Not stated:** contact, ethics\n");
  }

  @Test
  void hostileWordsAreNoMarkup() {
    String text =
        text(
            TEXT.replace(
                    "purpose: why",
                    "purpose: '<img src=x onerror=alert(1)> [press](javascript:x) `~~~` | # *b*'")
                .replace("name: stage", "name: '</td>|<script>'"));
    String shown = text.substring(0, text.indexOf("## The study, word by word"));
    assertThat(shown)
        .contains("&lt;img src=x onerror=alert(1)&gt; \\[press\\](javascript:x)")
        .contains("&lt;/td&gt;\\|&lt;script&gt;")
        .doesNotContain("<img", "<script", "[press]");
  }

  @Test
  void aPolicyCannotEndItsBlock() {
    Consent tricky =
        new Consent("south", Instant.EPOCH, How.IN_ADVANCE, Optional.of("~~~~~~~~~\n# Forged\n"));
    String text = new AgreementFile(Study.parse(TEXT, "test"), Optional.of(tricky)).text();
    assertThat(text.lines().filter(line -> line.startsWith("~~~")))
        .hasSize(6)
        .allMatch("~~~~~~~~"::equals);
  }
}

package io.coterie.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.plan.Budget;
import io.coterie.plan.DpTerms;
import io.coterie.plan.InputKind;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.SumMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What owners and readers are told names the study's own level, K and sites. */
final class PrivacySummaryTest {
  private static PrivacySummary of(PrivacyPlan privacy) {
    return new PrivacySummary(
        StudyPlan.of("anchor-graph", 3, StudyPlan.InputPlan.automatic(InputKind.table(), 4))
            .with(privacy));
  }

  private static String totals(int smallest, int sites) {
    return of(PrivacyPlan.totals(smallest)).account(sites);
  }

  @Test
  void totalsNameTheirSmallestSumAndWhatIsNotPromised() {
    assertThat(totals(10, 3))
        .contains("Level totals, K = 10.", "all 3 sites", "at least 10 records", "multiples of 5")
        .contains("not differential privacy", "all but one", "colludes", "Level dp adds noise");
    assertThat(totals(7, 4)).contains("K = 7", "all 4 sites", "multiples of 4");
    assertThat(totals(1, 3)).contains("at least 1 record of", "leave as they are");
    assertThat(totals(10, 1)).contains("reads the totals of this site").doesNotContain("masks");
  }

  /** README and docs/privacy.md quote what the program prints. */
  @Test
  void theDocumentsHaveTheSameWords() throws Exception {
    for (String file : List.of("README.md", "docs/privacy.md")) {
      String text = Files.readString(Path.of("..").resolve(file)).replaceAll("\\n>? ?", " ");
      assertThat(text).as(file).contains(totals(10, 3));
    }
  }

  @Test
  void groupsAreOpenAndGraphsAreForPublicData() {
    assertThat(of(PrivacyPlan.component()).account(3))
        .contains(
            "in the clear", "can be a single record", "those of each site", "Nothing is proved");
    assertThat(of(PrivacyPlan.component(5).with(SumMode.MASKED)).account(3))
        .contains("groups have at least 5 records", "only the totals over all sites");
    assertThat(of(PrivacyPlan.paper()).account(3)).contains("rebuilt", "public data only");
  }

  @Test
  void noiseNamesItsBudgetAndWhomItTrusts() {
    assertThat(dp(NoiseMode.LOCAL, 0))
        .contains("epsilon 1 at delta 1e-06", "at most 2 records", "whatever the coordinator")
        .doesNotContain("masks");
    assertThat(dp(NoiseMode.SECURE_SUMS, 1))
        .contains("under masks", "follows the protocol and at most one site colludes with it");
  }

  private static String dp(NoiseMode noise, int colluders) {
    return of(PrivacyPlan.dp(
            new DpTerms(new Budget(1, 1e-6), noise, 5, colluders, 0, 1000, 2, Optional.empty())))
        .account(5);
  }

  @Test
  void aQuorumBelowAllSitesIsWarnedOf() {
    PrivacySummary summary = of(PrivacyPlan.totals());
    assertThat(summary.cautions(3, 3)).isEmpty();
    assertThat(summary.cautions(4, 3)).singleElement().asString().contains("quorum is 3 of 4");
  }
}

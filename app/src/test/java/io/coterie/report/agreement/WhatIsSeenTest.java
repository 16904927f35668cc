package io.coterie.report.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.study.Study;
import org.junit.jupiter.api.Test;

/** What an owner reads of who can see what: no study is called more private than it is. */
class WhatIsSeenTest {
  private static WhatIsSeen of(String sites, String rest) {
    return new WhatIsSeen(
        Study.parse(
            """
            study: dots
            schema: {columns: [{name: x, lower: 0, upper: 1}]}
            participation: {sites: [%s]}
            %s
            """
                .formatted(sites, rest),
            "test"));
  }

  @Test
  void ofMaskedTotalsOnlyTotals() {
    WhatIsSeen seen = of("a, b, c", "");
    assertThat(seen.words()).startsWith("Only totals are seen.").doesNotContain("two sites");
    assertThat(seen.picture()).hasSize(3);
  }

  @Test
  void ofTwoSitesThatEachKnowsTheOther() {
    assertThat(of("a, b", "").words()).contains("can take its own sum off the total");
  }

  @Test
  void ofNoiseUnderMasksBoth() {
    WhatIsSeen seen = of("a, b, c", "privacy: {epsilon: 1, public-records: 100}\nclusters: 2");
    assertThat(seen.words()).startsWith("Only totals are seen.").contains("Noise is added");
  }

  @Test
  void ofLocalNoiseThatSumsAreSeen() {
    WhatIsSeen seen =
        of("a, b, c", "privacy: {epsilon: 1, public-records: 100, noise: local}\nclusters: 2");
    assertThat(seen.words()).startsWith("Only sums with noise are seen.");
    assertThat(seen.picture()).isEmpty();
  }

  @Test
  void ofGroupsThatMoreThanTotalsIsSeen() {
    String groups =
        "method: 'anchor-graph:groups'\nprivacy: {level: component, accept-group-disclosure: true%s}";
    assertThat(of("a, b, c", groups.formatted("")).words())
        .startsWith("More than totals is seen.")
        .contains("Of its other sums only totals");
    WhatIsSeen plain = of("a, b, c", groups.formatted(", sums: plain"));
    assertThat(plain.words()).contains("Its other sums are seen as well.");
    assertThat(plain.picture()).isEmpty();
  }

  @Test
  void ofGraphsThatRecordsCanBeRebuilt() {
    String paper =
        "clusters: 2\nmethod: spp-fgc\nprivacy: {level: paper, accept-graph-disclosure: true}";
    assertThat(of("a, b, c", paper).words()).contains("records can be rebuilt");
  }
}

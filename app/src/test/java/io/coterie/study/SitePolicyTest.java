package io.coterie.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.plan.PrivacyLevel;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SitePolicyTest {
  private static final Study COMPONENT = StudyTest.parse(StudyTest.SHORTEST);
  private static final Study DP = StudyTest.parse(StudyTest.DP);

  private static SitePolicy parse(String text) {
    return SitePolicy.parse(text, "policy.yaml");
  }

  @Test
  void readsEveryKey() {
    assertThat(SitePolicy.KEYS)
        .containsExactly("methods", "levels", "max-epsilon", "max-delta", "min-records");
    assertThat(
            parse(
                """
                methods: [k-fed, anchor-graph]
                levels: [dp]
                max-epsilon: 0.5
                max-delta: 1e-8
                min-records: 200
                """))
        .isEqualTo(
            new SitePolicy(
                Set.of("anchor-graph", "k-fed"),
                Set.of(PrivacyLevel.DP),
                Optional.of(0.5),
                Optional.of(1e-8),
                200));
  }

  @Test
  void leavesOutGraphsOverRecordsUnlessTheyAreAllowed() {
    assertThat(parse("min-records: 1\n")).isEqualTo(SitePolicy.standard());
    assertThat(SitePolicy.standard())
        .isEqualTo(
            new SitePolicy(
                Set.of(),
                Set.of(PrivacyLevel.COMPONENT, PrivacyLevel.DP),
                Optional.empty(),
                Optional.empty(),
                1));
    Study paper =
        StudyTest.parse(
            StudyTest.SHORTEST
                + "method: spp-fgc\nclusters: 2\n"
                + "privacy: {level: paper, accept-graph-disclosure: true}\n");
    assertThat(SitePolicy.standard().reasons(paper, 10))
        .containsExactly("level paper is not allowed, only component, dp");
    assertThat(parse("levels: [paper]\n").reasons(paper, 10)).isEmpty();
  }

  @Test
  void listsEveryReasonAtOnce() {
    SitePolicy policy =
        parse(
            """
            methods: [k-fed]
            levels: [component]
            max-epsilon: 0.5
            max-delta: 1e-7
            min-records: 200
            """);
    assertThatThrownBy(() -> policy.check(DP, 199))
        .isInstanceOf(CoterieException.class)
        .hasMessage(
            "This site's policy refuses study wards: method anchor-graph is not allowed, only"
                + " k-fed; level dp is not allowed, only component; epsilon 1 is above the"
                + " largest allowed, 0.5; delta 1e-6 is above the largest allowed, 1e-7; the site"
                + " has fewer than 200 records, its min-records. Ask for another study, or let the"
                + " owner of the records change the policy.");
  }

  @Test
  void allowsWhatIsAtTheLimit() {
    parse("max-epsilon: 1\nmax-delta: 1e-6\nmin-records: 200\n").check(DP, 200);
    parse("methods: [anchor-graph]\nlevels: [component]\n").check(COMPONENT, 1);
    assertThat(parse("max-epsilon: 0.999\n").reasons(DP, 1)).hasSize(1);
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertThatThrownBy(() -> parse("max-epsilom: 1\n"))
        .hasMessage("policy.yaml, line 1: there is no key max-epsilom. Did you mean max-epsilon?");
    assertThatThrownBy(() -> parse("methods: [k-fad]\n"))
        .hasMessageStartingWith("policy.yaml: There is no method k-fad. Did you mean k-fed?");
    assertThatThrownBy(() -> parse("levels: [dpp]\n")).hasMessageContaining("mean dp?");
    assertThatThrownBy(() -> parse("levels: []\n")).hasMessageContaining("at least one");
    assertThatThrownBy(() -> parse("max-epsilon: 0\n")).hasMessageContaining("above 0");
    assertThatThrownBy(() -> parse("min-records: -1\n")).hasMessageContaining("at least 1");
  }
}

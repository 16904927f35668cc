package io.coterie.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.math.Seed;
import io.coterie.method.MethodRunner;
import io.coterie.plan.PrivacyLevel;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SitePolicyTest {
  private static final Study COMPONENT = StudyTest.parse(StudyTest.GROUPS);
  private static final String ALL = "levels: [component, totals, dp]\n";
  private static final Study DP = StudyTest.parse(StudyTest.DP);

  private static final List<String> COLUMNS = List.of("age", "height");

  private static SitePolicy parse(String text) {
    return SitePolicy.parse(text, "policy.yaml");
  }

  @Test
  void readsEveryKey() {
    assertThat(SitePolicy.KEYS)
        .containsExactly(
            "methods",
            "levels",
            "max-epsilon",
            "max-delta",
            "min-records",
            "min-group",
            "sums",
            "max-rounds",
            "max-bytes",
            "never-columns");
    assertThat(
            parse(
                """
                methods: [k-fed, anchor-graph]
                levels: [dp]
                max-epsilon: 0.5
                max-delta: 1e-8
                min-records: 200
                min-group: 20
                sums: masked
                max-rounds: 90
                max-bytes: 1000000
                never-columns: [Name, birth_date]
                """))
        .isEqualTo(
            new SitePolicy(
                Set.of("anchor-graph", "k-fed"),
                Set.of(PrivacyLevel.DP),
                Optional.of(0.5),
                Optional.of(1e-8),
                200,
                new ReleaseLimits(
                    20,
                    true,
                    Optional.of(90),
                    Optional.of(1_000_000L),
                    Set.of("name", "birth_date"))));
  }

  @Test
  void leavesOutGraphsOverRecordsUnlessTheyAreAllowed() {
    assertThat(parse("min-records: 1\n")).isEqualTo(SitePolicy.standard());
    assertThat(SitePolicy.standard())
        .isEqualTo(
            new SitePolicy(
                Set.of(),
                Set.of(PrivacyLevel.TOTALS, PrivacyLevel.DP),
                Optional.empty(),
                Optional.empty(),
                1));
    Study paper =
        StudyTest.parse(
            StudyTest.SHORTEST
                + "method: spp-fgc\nclusters: 2\n"
                + "privacy: {level: paper, accept-graph-disclosure: true}\n");
    assertThat(SitePolicy.standard().reasons(paper, 10, COLUMNS))
        .containsExactly("level paper is not allowed, only totals, dp");
    assertThat(parse("levels: [paper]\n").reasons(paper, 10, COLUMNS)).isEmpty();
    assertThat(SitePolicy.standard().reasons(COMPONENT, 10, COLUMNS))
        .containsExactly("level component is not allowed, only totals, dp");
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
    assertThatThrownBy(() -> policy.check(DP, 199, COLUMNS))
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
    parse("max-epsilon: 1\nmax-delta: 1e-6\nmin-records: 200\n").check(DP, 200, COLUMNS);
    parse("methods: ['anchor-graph:groups']\nlevels: [component]\n").check(COMPONENT, 1, COLUMNS);
    assertThat(parse("max-epsilon: 0.999\n").reasons(DP, 1, COLUMNS)).hasSize(1);
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

  @Test
  void smallGroupsAreRefusedBelowTheFloor() {
    SitePolicy policy = parse(ALL + "min-group: 10\n");
    assertThat(policy.reasons(COMPONENT, 500, COLUMNS))
        .containsExactly("groups of 1 are allowed to leave, and this site's min-group is 10");
    Study larger = StudyTest.parse(StudyTest.SHORTEST + "privacy: {min-group: 10}\n");
    assertThat(policy.reasons(larger, 500, COLUMNS)).isEmpty();
    assertThat(policy.reasons(DP, 500, COLUMNS)).isEmpty(); // it sends no groups
  }

  @Test
  void sumsWithoutMasksAreRefusedWhereTheyMustBeMasked() {
    SitePolicy policy = parse("levels: [component]\nsums: masked\n");
    Study plain = StudyTest.parse(StudyTest.GROUPS);
    assertThat(policy.reasons(plain, 500, COLUMNS))
        .containsExactly("sums leave without masks, and this site's sums are masked");
    assertThat(parse("levels: [component]\nsums: any\n").reasons(plain, 500, COLUMNS)).isEmpty();
  }

  @Test
  void aStudyOfTooManyRoundsIsRefused() {
    int rounds =
        MethodRunner.of(COMPONENT.plan(), new Seed(COMPONENT.seed())).schedule().mostRounds();
    assertThat(parse(ALL + "max-rounds: %d\n".formatted(rounds)).reasons(COMPONENT, 500, COLUMNS))
        .isEmpty();
    assertThat(
            parse(ALL + "max-rounds: %d\n".formatted(rounds - 1)).reasons(COMPONENT, 500, COLUMNS))
        .containsExactly(
            "it may ask up to %d rounds, above the most allowed, %d".formatted(rounds, rounds - 1));
  }

  @Test
  void columnsThatAreNeverUsedKeepTheSiteOutHoweverTheyAreWritten() {
    SitePolicy policy = parse(ALL + "never-columns: [AGE, ' name ']\n");
    assertThat(policy.reasons(COMPONENT, 500, COLUMNS))
        .containsExactly("it uses age, which is a column that is never used");
    assertThat(policy.reasons(COMPONENT, 500, List.of("Name", "age ")))
        .containsExactly("it uses Name, age , which are columns that are never used");
    assertThat(policy.reasons(COMPONENT, 500, List.of("height"))).isEmpty();
  }
}

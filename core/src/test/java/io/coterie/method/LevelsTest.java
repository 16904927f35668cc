package io.coterie.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.plan.Budget;
import io.coterie.plan.DpTerms;
import io.coterie.plan.InputKind;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LevelsTest {
  private static final Set<PrivacyLevel> GROUPS = Set.of(PrivacyLevel.COMPONENT);
  private static final Set<PrivacyLevel> WITH_PROOF =
      Set.of(PrivacyLevel.COMPONENT, PrivacyLevel.DP);

  /** A new method must be added here, with what it offers. */
  private static final Map<String, Set<PrivacyLevel>> OFFERED =
      Map.ofEntries(
          Map.entry("anchor-graph", Set.of(PrivacyLevel.TOTALS, PrivacyLevel.DP)),
          Map.entry("anchor-graph:groups", GROUPS),
          Map.entry("central-gmm", Set.of()),
          Map.entry("central-kmeans", Set.of()),
          Map.entry("central-spectral", Set.of()),
          Map.entry("dp-lloyd", WITH_PROOF),
          Map.entry("dsc", GROUPS),
          Map.entry("fed-sc", GROUPS),
          Map.entry("ffcm", GROUPS),
          Map.entry("k-fed", GROUPS),
          Map.entry("spp-fgc", Set.of(PrivacyLevel.PAPER, PrivacyLevel.COMPONENT)));

  private static Stream<Arguments> methodsAndLevels() {
    return Methods.all().keySet().stream()
        .flatMap(method -> Stream.of(PrivacyLevel.values()).map(l -> Arguments.of(method, l)));
  }

  @Test
  void everyMethodSaysWhatItOffers() {
    Map<String, FederatedMethod> all = Methods.all();
    assertThat(all.keySet()).isEqualTo(OFFERED.keySet());
    all.forEach((name, method) -> assertThat(method.levels()).isEqualTo(OFFERED.get(name)));
  }

  @ParameterizedTest
  @MethodSource("methodsAndLevels")
  void aLevelIsOfferedOrRefusedBeforeAnythingRuns(String method, PrivacyLevel level) {
    StudyPlan plan = plan(method, level);
    boolean reference = !Methods.named(method).isFederated();
    if (OFFERED.get(method).contains(level) || (reference && level == PrivacyLevel.COMPONENT)) {
      assertThatCode(() -> Methods.of(plan)).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(() -> Methods.of(plan))
          .isInstanceOf(CoterieException.class)
          .hasMessageContaining(
              "Method %s cannot offer privacy level %s".formatted(method, level.word()))
          .hasMessageContaining(reference ? "pools the records" : ", only: ")
          .extracting(e -> ((CoterieException) e).code())
          .isEqualTo(ErrorCode.USAGE);
    }
  }

  private static StudyPlan plan(String method, PrivacyLevel level) {
    PrivacyPlan privacy =
        switch (level) {
          case PAPER -> PrivacyPlan.paper();
          case COMPONENT -> PrivacyPlan.component();
          case TOTALS -> PrivacyPlan.totals();
          case DP ->
              PrivacyPlan.dp(
                  new DpTerms(
                      new Budget(1, 1e-6),
                      NoiseMode.LOCAL,
                      3,
                      0,
                      1000,
                      1,
                      Optional.of(PublicBounds.same(0, 1, 3))));
        };
    return StudyPlan.of(method, 2, InputPlan.automatic(InputKind.table(), 3)).with(privacy);
  }
}

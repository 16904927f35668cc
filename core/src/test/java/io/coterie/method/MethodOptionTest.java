package io.coterie.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.method.MethodOption.Values;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.InputKind;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Options of methods are read within their limits. */
class MethodOptionTest {
  private static <T> MethodOption<T> option(Values<T> values) {
    return new MethodOption<>("size", "N", values, "the usual", "How large it is.");
  }

  private static StudyPlan plan(String value) {
    return new StudyPlan(
        Methods.DEFAULT,
        ClusterCount.of(2),
        InputPlan.automatic(InputKind.table(), 3),
        new MethodOptions(Map.of("size", value)),
        PrivacyPlan.component());
  }

  private static void fails(Values<?> values, String text, String message) {
    assertThatThrownBy(() -> option(values).in(plan(text)))
        .isInstanceOf(CoterieException.class)
        .hasMessage(message)
        .extracting(e -> ((CoterieException) e).code())
        .isEqualTo(ErrorCode.USAGE);
  }

  @Test
  void isAbsentUnlessStated() {
    StudyPlan plan =
        new StudyPlan(
            Methods.DEFAULT,
            ClusterCount.of(2),
            InputPlan.automatic(InputKind.table(), 3),
            MethodOptions.none(),
            PrivacyPlan.component());
    assertThat(option(Values.atLeast(2)).in(plan)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "-3", "2.5", "two", "", "99999999999"})
  void wholeNumbersHaveASmallest(String text) {
    assertThat(option(Values.atLeast(2)).in(plan("2"))).contains(2);
    fails(
        Values.atLeast(2),
        text,
        "--size is %s; it must be a whole number of at least 2.".formatted(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "Infinity", "NaN", "much"})
  void numbersArePositiveAndFinite(String text) {
    assertThat(option(Values.positive()).in(plan("2.5"))).contains(2.5);
    fails(
        Values.positive(),
        text,
        "--size is %s; it must be a positive, finite number.".formatted(text));
  }

  @Test
  void constantsAreNamedByTheirTexts() {
    assertThat(option(Values.of(NoiseMode.class)).in(plan("secure-sums")))
        .contains(NoiseMode.SECURE_SUMS);
    fails(
        Values.of(NoiseMode.class),
        "secure-sum",
        "--size is secure-sum; it must be local or secure-sums. Did you mean secure-sums?");
  }

  @Test
  void wordsAreTakenAsTheyAre() {
    assertThat(option(Values.words("a", "b", "c")).in(plan("b"))).contains("b");
    fails(Values.words("a", "b", "c"), "d", "--size is d; it must be a, b or c.");
  }

  @Test
  void everyOptionDescribesItself() {
    for (FederatedMethod method : Methods.all().values()) {
      for (MethodOption<?> option : method.options()) {
        assertThat(option.name()).as(method.name()).matches("[a-z]+(-[a-z]+)*");
        assertThat(List.of(option.label(), option.defaultText(), option.values().range()))
            .as(method.name())
            .noneMatch(String::isBlank);
        assertThat(option.help()).as(method.name()).endsWith(".");
      }
    }
  }

  @Test
  void theOrderOfAllOptionsKeepsThatOfEachMethod() {
    List<String> all = Methods.options().stream().<String>map(MethodOption::name).toList();
    for (FederatedMethod method : Methods.all().values()) {
      List<String> own = Methods.own(method).stream().<String>map(MethodOption::name).toList();
      assertThat(all.stream().filter(own::contains)).containsExactlyElementsOf(own);
    }
  }
}

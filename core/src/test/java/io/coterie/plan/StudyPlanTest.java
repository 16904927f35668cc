package io.coterie.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class StudyPlanTest {
  @Test
  void everyPartIsNeeded() {
    InputPlan input = InputPlan.automatic(InputKind.table(), 3);
    ClusterCount two = ClusterCount.of(2);
    MethodOptions none = MethodOptions.none();
    assertThatNullPointerException().isThrownBy(() -> new StudyPlan(null, two, input, none));
    assertThatNullPointerException().isThrownBy(() -> new StudyPlan("m", null, input, none));
    assertThatNullPointerException().isThrownBy(() -> new StudyPlan("m", two, null, none));
    assertThatNullPointerException().isThrownBy(() -> new StudyPlan("m", two, input, null));
  }

  @Test
  void clustersAreANumberOrAuto() {
    assertThat(ClusterCount.of(7).value()).isEqualTo(7);
    assertThat(ClusterCount.of(7).orAssumed()).isEqualTo(7);
    assertThat(ClusterCount.of(7).isAuto()).isFalse();
    assertThat(ClusterCount.of(7)).hasToString("7");
    assertThat(ClusterCount.auto().isAuto()).isTrue();
    assertThat(ClusterCount.auto().orAssumed()).isEqualTo(10);
    assertThat(ClusterCount.auto()).hasToString("auto");
    fails(ErrorCode.USAGE, "clusters is 0", () -> ClusterCount.of(0));
    fails(ErrorCode.USAGE, "clusters is -3", () -> ClusterCount.of(-3));
  }

  @Test
  void inputThatDoesNotFitIsRefused() {
    InputKind image = InputKind.image(4, 5);
    fails(ErrorCode.BAD_DATA, "no features", () -> InputPlan.automatic(InputKind.table(), 0));
    fails(ErrorCode.BAD_DATA, "4 x 5 have 20 pixels", () -> InputPlan.automatic(image, 21));
    fails(
        ErrorCode.USAGE,
        "--image",
        () -> new InputPlan(InputKind.table(), 20, Scaling.AUTO, FeatureMap.HOG));
  }

  @Test
  void gradientsAreForImagesUnlessSwitchedOff() {
    InputKind image = InputKind.image(4, 5);
    assertThat(InputPlan.automatic(image, 20).usesHog()).isTrue();
    assertThat(new InputPlan(image, 20, Scaling.AUTO, FeatureMap.HOG).usesHog()).isTrue();
    assertThat(new InputPlan(image, 20, Scaling.AUTO, FeatureMap.NONE).usesHog()).isFalse();
    assertThat(InputPlan.automatic(InputKind.table(), 20).usesHog()).isFalse();
    assertThat(InputPlan.automatic(InputKind.vectors(), 20).usesHog()).isFalse();
  }

  @Test
  void optionsAreReadByNameAndOrderedByIt() {
    MethodOptions options =
        MethodOptions.none().with("rounds", "2").with("neighbors", "12").with("robust", "cap");
    assertThat(options.word("neighbors")).hasValue("12");
    assertThat(options.word("absent")).isEmpty();
    assertThat(options.values().keySet()).containsExactly("neighbors", "robust", "rounds");
  }

  @Test
  void addingAnOptionLeavesTheOldOnesAlone() {
    MethodOptions one = MethodOptions.none().with("a", "1");
    assertThat(one.with("a", "2").word("a")).hasValue("2");
    assertThat(one.word("a")).hasValue("1");
  }

  private static void fails(ErrorCode code, String words, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining(words)
        .extracting(e -> ((CoterieException) e).code())
        .isEqualTo(code);
  }
}

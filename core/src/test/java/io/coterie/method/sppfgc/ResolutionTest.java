package io.coterie.method.sppfgc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResolutionTest {
  @ParameterizedTest
  @CsvSource({"record,RECORD", "component,COMPONENT", "coarse,COARSE"})
  void everyWordHasItsResolution(String word, Resolution expected) {
    assertThat(of(word)).isEqualTo(expected);
  }

  @Test
  void theDefaultSendsNoGraph() {
    assertThat(Resolution.of(plan(MethodOptions.none(), PrivacyPlan.component())))
        .isEqualTo(Resolution.COMPONENT);
  }

  @Test
  void levelPaperSendsGraphsOverRecords() {
    assertThat(Resolution.of(plan(MethodOptions.none(), PrivacyPlan.paper())))
        .isEqualTo(Resolution.RECORD);
  }

  @Test
  void graphsOverRecordsNeedTheLevelThatSendsThem() {
    StudyPlan plan =
        plan(MethodOptions.none().with("resolution", "record"), PrivacyPlan.component());
    assertThatThrownBy(() -> Resolution.of(plan))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("say --privacy paper --accept-graph-disclosure")
        .extracting(e -> ((CoterieException) e).code())
        .isEqualTo(ErrorCode.USAGE);
  }

  @ParameterizedTest
  @CsvSource({
    "records,record",
    "RECORD,record",
    "componnet,component",
    "components,component",
    "corse,coarse"
  })
  void aMistypedWordIsToldTheNearest(String word, String nearest) {
    assertThatThrownBy(() -> of(word))
        .isInstanceOf(CoterieException.class)
        .hasMessage(
            "--resolution is %s; it must be record, component or coarse. Did you mean %s?"
                .formatted(word, nearest))
        .extracting(e -> ((CoterieException) e).code())
        .isEqualTo(ErrorCode.USAGE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "pixel", "graph"})
  void aStrangeWordIsToldNone(String word) {
    assertThatThrownBy(() -> of(word))
        .isInstanceOf(CoterieException.class)
        .hasMessage("--resolution is %s; it must be record, component or coarse.".formatted(word));
  }

  private static Resolution of(String word) {
    return Resolution.of(plan(MethodOptions.none().with("resolution", word), PrivacyPlan.paper()));
  }

  private static StudyPlan plan(MethodOptions options, PrivacyPlan privacy) {
    return StudyPlan.of("spp-fgc", 2, InputPlan.automatic(InputKind.table(), 3))
        .with(PrivacyPlan.component())
        .with(options)
        .with(privacy);
  }
}

package io.coterie.method.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.method.verdict.Verdict.Evidence;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static Evidence named(int clusters, double score, double depth) {
    return new Evidence(clusters, score, depth, true);
  }

  @Test
  void withoutEvidenceThereAreNoClearGroups() {
    Verdict none = Verdict.of(List.of(named(2, 0.9, 0.7), named(3, 2, 0.8)));

    assertThat(none.kind()).isEqualTo(Verdict.Kind.NONE);
    assertThat(none.clusters()).isEqualTo(1);
    assertThat(none.words()).isEqualTo("no clear groups");
    assertThat(Verdict.of(List.of()).words()).isEqualTo("no clear groups");
  }

  @Test
  void aDeepValleyIsClearAndOthersAddToIt() {
    Verdict clear = Verdict.of(List.of(named(2, 5.1, 0.04), named(3, 0.7, 0.7), named(4, -1, 2)));

    assertThat(clear.kind()).isEqualTo(Verdict.Kind.CLEAR);
    assertThat(clear.clear()).isEqualTo(2);
    assertThat(clear.clusters()).isEqualTo(3);
    assertThat(clear.words()).isEqualTo("clear groups: 2 are clear, up to 3");
  }

  @Test
  void aHighScoreOfAFlatValleyIsWeak() {
    Verdict weak = Verdict.of(List.of(named(2, 6, 0.6)));

    assertThat(weak.kind()).isEqualTo(Verdict.Kind.WEAK);
    assertThat(weak.words()).isEqualTo("weak groups: 2");
  }

  @Test
  void groupsThatAreNotFoundAgainHaveNoNumber() {
    Verdict open = Verdict.of(List.of(new Evidence(2, 7.3, 0.03, false)));

    assertThat(open.kind()).isEqualTo(Verdict.Kind.CLEAR);
    assertThat(open.isNumberOpen()).isTrue();
    assertThat(open.words()).isEqualTo("clear groups, but their number is not stable");
  }
}

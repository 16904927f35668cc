package io.coterie;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {
  private static final List<String> VALID = List.of("iris", "wdbc", "moon", "ring", "blobs");

  @Test
  void findsAMissingASwappedAndAWrongLetter() {
    assertThat(NearestName.to("irs", VALID)).contains("iris");
    assertThat(NearestName.to("wbdc", VALID)).contains("wdbc");
    assertThat(NearestName.to("blops", VALID)).contains("blobs");
  }

  @Test
  void ignoresCase() {
    assertThat(NearestName.to("MOON", VALID)).contains("moon");
  }

  @Test
  void staysSilentWhenNothingIsClose() {
    assertThat(NearestName.to("customers", VALID)).isEmpty();
    assertThat(NearestName.to("x", VALID)).isEmpty();
    assertThat(NearestName.to("x", List.of("y"))).isEmpty();
    assertThat(NearestName.to("iris", List.of())).isEmpty();
  }

  @Test
  void longWordsMayHoldMoreMistakes() {
    assertThat(NearestName.to("--clustrcont", List.of("--epsilon", "--cluster-count")))
        .contains("--cluster-count");
  }

  @Test
  void firstOfEquallyCloseNamesWins() {
    assertThat(NearestName.to("bat", List.of("cat", "hat"))).contains("cat");
  }
}

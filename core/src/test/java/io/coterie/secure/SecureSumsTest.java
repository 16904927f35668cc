package io.coterie.secure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecureSumsTest {
  private static final SumContext CONTEXT = new SumContext("heart", 3, 1);

  @ParameterizedTest
  @ValueSource(ints = {3, 5, 20})
  void theTotalIsExact(int count) {
    Map<String, long[]> inputs = inputs(count, 1000);
    SecureTotal total = sum(inputs, Losses.none());
    assertThat(total.words()).isEqualTo(plainSum(inputs));
    assertThat(total.sites()).containsExactlyElementsOf(inputs.keySet());
  }

  @Test
  void aTotalIsTheSameForAnyNumberOfThreads() {
    Map<String, long[]> inputs = inputs(5, 40_000);
    SecureSums sums = SecureSums.among(inputs.keySet());
    try (Parallel parallel = Parallel.of(4)) {
      long[] words = sums.sum(sums.plan(CONTEXT, 40_000), inputs, Losses.none(), parallel).words();
      assertThat(words).isEqualTo(plainSum(inputs));
    }
  }

  @Test
  void sitesLostInEveryStepLeaveTheExactTotalOfTheRest() {
    Map<String, long[]> inputs = inputs(20, 500);
    Losses losses =
        Losses.none()
            .before(SumStep.ADVERTISE, "site-00")
            .before(SumStep.SHARE, "site-07")
            .before(SumStep.MASK, "site-08", "site-19")
            .before(SumStep.CONSENT, "site-03")
            .before(SumStep.REVEAL, "site-11");
    SecureTotal total = sum(inputs, losses);

    // Whoever sent a masked vector is counted, though lost later.
    for (String lost : new String[] {"site-00", "site-07", "site-08", "site-19"}) {
      inputs.remove(lost);
    }
    assertThat(total.sites()).containsExactlyElementsOf(inputs.keySet());
    assertThat(total.words()).isEqualTo(plainSum(inputs));
  }

  @ParameterizedTest
  @ValueSource(strings = {"MASK", "CONSENT", "REVEAL"})
  void fourOfTwentySitesMayBeLostOnceAllHaveShared(SumStep step) {
    Map<String, long[]> inputs = inputs(20, 100);
    Losses losses = Losses.none().before(step, "site-02", "site-03", "site-10", "site-19");
    SecureTotal total = sum(inputs, losses);

    boolean counted = step.compareTo(SumStep.MASK) > 0;
    assertThat(total.sites()).hasSize(counted ? 20 : 16);
    inputs.keySet().retainAll(total.sites());
    assertThat(total.words()).isEqualTo(plainSum(inputs));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ADVERTISE", "SHARE", "MASK", "CONSENT", "REVEAL"})
  void fewerSitesThanTheThresholdGetNoTotal(SumStep step) {
    // ⌊2 · 5 / 3⌋ + 1 = 4 of 5 must stay.
    Losses losses = Losses.none().before(step, "site-01", "site-04");
    assertThatThrownBy(() -> sum(inputs(5, 10), losses))
        .isInstanceOf(SecureSumException.class)
        .hasMessageContainingAll("3 sites", "needs 4")
        .extracting(e -> ((SecureSumException) e).reason())
        .isEqualTo(SecureSumException.Reason.TOO_FEW_SITES);
  }

  @Test
  void theThresholdIsAboveTwoThirdsUnlessToldOtherwise() {
    SecureSums sums = SecureSums.among(inputs(6, 1).keySet());
    assertThat(sums.plan(CONTEXT, 1).threshold()).isEqualTo(5);

    Map<String, long[]> inputs = inputs(6, 10);
    Losses losses = Losses.none().before(SumStep.MASK, "site-00", "site-01");
    SecureTotal total =
        sums.sum(new SumPlan(CONTEXT, 10, 4), inputs, losses, Parallel.sequential());
    inputs.keySet().retainAll(total.sites());
    assertThat(total.words()).isEqualTo(plainSum(inputs));
    assertThat(inputs).hasSize(4);

    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                sums.sum(new SumPlan(CONTEXT, 10, 3), inputs(6, 10), losses, Parallel.sequential()))
        .withMessageContaining("above half");
  }

  @Test
  void oneSiteIsTooFewForAnySum() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SecureSums.among(inputs(1, 1).keySet()))
        .withMessageContaining("2 to");
  }

  private static SecureTotal sum(Map<String, long[]> inputs, Losses losses) {
    SecureSums sums = SecureSums.among(inputs.keySet());
    int length = inputs.values().iterator().next().length;
    return sums.sum(sums.plan(CONTEXT, length), inputs, losses, Parallel.sequential());
  }

  /** Random words of all 64 bits, so that totals overflow, as they may. */
  private static Map<String, long[]> inputs(int count, int length) {
    Map<String, long[]> inputs = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      SplittableRandom random = new Seed(11).child(i).random();
      inputs.put(SumParties.name(i), random.longs(length).toArray());
    }
    return inputs;
  }

  private static long[] plainSum(Map<String, long[]> inputs) {
    long[] sum = new long[inputs.values().iterator().next().length];
    inputs.values().forEach(input -> Arrays.setAll(sum, i -> sum[i] + input[i]));
    return sum;
  }
}

package io.coterie.secure;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.Parallel;
import io.coterie.secure.SumMessage.DeliveredShares;
import io.coterie.secure.SumMessage.KeyRoster;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * What one site sends looks like noise, even where its vector is all zeros. Keys cannot be
 * repeated, so each run is a new draw: each statistic is a false alarm once in a million.
 */
class MaskUniformityTest {
  private static final int LENGTH = 20_000;

  @Test
  void aSingleMessageOfZerosHasUniformBytes() {
    for (long[] message : messages(new long[LENGTH])) {
      assertThat(Uniformity.ofWords(message)).isLessThan(Uniformity.CRITICAL);
    }
  }

  @Test
  void messagesTogetherStillHideBehindTheSelfMasks() {
    // The masks of pairs cancel in the total; those of the sites alone do not.
    long[] total = new long[LENGTH];
    for (long[] message : messages(new long[LENGTH])) {
      Arrays.setAll(total, i -> total[i] + message[i]);
    }
    assertThat(Uniformity.ofWords(total)).isLessThan(Uniformity.CRITICAL);
  }

  @Test
  void anUnmaskedVectorFailsTheTest() {
    long[] counts = new long[LENGTH];
    Arrays.setAll(counts, i -> i % 100);
    assertThat(Uniformity.ofWords(counts)).isGreaterThan(1000 * Uniformity.CRITICAL);

    // So does one whose mask repeats after one block.
    long[] weak = new long[LENGTH];
    long[] block = new long[8];
    MaskStream.add(Secrets.draw(32), 1, block, 0, 8);
    Arrays.setAll(weak, i -> block[i % 8]);
    assertThat(Uniformity.ofWords(weak)).isGreaterThan(1000 * Uniformity.CRITICAL);
  }

  private static long[][] messages(long[] input) {
    TreeMap<String, Identity> keys = new TreeMap<>();
    for (int i = 0; i < 3; i++) {
      keys.put(SumParties.name(i), Identity.generate(SumParties.name(i)));
    }
    Identities identities = SumParties.identities(keys);
    SumPlan plan = SumPlan.of(new SumContext("heart", 1, 1), input.length, identities);
    SecureSumCoordinator coordinator = new SecureSumCoordinator(plan, identities);
    SecureSumSite[] sites =
        keys.values().stream()
            .map(key -> new SecureSumSite(plan, key, identities))
            .toArray(SecureSumSite[]::new);
    Arrays.stream(sites).forEach(site -> coordinator.accept(site.advertise()));
    KeyRoster roster = coordinator.closeAdvertising();
    Arrays.stream(sites).forEach(site -> coordinator.accept(site.share(roster)));
    Map<String, DeliveredShares> deliveries = coordinator.closeSharing();
    return Arrays.stream(sites)
        .map(site -> site.mask(deliveries.get(site.name()), input, Parallel.sequential()).words())
        .toArray(long[][]::new);
  }
}

package io.coterie.secure;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.Parallel;
import io.coterie.secure.SumMessage.Consents;
import io.coterie.secure.SumMessage.DeliveredShares;
import io.coterie.secure.SumMessage.KeyRoster;
import io.coterie.secure.SumMessage.Survivors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a coordinator sees of a sealed total, and what it can do to it. */
class SealTest {
  private static final int SITES = 4;

  private final TreeMap<String, Identity> keys = new TreeMap<>();
  private final TreeMap<String, SecureSumSite> sites = new TreeMap<>();
  private long[] total;

  /** Runs a sealed sum in which every site has one record in each cell; some sites are lost. */
  private List<Seal> run(int cells, String... lost) {
    for (int i = 0; i < SITES; i++) {
      keys.put("s" + i, Identity.generate("s" + i));
    }
    Identities identities = SumParties.identities(keys);
    SumPlan plan = new SumPlan(new SumContext("heart", 1, 1), 2 * cells, 3, true);
    SecureSumCoordinator coordinator = new SecureSumCoordinator(plan, identities);
    keys.forEach((name, key) -> sites.put(name, new SecureSumSite(plan, key, identities)));
    sites.values().forEach(site -> coordinator.accept(site.advertise()));
    KeyRoster roster = coordinator.closeAdvertising();
    sites.values().forEach(site -> coordinator.accept(site.share(roster)));
    Map<String, DeliveredShares> shares = coordinator.closeSharing();
    for (String name : lost) {
      sites.remove(name);
    }
    long[] ones = new long[2 * cells];
    Arrays.fill(ones, 1);
    sites.forEach(
        (name, site) ->
            coordinator.accept(site.mask(shares.get(name), ones, Parallel.sequential())));
    Survivors survivors = coordinator.closeMasking();
    sites.values().forEach(site -> coordinator.accept(site.consent(survivors)));
    Consents consents = coordinator.closeConsent();
    sites.values().forEach(site -> coordinator.accept(site.reveal(consents)));
    total = coordinator.closeRevealing(Parallel.sequential()).words();
    List<Seal> seals = new ArrayList<>();
    sites.values().forEach(site -> site.seal().ifPresent(seals::add));
    return seals;
  }

  @Test
  void everySiteOpensTheTotalAndTheCoordinatorDoesNot() {
    List<Seal> seals = run(3);
    assertThat(seals).hasSize(SITES);
    for (Seal seal : seals) {
      assertThat(seal.open(total))
          .hasValueSatisfying(found -> assertThat(found).containsExactly(4, 4, 4));
    }
    assertThat(total[0]).isNotEqualTo(total[3]);
    for (long word : total) {
      assertThat(Math.abs(word)).isGreaterThan(1L << 20); // random words, of which few are small
    }
  }

  @Test
  void aTotalWithoutLostSitesOpensToo() {
    for (Seal seal : run(2, "s1")) {
      assertThat(seal.open(total))
          .hasValueSatisfying(found -> assertThat(found).containsExactly(3, 3));
    }
  }

  @Test
  void aChangedCountIsNoticed() {
    Seal seal = run(2).get(0);
    for (long change : new long[] {1, -1, 16, 1L << 39, 1L << 62, Long.MIN_VALUE}) {
      long[] changed = total.clone();
      changed[0] += change;
      assertThat(seal.open(changed)).isEmpty();
      // A multiplier guessed as 1, or both halves shifted alike, is noticed too.
      changed[2] += change;
      assertThat(seal.open(changed)).isEmpty();
    }
    long[] swapped = {total[1], total[0], total[3], total[2]};
    assertThat(seal.open(swapped)).isEmpty();
  }

  @Test
  void aSealOfAnotherSumOpensNothing() {
    Seal first = run(2).get(0);
    long[] before = total;
    sites.clear();
    Seal second = run(2).get(0);
    assertThat(second.open(before)).isEmpty();
    assertThat(first.open(total)).isEmpty();
  }

  @Test
  void aSealSurvivesARestart() {
    Seal seal = run(2).get(0);
    Optional<long[]> found = Seal.decoded(seal.encoded()).open(total);
    assertThat(found).hasValueSatisfying(counts -> assertThat(counts).containsExactly(4, 4));
    assertThat(seal).hasToString("a seal of 4 sites");
  }
}

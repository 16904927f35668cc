package io.coterie.secure;

import io.coterie.math.Parallel;
import io.coterie.secure.SumMessage.Consents;
import io.coterie.secure.SumMessage.DeliveredShares;
import io.coterie.secure.SumMessage.KeyRoster;
import io.coterie.secure.SumMessage.MaskedVector;
import io.coterie.secure.SumMessage.Reveal;
import io.coterie.secure.SumMessage.Survivors;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** The parties of one sum, "site-00", "site-01", ..., step by step, so that tests may interfere. */
final class SumParties {
  static final int LENGTH = 40;

  final SumPlan plan;
  final Identities identities;
  final TreeMap<String, Identity> keys = new TreeMap<>();
  final TreeMap<String, SecureSumSite> sites = new TreeMap<>();
  final SecureSumCoordinator coordinator;

  private SumParties(SumContext context, Map<String, Identity> keys) {
    this.keys.putAll(keys);
    this.identities = identities(keys);
    this.plan = SumPlan.of(context, LENGTH, identities);
    this.coordinator = new SecureSumCoordinator(plan, identities);
    keys.forEach((name, key) -> sites.put(name, new SecureSumSite(plan, key, identities)));
  }

  static SumParties of(int count) {
    TreeMap<String, Identity> keys = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      keys.put(name(i), Identity.generate(name(i)));
    }
    return new SumParties(new SumContext("heart", 1, 1), keys);
  }

  /** The same sites in another sum. */
  SumParties again(SumContext context) {
    return new SumParties(context, keys);
  }

  static String name(int i) {
    return "site-%02d".formatted(i);
  }

  static Identities identities(Map<String, Identity> keys) {
    TreeMap<String, Bytes> publicKeys = new TreeMap<>();
    keys.forEach((name, key) -> publicKeys.put(name, key.publicKey()));
    return Identities.of(publicKeys);
  }

  SecureSumSite site(int i) {
    return sites.get(name(i));
  }

  /** Site i's vector: i + 1 everywhere, so that a total of n sites is n (n + 1) / 2. */
  long[] input(String name) {
    long[] input = new long[LENGTH];
    Arrays.fill(input, Integer.parseInt(name.substring(5)) + 1);
    return input;
  }

  KeyRoster advertised() {
    sites.values().forEach(site -> coordinator.accept(site.advertise()));
    return coordinator.closeAdvertising();
  }

  Map<String, DeliveredShares> shared() {
    KeyRoster roster = advertised();
    sites.values().forEach(site -> coordinator.accept(site.share(roster)));
    return coordinator.closeSharing();
  }

  Survivors masked(String... lost) {
    Map<String, DeliveredShares> deliveries = shared();
    for (String name : lost) {
      sites.remove(name).close();
    }
    sites.forEach((name, site) -> coordinator.accept(mask(site, deliveries.get(name))));
    return coordinator.closeMasking();
  }

  MaskedVector mask(SecureSumSite site, DeliveredShares delivery) {
    return site.mask(delivery, input(site.name()), Parallel.sequential());
  }

  Consents consented(String... lost) {
    Survivors survivors = masked(lost);
    sites.values().forEach(site -> coordinator.accept(site.consent(survivors)));
    return coordinator.closeConsent();
  }

  /** Plays to the end with the reveals handed to the test, and returns one word of the total. */
  long total(BiConsumer<SecureSumCoordinator, Reveal> deliver, String... lost) {
    Consents consents = consented(lost);
    sites.values().forEach(site -> deliver.accept(coordinator, site.reveal(consents)));
    return coordinator.closeRevealing(Parallel.sequential()).words()[0];
  }
}

package io.coterie.secure;

import io.coterie.math.Parallel;
import io.coterie.secure.SumMessage.Consents;
import io.coterie.secure.SumMessage.DeliveredShares;
import io.coterie.secure.SumMessage.KeyRoster;
import io.coterie.secure.SumMessage.Survivors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * Runs secure sums with all sites in one process, for simulations and tests. Keys are drawn anew
 * and cannot be repeated, but the total is exact, so that a simulation stays repeatable.
 *
 * <p>Immutable and thread-safe.
 */
public final class SecureSums {
  private final Map<String, Identity> sites;
  private final Identities identities;

  private SecureSums(Map<String, Identity> sites, Identities identities) {
    this.sites = sites;
    this.identities = identities;
  }

  /** Returns sums among the sites of a study, for each of which it makes an identity. */
  public static SecureSums among(Collection<String> names) {
    Map<String, Identity> sites = new TreeMap<>();
    Map<String, Bytes> keys = new TreeMap<>();
    for (String name : names) {
      Identity identity = Identity.generate(name);
      sites.put(name, identity);
      keys.put(name, identity.publicKey());
    }
    return new SecureSums(sites, Identities.of(keys));
  }

  /** Returns the default plan of a sum among these sites. */
  public SumPlan plan(SumContext context, int length) {
    return SumPlan.of(context, length, identities);
  }

  /**
   * Returns the total over the sites that stay.
   *
   * @param inputs one vector per site; a site without one does not join
   * @param isLost whether a site is lost before it answers a step, for simulations of losses
   * @throws SecureSumException if fewer sites than the threshold stay
   */
  public SecureTotal sum(
      SumPlan plan,
      Map<String, long[]> inputs,
      BiPredicate<String, SumStep> isLost,
      Parallel parallel) {
    List<SecureSumSite> members = new ArrayList<>();
    for (String name : new TreeMap<>(inputs).keySet()) {
      if (!sites.containsKey(name)) {
        throw new IllegalArgumentException(
            "There is no site %s; there are %s.".formatted(name, sites.keySet()));
      }
      members.add(new SecureSumSite(plan, sites.get(name), identities));
    }
    try {
      return new Run(members, isLost, parallel).sum(plan, inputs, identities);
    } finally {
      members.forEach(SecureSumSite::close);
    }
  }

  /** One sum: asks the sites that are left, in parallel, and takes their answers in order. */
  private record Run(
      List<SecureSumSite> members, BiPredicate<String, SumStep> isLost, Parallel parallel) {
    SecureTotal sum(SumPlan plan, Map<String, long[]> inputs, Identities identities) {
      SecureSumCoordinator coordinator = new SecureSumCoordinator(plan, identities);
      ask(SumStep.ADVERTISE, SecureSumSite::advertise).forEach(coordinator::accept);
      KeyRoster roster = coordinator.closeAdvertising();
      ask(SumStep.SHARE, site -> site.share(roster)).forEach(coordinator::accept);
      Map<String, DeliveredShares> deliveries = coordinator.closeSharing();
      ask(
              SumStep.MASK,
              site -> site.mask(deliveries.get(site.name()), inputs.get(site.name()), parallel))
          .forEach(coordinator::accept);
      Survivors survivors = coordinator.closeMasking();
      ask(SumStep.CONSENT, site -> site.consent(survivors)).forEach(coordinator::accept);
      Consents consents = coordinator.closeConsent();
      ask(SumStep.REVEAL, site -> site.reveal(consents)).forEach(coordinator::accept);
      return coordinator.closeRevealing(parallel);
    }

    private <T> List<T> ask(SumStep step, Function<SecureSumSite, T> question) {
      List<SecureSumSite> left =
          members.stream().filter(site -> !isLost.test(site.name(), step)).toList();
      List<T> answers = new ArrayList<>();
      left.forEach(site -> answers.add(null));
      parallel.forEach(left.size(), i -> answers.set(i, question.apply(left.get(i))));
      return answers;
    }
  }
}

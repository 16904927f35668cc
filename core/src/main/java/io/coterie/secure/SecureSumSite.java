package io.coterie.secure;

import static java.util.Objects.requireNonNull;

import io.coterie.math.Parallel;
import io.coterie.secure.SecureSumException.Reason;
import io.coterie.secure.SumMessage.Advertisement;
import io.coterie.secure.SumMessage.Consent;
import io.coterie.secure.SumMessage.Consents;
import io.coterie.secure.SumMessage.DeliveredShares;
import io.coterie.secure.SumMessage.EncryptedShares;
import io.coterie.secure.SumMessage.KeyRoster;
import io.coterie.secure.SumMessage.MaskedVector;
import io.coterie.secure.SumMessage.Reveal;
import io.coterie.secure.SumMessage.Survivors;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * A site's part of one secure sum. Each step is answered once and in order; whatever is asked a
 * second time, too early or too late is refused. A message that is wrong in itself ends the sum at
 * this site: its secrets are wiped and it says nothing more. Make one of these for each attempt
 * that the {@link AttemptLog} permits, and no second.
 *
 * <p>The site trusts its own identity, the list of identities and the plan, and nothing that
 * arrives. Symbols of Bonawitz and others: U₁ {@code roster}, U₂ {@code shared}, U₃ {@code
 * survivors}, b {@code selfSeed}, s^SK {@code maskingKey}, c^SK {@code encryptionKey}.
 *
 * <p>Not thread-safe.
 */
public final class SecureSumSite implements AutoCloseable {
  private final SumPlan plan;
  private final Identity identity;
  private final Identities identities;

  private final byte[] encryptionKey = Secrets.draw(Secrets.SIZE);
  private final byte[] maskingKey = Secrets.draw(Secrets.SIZE);
  private final byte[] selfSeed = Secrets.draw(Secrets.SIZE);
  private final byte[] sealPart = Secrets.draw(Secrets.SIZE);
  private final TreeMap<String, byte[]> openingKeys = new TreeMap<>();
  private final TreeMap<String, SharePair> held = new TreeMap<>();

  private SumStep step = SumStep.ADVERTISE;
  private Advertisement.Keys keys;
  private CheckedRoster roster;
  private SortedSet<String> survivors;
  private Optional<Seal> sealing = Optional.empty();
  private Optional<Seal> seal = Optional.empty();

  public SecureSumSite(SumPlan plan, Identity identity, Identities identities) {
    this.plan = requireNonNull(plan, "plan is null");
    this.identity = requireNonNull(identity, "identity is null");
    this.identities = requireNonNull(identities, "identities is null");
    plan.checkFor(identities);
    if (!identities.contains(identity.site())) {
      throw new IllegalArgumentException(
          "The study did not agree on a site %s; ask for it to be added."
              .formatted(identity.site()));
    }
  }

  public String name() {
    return identity.site();
  }

  /** Step 0: signs fresh public keys. */
  public Advertisement advertise() {
    return answer(
        SumStep.ADVERTISE,
        () -> {
          keys =
              new Advertisement.Keys(
                  KeyExchange.publicKey(encryptionKey),
                  KeyExchange.publicKey(maskingKey),
                  Advertisement.commitment(plan, name(), selfSeed));
          Bytes signature = identity.sign(Advertisement.statement(plan, name(), keys));
          return new Advertisement(plan.context(), name(), keys, signature);
        });
  }

  /** Step 1: checks the roster and shares the masking key and the self mask seed in it. */
  public EncryptedShares share(KeyRoster proposed) {
    return answer(
        SumStep.SHARE,
        () -> {
          roster = CheckedRoster.check(proposed, plan, identities);
          if (!keys.equals(roster.keys(name()))) {
            throw new SecureSumException(
                Reason.CONTRADICTION,
                "The roster does not hold site %s with the keys it advertised; it takes no part."
                    .formatted(name()));
          }
          return new EncryptedShares(plan.context(), name(), sealedShares());
        });
  }

  private Map<String, Bytes> sealedShares() {
    int count = roster.sites().size();
    byte[][] selfShares = Shamir.split(selfSeed, plan.threshold(), count);
    byte[][] keyShares = Shamir.split(maskingKey, plan.threshold(), count);
    Map<String, Bytes> sealed = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      String peer = roster.sites().get(i);
      SharePair pair = new SharePair(selfShares[i], keyShares[i], sealPart.clone());
      if (peer.equals(name())) {
        held.put(peer, pair);
        continue;
      }
      byte[] secret = roster.shareSecret(encryptionKey, peer);
      byte[] statement = roster.shareStatement(name(), peer);
      byte[] key = Hkdf.key(secret, statement);
      sealed.put(peer, pair.seal(key, statement));
      openingKeys.put(peer, Hkdf.key(secret, roster.shareStatement(peer, name())));
      Secrets.wipe(secret, key);
      pair.wipe();
    }
    Secrets.wipe(encryptionKey);
    return sealed;
  }

  /**
   * Step 2: keeps the shares of the peers and returns the vector under masks: y = v + PRG(b) + Σ
   * PRG(s_j) over later peers − Σ PRG(s_j) over earlier ones, mod 2⁶⁴. Peers whose shares did not
   * arrive are left out. The input is not changed.
   */
  public MaskedVector mask(DeliveredShares delivered, long[] input, Parallel parallel) {
    if (input.length != plan.length()) {
      throw new IllegalArgumentException(
          "The vector has %d entries, but the plan says %d."
              .formatted(input.length, plan.length()));
    }
    return answer(
        SumStep.MASK,
        () -> {
          plan.context().check(delivered.context(), "The delivery of shares");
          requireAddressee(delivered.site());
          plan.requireEnough(delivered.sealed().size() + 1, "have shared their secrets");
          delivered.sealed().forEach(this::openShares);
          long[] words = input.clone();
          if (plan.sealed()) {
            TreeMap<String, byte[]> parts = new TreeMap<>();
            held.forEach((peer, pair) -> parts.put(peer, pair.sealPart()));
            sealing = Optional.of(Seal.of(plan, parts));
            sealing.get().close(name(), words);
          }
          masks(parallel).applyTo(words, parallel);
          wipeKeys();
          return MaskedVector.of(plan.context(), name(), words);
        });
  }

  private void requireAddressee(String site) {
    if (!site.equals(name())) {
      throw new SecureSumException(
          Reason.STRANGER, "Site %s got what is for site %s.".formatted(name(), site));
    }
  }

  private void openShares(String peer, Bytes sealed) {
    if (!openingKeys.containsKey(peer)) {
      throw new SecureSumException(
          Reason.STRANGER,
          "Site %s got shares of site %s, which is no peer in the roster.".formatted(name(), peer));
    }
    SharePair pair =
        SharePair.open(sealed, openingKeys.get(peer), roster.shareStatement(peer, name()))
            .orElseThrow(
                () ->
                    new SecureSumException(
                        Reason.WRONG_SHARE,
                        "Site %s cannot open the shares of site %s: they were changed, or sealed for another roster."
                            .formatted(name(), peer)));
    held.put(peer, pair);
  }

  private Masks masks(Parallel parallel) {
    String[] sharers = held.keySet().toArray(String[]::new);
    byte[][] pairKeys = new byte[sharers.length][];
    parallel.forEach(
        sharers.length,
        i -> {
          if (!sharers[i].equals(name())) {
            pairKeys[i] = roster.pairKey(maskingKey, name(), sharers[i]);
          }
        });
    Masks masks = new Masks();
    masks.add(roster.selfKey(selfSeed, name()));
    for (int i = 0; i < sharers.length; i++) {
      if (pairKeys[i] != null) {
        masks.addPair(pairKeys[i], roster.index(name()), roster.index(sharers[i]));
      }
    }
    return masks;
  }

  /** Step 3: signs the list of those who are counted, if it is one that this site can accept. */
  public Consent consent(Survivors proposed) {
    return answer(
        SumStep.CONSENT,
        () -> {
          plan.context().check(proposed.context(), "The list of survivors");
          plan.requireEnough(proposed.sites().size(), "are left");
          if (!held.keySet().containsAll(proposed.sites()) || !proposed.sites().contains(name())) {
            throw new SecureSumException(
                Reason.STRANGER,
                "The survivors must be sites that shared their secrets, site %s among them."
                    .formatted(name()));
          }
          survivors = proposed.sites();
          return new Consent(plan.context(), name(), identity.sign(consentStatement()));
        });
  }

  private byte[] consentStatement() {
    return roster.consentStatement(new TreeSet<>(held.keySet()), survivors);
  }

  /**
   * Step 4: checks that enough survivors signed the same list, then reveals one share for each
   * site: of its self mask if it is counted, of its masking key if it was lost. The shares are then
   * wiped, so a second request finds nothing.
   */
  public Reveal reveal(Consents consents) {
    return answer(
        SumStep.REVEAL,
        () -> {
          checkConsents(consents);
          Map<String, Bytes> selfMasks = new TreeMap<>();
          Map<String, Bytes> maskingKeys = new TreeMap<>();
          held.forEach(
              (peer, pair) -> {
                if (survivors.contains(peer)) {
                  selfMasks.put(peer, pair.selfMask());
                } else {
                  maskingKeys.put(peer, pair.maskingKey());
                }
              });
          wipe();
          seal = sealing.map(all -> all.over(survivors));
          return new Reveal(plan.context(), name(), selfMasks, maskingKeys);
        });
  }

  /** Returns what opens the sealed total; nothing before enough sites agreed to who is counted. */
  public Optional<Seal> seal() {
    return seal;
  }

  private void checkConsents(Consents consents) {
    plan.context().check(consents.context(), "The list of consents");
    byte[] statement = consentStatement();
    Set<String> signers = new HashSet<>();
    for (Consent consent : consents.consents()) {
      plan.context().check(consent.context(), "A consent");
      if (!survivors.contains(consent.site()) || !signers.add(consent.site())) {
        throw new SecureSumException(
            Reason.CONTRADICTION,
            "The consents name site %s, which is no survivor or is named twice."
                .formatted(consent.site()));
      }
      identities.check(consent.site(), statement, consent.signature());
    }
    plan.requireEnough(signers.size(), "have signed the list of survivors");
  }

  /** Gives the sum up and wipes the secrets; the site answers nothing more. */
  @Override
  public void close() {
    step = SumStep.ENDED;
    wipe();
  }

  private void wipeKeys() {
    Secrets.wipe(encryptionKey, maskingKey, selfSeed, sealPart);
    openingKeys.values().forEach(Secrets::wipe);
    openingKeys.clear();
  }

  private void wipe() {
    wipeKeys();
    held.values().forEach(SharePair::wipe);
    held.clear();
  }

  /** Runs a step whose turn it is; a step that fails is the last. */
  private <T> T answer(SumStep asked, Supplier<T> reply) {
    step.check(asked, "Site " + name());
    step = SumStep.ENDED;
    T answer;
    try {
      answer = reply.get();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
    step = asked.next();
    return answer;
  }

  @Override
  public String toString() {
    return "Site %s at step %s of %s".formatted(name(), step, plan.context());
  }
}

package io.coterie.secure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.math.Parallel;
import io.coterie.secure.SecureSumException.Reason;
import io.coterie.secure.SumMessage.Consents;
import io.coterie.secure.SumMessage.DeliveredShares;
import io.coterie.secure.SumMessage.EncryptedShares;
import io.coterie.secure.SumMessage.KeyRoster;
import io.coterie.secure.SumMessage.MaskedVector;
import io.coterie.secure.SumMessage.Reveal;
import io.coterie.secure.SumMessage.Survivors;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What the coordinator refuses, and that it goes on with the others. Four of five must stay. */
class SecureSumCoordinatorTest {
  private final SumParties parties = SumParties.of(5);
  private final SecureSumCoordinator coordinator = parties.coordinator;

  @Test
  void addsUpThoseWhoStay() {
    assertThat(parties.total(SecureSumCoordinator::accept)).isEqualTo(15);
    assertThat(SumParties.of(5).total(SecureSumCoordinator::accept, "site-02")).isEqualTo(12);
  }

  @Test
  void aWrongShareNamesTheSiteThatRevealedIt() {
    refused(
        Reason.WRONG_SHARE,
        () ->
            parties.total(
                (to, reveal) ->
                    to.accept(reveal.site().equals("site-01") ? changed(reveal) : reveal)),
        "site-01",
        "share of site site-00");
  }

  @Test
  void aWrongShareThatTheOthersCannotTellNamesWhoseSecretItIs() {
    // Site 4 is lost, so the four that are needed are all there are.
    refused(
        Reason.WRONG_SHARE,
        () ->
            parties.total(
                (to, reveal) ->
                    to.accept(reveal.site().equals("site-01") ? changed(reveal) : reveal),
                "site-04"),
        "shares of site site-00",
        "committed");
  }

  @Test
  void aWrongShareOfALostSitesKeyIsNoticed() {
    SumParties six = SumParties.of(6);
    // ⌊2 · 6 / 3⌋ + 1 = 5 of 6, one lost: no share to spare.
    refused(
        Reason.WRONG_SHARE,
        () ->
            six.total(
                (to, reveal) ->
                    to.accept(
                        new Reveal(
                            reveal.context(),
                            reveal.site(),
                            reveal.selfMasks(),
                            Map.of("site-05", Bytes.copyOf(new byte[33])))),
                "site-05"),
        "shares of site site-05");
  }

  @Test
  void aRevealHoldsOneShareForEachSite() {
    Consents consents = parties.consented("site-04");
    Reveal reveal = parties.site(0).reveal(consents);
    Bytes share = reveal.selfMasks().get("site-01");

    Map<String, Bytes> both = new HashMap<>(reveal.maskingKeys());
    both.put("site-01", share);
    refused(
        Reason.CONTRADICTION,
        () -> coordinator.accept(reveal(reveal, reveal.selfMasks(), both)),
        "site-00");
    refused(
        Reason.CONTRADICTION,
        () -> coordinator.accept(reveal(reveal, reveal.selfMasks(), Map.of())),
        "site-00");
    Map<String, Bytes> noShare = Map.of("site-04", Bytes.copyOf(new byte[5]));
    refused(
        Reason.WRONG_SHARE,
        () -> coordinator.accept(reveal(reveal, reveal.selfMasks(), noShare)),
        "site-00",
        "site-04");

    // The real one still counts, once.
    coordinator.accept(reveal);
    refused(Reason.CONTRADICTION, () -> coordinator.accept(reveal), "site-00", "already");
  }

  @Test
  void aForgedAdvertisementIsLeftOutAndTheSumGoesOn() {
    refused(
        Reason.FORGED, () -> coordinator.accept(SumParties.of(5).site(2).advertise()), "site-02");
    refused(
        Reason.STRANGER,
        () -> coordinator.accept(SumParties.of(10).site(9).advertise()),
        "site-09");
    SumContext earlier = new SumContext("heart", 1, 2);
    refused(
        Reason.OTHER_SUM,
        () -> coordinator.accept(parties.again(earlier).site(2).advertise()),
        "attempt 2");
    assertThat(parties.total(SecureSumCoordinator::accept)).isEqualTo(15);
  }

  @Test
  void sharesMustGoToEveryPeer() {
    KeyRoster roster = parties.advertised();
    EncryptedShares shares = parties.site(0).share(roster);
    Map<String, Bytes> some = new HashMap<>(shares.sealed());
    some.remove("site-03");
    refused(
        Reason.CONTRADICTION,
        () -> coordinator.accept(new EncryptedShares(shares.context(), "site-00", some)),
        "site-00");
    refused(
        Reason.STRANGER,
        () -> coordinator.accept(new EncryptedShares(shares.context(), "site-09", shares.sealed())),
        "site-09");
  }

  @Test
  void aVectorIsCountedOnceAndInTime() {
    Map<String, DeliveredShares> deliveries = parties.shared();
    MaskedVector[] vectors = new MaskedVector[5];
    for (int i = 0; i < 5; i++) {
      vectors[i] = parties.mask(parties.site(i), deliveries.get(SumParties.name(i)));
    }
    SumContext context = parties.plan.context();
    refused(
        Reason.CONTRADICTION,
        () -> coordinator.accept(MaskedVector.of(context, "site-00", new long[3])),
        "3 words");
    refused(
        Reason.OTHER_SUM,
        () ->
            coordinator.accept(
                MaskedVector.of(new SumContext("lung", 1, 1), "site-00", new long[40])),
        "study lung");
    for (int i = 0; i < 4; i++) {
      coordinator.accept(vectors[i]);
    }
    refused(Reason.CONTRADICTION, () -> coordinator.accept(vectors[2]), "site-02");
    Survivors survivors = coordinator.closeMasking();
    refused(Reason.OUT_OF_STEP, () -> coordinator.accept(vectors[4]), "MASK", "CONSENT");

    // The late site is not in the total, though its vector was made.
    for (int i = 0; i < 4; i++) {
      coordinator.accept(parties.site(i).consent(survivors));
    }
    Consents consents = coordinator.closeConsent();
    for (int i = 0; i < 4; i++) {
      coordinator.accept(parties.site(i).reveal(consents));
    }
    assertThat(coordinator.closeRevealing(Parallel.sequential()).words()).containsOnly(10);
  }

  @Test
  void aConsentToAnotherListIsRefused() {
    parties.masked();
    Survivors other =
        new Survivors(
            parties.plan.context(),
            new TreeSet<>(Set.of("site-00", "site-01", "site-02", "site-03")));
    refused(Reason.FORGED, () -> coordinator.accept(parties.site(0).consent(other)), "site-00");
  }

  @Test
  void aSumThatEndedStaysEnded() {
    parties.sites.remove("site-03");
    parties.sites.remove("site-04");
    refused(Reason.TOO_FEW_SITES, parties::advertised, "3 sites", "needs 4");
    assertThat(coordinator.step()).isEqualTo(SumStep.ENDED);
    refused(Reason.OUT_OF_STEP, coordinator::closeAdvertising, "ENDED");
  }

  /** Changes each share of a self mask, to another that could be one. */
  private static Reveal changed(Reveal reveal) {
    Map<String, Bytes> shares = new HashMap<>();
    reveal
        .selfMasks()
        .forEach(
            (owner, share) -> {
              byte[] bytes = share.toArray();
              bytes[20] ^= 1;
              shares.put(owner, Bytes.copyOf(bytes));
            });
    return reveal(reveal, shares, reveal.maskingKeys());
  }

  private static Reveal reveal(
      Reveal like, Map<String, Bytes> selfMasks, Map<String, Bytes> maskingKeys) {
    return new Reveal(like.context(), like.site(), selfMasks, maskingKeys);
  }

  private static void refused(Reason reason, ThrowingCallable request, String... named) {
    assertThatThrownBy(request)
        .isInstanceOf(SecureSumException.class)
        .hasMessageContainingAll(named)
        .extracting(e -> ((SecureSumException) e).reason())
        .isEqualTo(reason);
  }
}

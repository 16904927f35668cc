package io.coterie.secure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What a site refuses. Five sites, of which four must stay, unless a test says otherwise. */
class SecureSumSiteTest {
  private static final SumContext OTHER_ROUND = new SumContext("heart", 2, 1);

  private final SumParties parties = SumParties.of(5);
  private final SecureSumSite site = parties.site(0);

  @Test
  void everyStepIsAnsweredOnceAndInOrder() {
    KeyRoster none = new KeyRoster(parties.plan.context(), List.of());
    refused(Reason.OUT_OF_STEP, () -> site.share(none), "site-00", "SHARE", "ADVERTISE");
    Consents consents = parties.consented();
    refused(Reason.OUT_OF_STEP, site::advertise, "ADVERTISE", "REVEAL");
    refused(Reason.OUT_OF_STEP, () -> site.share(none), "SHARE", "REVEAL");
    DeliveredShares delivery = new DeliveredShares(parties.plan.context(), "site-00", Map.of());
    refused(Reason.OUT_OF_STEP, () -> parties.mask(site, delivery), "MASK", "REVEAL");

    // Asking out of turn cost the site nothing.
    assertThat(site.reveal(consents).selfMasks()).hasSize(5);
  }

  @Test
  void aCoordinatorThatAsksTwiceGetsNothingMore() {
    Consents consents = parties.consented("site-03");
    Reveal reveal = site.reveal(consents);
    assertThat(reveal.selfMasks()).containsOnlyKeys("site-00", "site-01", "site-02", "site-04");
    assertThat(reveal.maskingKeys()).containsOnlyKeys("site-03");

    refused(Reason.OUT_OF_STEP, () -> site.reveal(consents), "REVEAL", "ENDED");
    refused(Reason.OUT_OF_STEP, () -> site.consent(survivors(0, 1, 2, 3)), "CONSENT", "ENDED");
  }

  @Test
  void aSiteSignsOneListOfSurvivors() {
    parties.masked();
    site.consent(survivors(0, 1, 2, 3, 4));
    refused(Reason.OUT_OF_STEP, () -> site.consent(survivors(0, 1, 2, 3)), "CONSENT", "REVEAL");
  }

  @Test
  void differentSurvivorsToldToDifferentSitesAreRefused() {
    parties.masked();
    // Sites 0 and 1 are told that site 4 is lost, the others that it is there: whoever reveals
    // would give away one secret of site 4 here and the other there.
    List<Consent> consents = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Survivors told = i < 2 ? survivors(0, 1, 2, 3) : survivors(0, 1, 2, 3, 4);
      consents.add(parties.site(i).consent(told));
    }
    SumContext context = parties.plan.context();
    Consents mixed = new Consents(context, consents.subList(0, 4));
    refused(Reason.FORGED, () -> site.reveal(mixed), "site-02");
    Consents own = new Consents(context, consents.subList(0, 2));
    refused(Reason.TOO_FEW_SITES, () -> parties.site(1).reveal(own), "2 sites", "needs 4");
    Consents rest = new Consents(context, consents.subList(2, 5));
    refused(Reason.TOO_FEW_SITES, () -> parties.site(2).reveal(rest), "3 sites", "needs 4");
  }

  @Test
  void consentsCountOncePerSurvivor() {
    List<Consent> consents = parties.consented().consents();
    Consents twice =
        new Consents(
            parties.plan.context(),
            List.of(consents.get(0), consents.get(1), consents.get(2), consents.get(2)));
    refused(Reason.CONTRADICTION, () -> site.reveal(twice), "site-02");
    refused(Reason.OUT_OF_STEP, () -> site.reveal(twice), "ENDED");
  }

  @Test
  void survivorsMustBeEnoughSitesThatSharedAndTheSiteItself() {
    parties.masked();
    refused(Reason.STRANGER, () -> site.consent(survivors(1, 2, 3, 4)), "site-00");
    refused(Reason.STRANGER, () -> parties.site(1).consent(survivors(0, 1, 2, 9)), "site-01");
    refused(Reason.TOO_FEW_SITES, () -> parties.site(2).consent(survivors(0, 1, 2)), "3 sites");
  }

  @Test
  void aStrangerInTheRosterIsRefused() {
    List<Advertisement> advertisements = new ArrayList<>(parties.advertised().advertisements());
    advertisements.set(4, SumParties.of(10).site(9).advertise());
    refused(Reason.STRANGER, () -> site.share(roster(advertisements)), "site-09");
  }

  @Test
  void aForgedSignatureIsRefused() {
    List<Advertisement> advertisements = new ArrayList<>(parties.advertised().advertisements());
    // The coordinator plays site 4 with keys of its own: right name, wrong identity.
    advertisements.set(4, SumParties.of(5).site(4).advertise());
    refused(Reason.FORGED, () -> site.share(roster(advertisements)), "site-04");

    // Or it puts other keys under a real signature.
    Advertisement real = advertisements.get(1);
    Advertisement.Keys keys = advertisements.get(2).keys();
    advertisements.set(4, parties.again(parties.plan.context()).site(4).advertise());
    advertisements.set(1, new Advertisement(real.context(), real.site(), keys, real.signature()));
    refused(Reason.FORGED, () -> parties.site(2).share(roster(advertisements)), "site-01");
  }

  @Test
  void aRosterWithoutItsOwnKeysIsRefused() {
    KeyRoster roster = parties.advertised();
    List<Advertisement> without = new ArrayList<>(roster.advertisements());
    without.remove(0);
    refused(Reason.CONTRADICTION, () -> site.share(roster(without)), "site-00");

    // Keys that site 1 signed for the same sum, but another time.
    List<Advertisement> earlier = new ArrayList<>(roster.advertisements());
    earlier.set(1, parties.again(parties.plan.context()).site(1).advertise());
    refused(Reason.CONTRADICTION, () -> parties.site(1).share(roster(earlier)), "site-01");
  }

  @Test
  void aRosterOfTwoIsRefused() {
    SumParties three = SumParties.of(3);
    List<Advertisement> two = three.advertised().advertisements().subList(0, 2);
    refused(Reason.TOO_FEW_SITES, () -> three.site(0).share(roster(two)), "2 sites", "needs 3");
  }

  @Test
  void aRosterCannotShrinkBelowTheThresholdOfTheStudy() {
    List<Advertisement> three = parties.advertised().advertisements().subList(0, 3);
    refused(Reason.TOO_FEW_SITES, () -> site.share(roster(three)), "3 sites", "needs 4");
  }

  @Test
  void aRosterNamesEachSiteOnce() {
    List<Advertisement> advertisements = new ArrayList<>(parties.advertised().advertisements());
    advertisements.set(4, advertisements.get(3));
    refused(Reason.CONTRADICTION, () -> site.share(roster(advertisements)), "site-03");
  }

  @Test
  void aRosterHoldsEachKeyOnce() {
    List<Advertisement> advertisements = new ArrayList<>(parties.advertised().advertisements());
    Advertisement.Keys copied = advertisements.get(1).keys();
    advertisements.set(4, signed(4, copied));
    refused(Reason.CONTRADICTION, () -> site.share(roster(advertisements)), "site-04");
  }

  @Test
  void aKeyThatMakesSecretsKnownIsRefused() {
    List<Advertisement> advertisements = new ArrayList<>(parties.advertised().advertisements());
    Advertisement.Keys keys = advertisements.get(4).keys();
    Bytes zero = Bytes.copyOf(new byte[32]);
    advertisements.set(
        4, signed(4, new Advertisement.Keys(zero, keys.masking(), keys.commitment())));
    refused(Reason.CONTRADICTION, () -> site.share(roster(advertisements)), "site-04", "X25519");
  }

  @Test
  void messagesOfAnotherSumAreRefused() {
    SumParties other = parties.again(OTHER_ROUND);
    Map<String, DeliveredShares> otherShares = other.shared();
    KeyRoster roster = parties.advertised();

    Advertisement replayed = parties.again(OTHER_ROUND).site(4).advertise();
    List<Advertisement> advertisements = new ArrayList<>(roster.advertisements());
    advertisements.set(4, replayed);
    refused(Reason.OTHER_SUM, () -> parties.site(3).share(roster(advertisements)), "round 2");
    // Naming the right sum does not help: the signature was for the other.
    advertisements.set(
        4,
        new Advertisement(
            parties.plan.context(), replayed.site(), replayed.keys(), replayed.signature()));
    refused(Reason.FORGED, () -> parties.site(4).share(roster(advertisements)), "site-04");

    site.share(roster);
    refused(Reason.OTHER_SUM, () -> parties.mask(site, otherShares.get("site-00")), "round 2");
    parties.site(1).share(roster);
    DeliveredShares renamed =
        new DeliveredShares(parties.plan.context(), "site-01", otherShares.get("site-01").sealed());
    refused(Reason.WRONG_SHARE, () -> parties.mask(parties.site(1), renamed), "site-01");
  }

  @Test
  void survivorsAndConsentsOfAnotherSumAreRefused() {
    SumParties other = parties.again(new SumContext("lung", 1, 1));
    Consents consents = other.consented();
    parties.masked();
    Survivors replayed = new Survivors(other.plan.context(), new TreeSet<>(parties.sites.keySet()));
    refused(Reason.OTHER_SUM, () -> parties.site(1).consent(replayed), "study lung");

    site.consent(survivors(0, 1, 2, 3, 4));
    Consents renamed =
        new Consents(
            parties.plan.context(),
            consents.consents().stream()
                .map(c -> new Consent(parties.plan.context(), c.site(), c.signature()))
                .toList());
    refused(Reason.FORGED, () -> site.reveal(renamed), "site-00");
  }

  @Test
  void tamperedSharesAreRefusedAndNameWhose() {
    Map<String, DeliveredShares> deliveries = parties.shared();
    byte[] changed = deliveries.get("site-00").sealed().get("site-02").toArray();
    changed[7] ^= 1;
    refused(Reason.WRONG_SHARE, () -> mask(0, deliveries, "site-02", changed), "site-02");
    refused(Reason.WRONG_SHARE, () -> mask(1, deliveries, "site-02", new byte[0]), "site-02");

    // What was sealed for another site does not open either.
    byte[] swapped = deliveries.get("site-03").sealed().get("site-02").toArray();
    refused(Reason.WRONG_SHARE, () -> mask(4, deliveries, "site-02", swapped), "site-02");
  }

  @Test
  void sharesOfStrangersAndForOthersAreRefused() {
    Map<String, DeliveredShares> deliveries = parties.shared();
    refused(Reason.STRANGER, () -> mask(0, deliveries, "site-09", new byte[82]), "site-09");
    refused(
        Reason.STRANGER, () -> parties.mask(parties.site(1), deliveries.get("site-02")), "site-02");
    Map<String, Bytes> few = new HashMap<>(deliveries.get("site-03").sealed());
    few.keySet().retainAll(Set.of("site-00", "site-01"));
    DeliveredShares delivery = new DeliveredShares(parties.plan.context(), "site-03", few);
    refused(Reason.TOO_FEW_SITES, () -> parties.mask(parties.site(3), delivery), "3 sites");
  }

  @Test
  void sitesThatWereToldDifferentRostersCannotOpenEachOthersShares() {
    List<Advertisement> all = parties.advertised().advertisements();
    EncryptedShares fromFour = parties.site(1).share(roster(all.subList(0, 4)));
    site.share(roster(all));
    Map<String, Bytes> sealed = new HashMap<>();
    for (int i = 2; i < 5; i++) {
      sealed.put(SumParties.name(i), parties.site(i).share(roster(all)).sealed().get("site-00"));
    }
    sealed.put("site-01", fromFour.sealed().get("site-00"));
    DeliveredShares delivery = new DeliveredShares(parties.plan.context(), "site-00", sealed);
    refused(Reason.WRONG_SHARE, () -> parties.mask(site, delivery), "site-01", "another roster");
  }

  @Test
  void aRefusalEndsTheSumAtTheSite() {
    KeyRoster roster = parties.advertised();
    List<Advertisement> two = roster.advertisements().subList(0, 2);
    refused(Reason.TOO_FEW_SITES, () -> site.share(roster(two)), "2 sites");
    refused(Reason.OUT_OF_STEP, () -> site.share(roster), "SHARE", "ENDED");
  }

  @Test
  void aVectorOfTheWrongLengthDoesNotEndTheSum() {
    DeliveredShares delivery = parties.shared().get("site-00");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> site.mask(delivery, new long[3], Parallel.sequential()))
        .withMessageContainingAll("3 entries", "40");
    long[] input = parties.input("site-00");
    assertThat(site.mask(delivery, input, Parallel.sequential()).vector().size()).isEqualTo(40);
    assertThat(input).containsOnly(1);
  }

  @Test
  void anUnknownSiteCannotTakePart() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new SecureSumSite(parties.plan, Identity.generate("site-77"), parties.identities))
        .withMessageContaining("site-77");
  }

  @Test
  void textsTellNoSecret() {
    Consents consents = parties.consented("site-03");
    String reveal = site.reveal(consents).toString();
    assertThat(reveal).contains("site-03=33 bytes");
    assertThat(site.toString())
        .isEqualTo("Site site-00 at step ENDED of study heart, round 1, attempt 1");
    assertThat(parties.keys.get("site-00").toString()).isEqualTo("Identity of site-00");
    assertThat(MaskedVector.of(OTHER_ROUND, "site-00", new long[] {4711}).toString())
        .doesNotContain("4711");
  }

  private KeyRoster roster(List<Advertisement> advertisements) {
    return new KeyRoster(parties.plan.context(), advertisements);
  }

  private Advertisement signed(int i, Advertisement.Keys keys) {
    String name = SumParties.name(i);
    Bytes signature =
        parties.keys.get(name).sign(Advertisement.statement(parties.plan, name, keys));
    return new Advertisement(parties.plan.context(), name, keys, signature);
  }

  private Survivors survivors(int... indices) {
    TreeSet<String> names = new TreeSet<>();
    for (int i : indices) {
      names.add(SumParties.name(i));
    }
    return new Survivors(parties.plan.context(), names);
  }

  private void mask(int to, Map<String, DeliveredShares> deliveries, String from, byte[] sealed) {
    Map<String, Bytes> changed = new HashMap<>(deliveries.get(SumParties.name(to)).sealed());
    changed.put(from, Bytes.copyOf(sealed));
    parties.mask(
        parties.site(to),
        new DeliveredShares(parties.plan.context(), SumParties.name(to), changed));
  }

  private static void refused(Reason reason, ThrowingCallable request, String... named) {
    assertThatThrownBy(request)
        .isInstanceOf(SecureSumException.class)
        .hasMessageContainingAll(named)
        .extracting(e -> ((SecureSumException) e).reason())
        .isEqualTo(reason);
  }
}

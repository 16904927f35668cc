package io.coterie.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.coterie.features.internal.Standardize;
import io.coterie.math.Vector;
import io.coterie.message.Payload;
import io.coterie.study.Study;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.SecureProto;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Masked sums whose coordinator wants one site's own numbers. */
@Timeout(60)
final class HostileSumsIT {
  private static final Payload SUMS = Questions.prepare(List.of(), "sums");
  private static final int WORDS = 20;

  @TempDir private Path folder;

  private Victim victim(Study study) {
    return new Victim(folder, study, Victim.moons(200, 1), true);
  }

  /** Words of honest other sites, which nobody but they know. */
  private static Map<String, long[]> words(int length, String... sites) {
    Map<String, long[]> words = new TreeMap<>();
    SplittableRandom random = new SplittableRandom(7);
    for (String site : sites) {
      words.put(site, random.longs(length, 0, 1_000_000).toArray());
    }
    return words;
  }

  @Test
  void anHonestSumIsTheTotalAndNothingElse() {
    Victim victim = victim(Studies.component());
    SumRound sum = victim.sum(1, 1, SUMS, words(WORDS, "b", "c"));
    Outcome outcome = Outcome.of(victim, victim.hostile().asks(sum));
    assertThat(sum.total()).as(outcome.run().err()).isPresent();
    assertThat(outcome.evil().answers()).isEmpty();
  }

  /** The total of four sites less the total of three is the fourth's own vector. */
  @Test
  void noAttemptFollowsAReveal() {
    Victim victim = victim(Studies.quorum());
    Map<String, long[]> all = words(WORDS, "b", "c", "d");
    SumRound first = victim.sum(1, 1, SUMS, all);
    Map<String, long[]> fewer = new TreeMap<>(all);
    long[] own = fewer.remove("d");
    SumRound second = victim.sum(1, 2, SUMS, fewer);

    Outcome outcome = Outcome.of(victim, victim.hostile().asks(first).asks(second));

    assertThat(first.total()).isPresent();
    second
        .total()
        .ifPresent(
            total -> {
              for (int i = 0; i < WORDS; i++) {
                assertThat(first.total().get()[i] - total[i])
                    .as("word of site d")
                    .isNotEqualTo(own[i]);
              }
            });
    assertThat(second.total()).isEmpty();
    outcome.leavesSum(1, "Attempt 2 of round 1");
  }

  @Test
  void noAttemptFollowsARevealAfterARestart() {
    Victim victim = victim(Studies.quorum());
    Map<String, long[]> all = words(WORDS, "b", "c", "d");
    SumRound first = victim.sum(1, 1, SUMS, all);
    Outcome.of(victim, victim.hostile().asks(first));
    Map<String, long[]> fewer = new TreeMap<>(all);
    fewer.remove("d");
    SumRound second = victim.sum(1, 2, SUMS, fewer);

    Outcome outcome = Outcome.of(victim, victim.hostile().asks(second));

    assertThat(first.total()).isPresent();
    assertThat(second.total()).isEmpty();
    outcome.keepsAll().leavesSum(1, "Attempt 2 of round 1");
  }

  @Test
  void aRoundThatIsOverIsNotTriedAgain() {
    Victim victim = victim(Studies.quorum());
    SumRound first = victim.sum(1, 1, SUMS, words(WORDS, "b", "c", "d"));
    SumRound next =
        victim
            .sum(
                2, 1, Questions.prepare(List.of(), "deviations", 0, 0), words(WORDS, "b", "c", "d"))
            .after(List.of(() -> PayloadCodec.encode(SUMS)));
    SumRound again = victim.sum(1, 2, SUMS, words(WORDS, "b", "c"));

    Outcome outcome = Outcome.of(victim, victim.hostile().asks(first).asks(next).asks(again));

    assertThat(next.total()).as(outcome.run().err()).isPresent();
    assertThat(again.total()).isEmpty();
    outcome.leavesSum(1, "Attempt 2 of round 1");
  }

  @Test
  void noisySharesAreNotTriedAgainAfterAReveal() {
    Victim victim = victim(Studies.shared()).withBudget();
    SumRound first = victim.sum(1, 1, Questions.honestMoments(), words(4, "b", "c", "d"));
    SumRound second = victim.sum(1, 2, Questions.honestMoments(), words(4, "b", "c"));
    SumRound third = victim.sum(1, 3, Questions.honestMoments(), words(4, "b", "d"));

    Outcome outcome = Outcome.of(victim, victim.hostile().asks(first).asks(second).asks(third));

    assertThat(first.total()).as(outcome.run().err()).isPresent();
    assertThat(second.total()).isEmpty();
    assertThat(third.total()).isEmpty();
    outcome.charged(1).leavesSum(1, "Attempt 2 of round 1");
  }

  /** Where the others were asked for nothing, the total would be this site's own. */
  @Test
  void sitesThatWereAskedDifferentThingsDoNotAddUp() {
    Victim victim = victim(Studies.component());
    Payload other =
        Questions.prepare(List.of(new Standardize(Vector.of(9, 9), Vector.of(1, 1))), "sums");
    SumRound sum = victim.sum(1, 1, SUMS, words(WORDS, "b", "c")).askingOthers(other);

    Outcome outcome = Outcome.of(victim, victim.hostile().asks(sum));

    assertThat(sum.wasLeft()).isTrue();
    assertThat(sum.total()).isEmpty();
    outcome.keepsAll().leavesSum(1, "");
  }

  @Test
  void sitesThatWereAskedDifferentThingsBeforeDoNotAddUp() {
    Victim victim = victim(Studies.component());
    HonestCourse course = HonestCourse.of(victim);
    byte[] question = PayloadCodec.encode(course.question(2));
    SumRound second =
        course
            .sum(2, 2, () -> question)
            .after(List.of(() -> PayloadCodec.encode(course.question(1))))
            .askingOthers(course.question(2), course.question(2));

    HostileCoordinator evil = course.follow(victim.hostile(), 1).asks(second);
    Outcome outcome = Outcome.of(victim, evil);

    assertThat(second.wasLeft()).isTrue();
    assertThat(second.total()).isEmpty();
    outcome.leavesSum(2, "");
  }

  @Test
  void sumsUnderMasksAreNotSentInTheClear() {
    Victim victim = victim(Studies.component());
    Outcome.of(victim, victim.hostile().asks(SUMS)).keepsAll().refuses();
  }

  @Test
  void noiseInSharesIsNotSentInTheClear() {
    Victim victim = victim(Studies.shared()).withBudget();
    Outcome.of(victim, victim.hostile().asks(Questions.honestMoments()))
        .keepsAll()
        .charged(0)
        .refuses();
  }

  private static UnaryOperator<byte[]> roster(UnaryOperator<SecureProto.Roster.Builder> change) {
    return bytes -> {
      try {
        return change.apply(SecureProto.Roster.parseFrom(bytes).toBuilder()).build().toByteArray();
      } catch (InvalidProtocolBufferException e) {
        throw new IllegalStateException(e);
      }
    };
  }

  private static UnaryOperator<byte[]> survivors(List<String> sites) {
    return bytes -> {
      try {
        return SecureProto.Survivors.parseFrom(bytes).toBuilder()
            .clearSites()
            .addAllSites(sites)
            .build()
            .toByteArray();
      } catch (InvalidProtocolBufferException e) {
        throw new IllegalStateException(e);
      }
    };
  }

  private static UnaryOperator<byte[]> consents(
      UnaryOperator<SecureProto.Consents.Builder> change) {
    return bytes -> {
      try {
        return change
            .apply(SecureProto.Consents.parseFrom(bytes).toBuilder())
            .build()
            .toByteArray();
      } catch (InvalidProtocolBufferException e) {
        throw new IllegalStateException(e);
      }
    };
  }

  static Stream<Arguments> forgeries() {
    return Stream.of(
        arguments(
            "two sites are left",
            Slot.Step.SHARE,
            roster(r -> r.removeAdvertisements(3).removeAdvertisements(2))),
        arguments(
            "the site by itself",
            Slot.Step.SHARE,
            roster(r -> r.removeAdvertisements(3).removeAdvertisements(2).removeAdvertisements(1))),
        arguments(
            "a site twice",
            Slot.Step.SHARE,
            roster(r -> r.addAdvertisements(r.getAdvertisements(1)))),
        arguments(
            "this site twice",
            Slot.Step.SHARE,
            roster(r -> r.setAdvertisements(1, r.getAdvertisements(0)))),
        arguments(
            "a stranger",
            Slot.Step.SHARE,
            roster(
                r -> {
                  r.getAdvertisementsBuilder(1).setSite("z");
                  return r;
                })),
        arguments(
            "keys of the coordinator's own",
            Slot.Step.SHARE,
            roster(
                r -> {
                  r.getAdvertisementsBuilder(1).setMasking(r.getAdvertisements(2).getMasking());
                  return r;
                })),
        arguments(
            "keys of another attempt",
            Slot.Step.SHARE,
            roster(
                r -> {
                  r.getContextBuilder().setAttempt(2);
                  return r;
                })),
        arguments(
            "keys of another study",
            Slot.Step.SHARE,
            roster(
                r -> {
                  r.getContextBuilder().setStudy("0".repeat(64));
                  return r;
                })),
        arguments("nobody", Slot.Step.SHARE, roster(r -> r.clearAdvertisements())),
        arguments(
            "no bytes of a list",
            Slot.Step.SHARE,
            (UnaryOperator<byte[]>) bytes -> new byte[] {1, 2, 3}),
        arguments(
            "survivors without this site", Slot.Step.CONSENT, survivors(List.of("b", "c", "d"))),
        arguments("too few survivors", Slot.Step.CONSENT, survivors(List.of("a", "b"))),
        arguments(
            "a survivor who is no site", Slot.Step.CONSENT, survivors(List.of("a", "b", "c", "z"))),
        arguments(
            "consents of two",
            Slot.Step.REVEAL,
            consents(c -> c.removeConsents(3).removeConsents(2))),
        arguments(
            "a consent twice",
            Slot.Step.REVEAL,
            consents(c -> c.setConsents(2, c.getConsents(1)).removeConsents(3))),
        arguments(
            "a consent with a false signature",
            Slot.Step.REVEAL,
            consents(
                c -> {
                  c.getConsentsBuilder(1).setSignature(ByteString.copyFrom(new byte[64]));
                  return c;
                })),
        arguments("no consent", Slot.Step.REVEAL, consents(c -> c.clearConsents())));
  }

  /** Until the others have signed the same list, no share leaves that could open a mask. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("forgeries")
  void aForgedMessageOfASumIsNotFollowed(
      String name, Slot.Step step, UnaryOperator<byte[]> forgery) {
    Victim victim = victim(Studies.quorum());
    SumRound sum = victim.sum(1, 1, SUMS, words(WORDS, "b", "c", "d")).forging(step, forgery);

    Outcome outcome = Outcome.of(victim, victim.hostile().asks(sum));

    assertThat(sum.wasLeft()).as("the site left the sum").isTrue();
    assertThat(sum.total()).isEmpty();
    assertThat(outcome.evil().heard())
        .filteredOn(heard -> heard.slot().step() == Slot.Step.REVEAL)
        .allMatch(heard -> heard.bytes().length == 0);
    outcome.leavesSum(1, "");
  }
}

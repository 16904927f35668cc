package io.coterie.participant;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.SumPayload;
import io.coterie.message.SumWords;
import io.coterie.method.LongWork;
import io.coterie.privacy.NoiseSource;
import io.coterie.secure.Identities;
import io.coterie.secure.SecureSumSite;
import io.coterie.secure.SumContext;
import io.coterie.secure.SumPlan;
import io.coterie.site.SiteData;
import io.coterie.store.journal.BegunStudy;
import io.coterie.store.journal.Journal;
import io.coterie.study.Study;
import io.coterie.study.SumTerms;
import io.coterie.trust.SiteCredentials;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationProto.HelloReply;
import io.coterie.wire.v1.FederationProto.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A site that keeps to the protocol of secure sums and puts false words under its masks: for tests
 * of other packages.
 */
public final class FalseSums {
  private static final long BEAT_MILLIS = 3_000;

  private final SiteCredentials own;
  private final Consumer<long[]> lie;
  private SecureSumMembers.Attempt member;

  /**
   * Prepares.
   *
   * @param own keys of the site
   * @param lie changes the words of its sums
   */
  public FalseSums(SiteCredentials own, Consumer<long[]> lie) {
    this.own = own;
    this.lie = lie;
  }

  /** Takes part to the end of a study that has no answer; returns the reason the site is told. */
  public String takePart(String address, Matrix records, Journal journal)
      throws InterruptedException {
    try (CoordinatorLink link =
        new CoordinatorLink(own.site(), address, Optional.of(own), List.of())) {
      HelloReply hello = link.hello("", "test");
      Study study = Study.parse(hello.getText(), "test");
      Identities identities =
          own.identities(
              hello.getRosterList().stream().map(each -> each.toByteArray()).toList(),
              study.participation().sites());
      journal.begin(new BegunStudy(study.name(), study.hash(), study.canonical(), Instant.now()));
      ReplayedSitePart answers =
          new ReplayedSitePart(
              study,
              kit(records, journal),
              round -> link.fetch(study.name(), new Slot(round, 1, Slot.Step.ANSWER)));
      try (ConnectionKeeper attention =
          new ConnectionKeeper(link, study, Duration.ofSeconds(30), text -> {})) {
        attention.start(BEAT_MILLIS);
        while (true) {
          Notice notice = attention.take();
          if (notice.hasEnded()) {
            return notice.getEnded().getReason();
          } else if (notice.hasTask()) {
            Slot slot = Slot.of(notice.getTask().getSlot());
            link.submit(study.name(), slot, said(study, slot, answers, identities, link));
          }
        }
      }
    }
  }

  private byte[] said(
      Study study,
      Slot slot,
      ReplayedSitePart answers,
      Identities identities,
      CoordinatorLink link) {
    if (slot.step() != Slot.Step.ADVERTISE) {
      return member.answer(slot.step(), link.fetch(study.name(), slot));
    }
    long[] words = words((SumPayload<?>) answers.answer(slot.round(), slot.attempt()));
    lie.accept(words);
    SumPlan plan =
        new SumPlan(
            new SumContext(study.hash(), slot.round(), slot.attempt()),
            words.length,
            SumTerms.of(study).threshold());
    member =
        new SecureSumMembers.Attempt(
            slot,
            new SecureSumSite(plan, own.identity(), identities),
            words,
            Parallel.sequential());
    return member.answer(slot.step(), new byte[0]);
  }

  private static <T extends SumPayload<T>> long[] words(SumPayload<T> sums) {
    @SuppressWarnings("unchecked") // a sum is of its own kind
    SumWords<T> shape = SumWords.like((T) sums);
    return shape.words(sums);
  }

  private Site.Kit kit(Matrix records, Journal journal) {
    return new Site.Kit(
        SiteData.of(own.site(), records),
        journal,
        Optional.empty(),
        NoiseSource::repeatable,
        Parallel.sequential(),
        Duration.ofSeconds(30),
        text -> {},
        LongWork.unseen(),
        SiteWatch.none());
  }
}

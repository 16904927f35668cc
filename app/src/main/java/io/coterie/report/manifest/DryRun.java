package io.coterie.report.manifest;

import io.coterie.CoterieException;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Payload;
import io.coterie.message.SumPayload;
import io.coterie.message.WireSize;
import io.coterie.method.Clustering;
import io.coterie.method.LongWork;
import io.coterie.method.MethodRunner;
import io.coterie.method.RecordedSites;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.SumMode;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.ReleaseNotice;
import io.coterie.report.manifest.Manifest.SentMessage;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import io.coterie.wire.PayloadCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One site's part of a study, run against a coordinator that has only this site. Nothing is sent
 * and nothing is charged; the noise is fresh, so what is shown is as private as what would be sent.
 *
 * @param seed for everything but the noise
 */
public record DryRun(StudyPlan plan, SiteData data, Seed seed) {
  /** Returns every message the site would send, as its bytes say. */
  public List<SentMessage> run(Parallel parallel) {
    MethodRunner runner = MethodRunner.of(rehearsed(), seed);
    if (!runner.method().isFederated()) {
      throw CoterieException.usage(
          "Method %s pools the records at one place; it can be simulated, never deployed."
              .formatted(plan.method()));
    }
    List<ReleaseNotice> stated = new ArrayList<>();
    PrivacyGate gate = runner.gate(data.site(), own -> NoiseSource.secure(), stated::addAll);
    SitePart site = runner.site(data, gate, parallel, LongWork.unseen());
    List<SentMessage> sent = new ArrayList<>();
    Sites alone =
        new RecordedSites(
            List.of(site),
            parallel,
            round -> {
              sent.add(message(round, stated));
              stated.clear();
            });
    Clustering unused = runner.coordinate(alone, (name, value) -> {}, parallel);
    return sent;
  }

  /** Returns the plan for this site only: its records may be fewer than the smallest group. */
  private StudyPlan rehearsed() {
    if (plan.privacy().level() != PrivacyLevel.TOTALS) {
      return plan;
    }
    long few = data.blocks().size() / (4L * plan.clusters().orAssumed());
    int smallest = (int) Math.max(1, Math.min(plan.privacy().smallestGroup(), few));
    return plan.with(PrivacyPlan.totals(smallest));
  }

  private SentMessage message(RecordedSites.Round round, List<ReleaseNotice> stated) {
    Payload question = round.question().payload();
    byte[] bytes = PayloadCodec.encode(round.answers().get(0).payload());
    Optional<SumPayload<?>> masked =
        round.reply().zero().filter(zero -> plan.privacy().masks(zero, SumMode.FEWEST_SITES));
    return new SentMessage(
        round.question().round(),
        question.topic(),
        masked.map(WireSize::masked).orElse((long) bytes.length),
        PayloadCodec.decode(bytes),
        masked.isPresent(),
        stated);
  }
}

package io.coterie.report;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.CoordinatorPart;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Methods;
import io.coterie.method.PreparedMethod;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Step;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.Statement;
import io.coterie.protocol.CoordinatorMessage;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StrictTerms;
import io.coterie.protocol.StudyPlan;
import io.coterie.protocol.SumMode;
import io.coterie.protocol.SumPayload;
import io.coterie.protocol.WireSize;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import io.coterie.wire.PayloadCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One site's part of a study, run against a coordinator that hears this site alone. Nothing is sent
 * and nothing is charged; the noise is fresh, so what is shown is as private as what would be sent.
 *
 * @param plan of the study
 * @param data the site's own records
 * @param seed for everything but the noise
 */
public record DryRun(StudyPlan plan, SiteData data, Seed seed) {
  public DryRun {
    requireNonNull(plan, "plan is null");
    requireNonNull(data, "data is null");
    requireNonNull(seed, "seed is null");
  }

  /** Returns every message the site would send, as its bytes say. */
  public List<SentMessage> run(Parallel parallel) {
    FederatedMethod agreed = Methods.of(plan);
    if (!agreed.isFederated()) {
      throw CoterieException.usage(
          "Method %s pools the records at one place; it can be simulated, never deployed."
              .formatted(plan.method()));
    }
    FederatedMethod method = new PreparedMethod(agreed);
    List<Statement> stated = new ArrayList<>();
    int shares = plan.privacy().terms().map(StrictTerms::noiseShares).orElse(1);
    PrivacyGate gate = new PrivacyGate(data.site(), NoiseSource.secure(), shares, stated::addAll);
    SitePart site =
        method.site(
            plan, new SiteContext(data, gate, seed.child("site").child(data.site()), parallel));
    CoordinatorPart coordinator =
        method.coordinator(
            plan,
            new CoordinatorContext(
                seed.child("coordinator"),
                parallel,
                (name, value) -> {},
                plan.input().dimension()));
    List<SentMessage> sent = new ArrayList<>();
    Step step = coordinator.next(List.of());
    while (step instanceof Step.Ask ask) {
      int round = sent.size() + 1;
      SiteMessage reply = site.reply(new CoordinatorMessage(round, ask.question()));
      Optional<SumPayload<?>> masked =
          ask.reply().zero().filter(zero -> plan.privacy().masks(zero, SumMode.FEWEST_SITES));
      byte[] bytes = PayloadCodec.encode(reply.payload());
      sent.add(
          new SentMessage(
              round,
              ask.topic(),
              masked.map(WireSize::masked).orElse((long) bytes.length),
              PayloadCodec.decode(bytes),
              masked.isPresent(),
              stated));
      stated.clear();
      step = coordinator.next(List.of(reply));
    }
    return sent;
  }
}

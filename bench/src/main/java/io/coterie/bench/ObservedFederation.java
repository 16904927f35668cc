package io.coterie.bench;

import io.coterie.federation.RunListener.RunEvent;
import io.coterie.federation.RunListener.RunFindings;
import io.coterie.federation.RunResult;
import io.coterie.federation.RunResult.Traffic;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.WireSize;
import io.coterie.method.Clustering;
import io.coterie.method.Diagnostics;
import io.coterie.method.FederatedMethod;
import io.coterie.method.LongWork;
import io.coterie.method.LongWork.IntermediateLabels;
import io.coterie.method.MethodRunner;
import io.coterie.method.RecordedSites;
import io.coterie.method.SitePart;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A federation whose messages can be watched, run exactly as {@link
 * io.coterie.federation.Federation} runs it, seeds included. It also runs methods that are not on
 * offer, such as those of an ablation.
 */
public record ObservedFederation(
    FederatedMethod method, StudyPlan plan, List<SiteData> sites, Seed seed) {
  /** Sees a run from outside. */
  @FunctionalInterface
  public interface Watcher {
    /** Sees a round: what was asked and what each site answered. */
    void round(Payload question, List<SiteMessage> replies);

    /** Returns whether it wants to know what sites make of their records on the way. */
    default boolean readsDrafts() {
      return false;
    }

    /** Sees what a site makes of its records; sites work side by side. */
    default void draft(String site, IntermediateLabels draft) {}

    default void sketch(Diagnostics sketch) {}
  }

  /** Runs it to its end. Of the traffic only what leaves the sites is counted. */
  public RunResult run(Parallel parallel, Watcher watcher) {
    method.check(plan);
    MethodRunner runner = new MethodRunner(method, plan, seed);
    RunFindings findings =
        new RunFindings(
            event -> {
              if (event instanceof RunEvent.Sketched sketched) {
                watcher.sketch(sketched.sketch());
              }
            });
    List<SitePart> parts =
        sites.stream().map(data -> part(runner, data, parallel, watcher)).toList();
    Map<String, Traffic> traffic = new LinkedHashMap<>();
    RecordedSites recorded =
        new RecordedSites(
            parts,
            parallel,
            round -> {
              for (SiteMessage answer : round.answers()) {
                round.reply().check(answer.payload());
                traffic.merge(
                    answer.site(),
                    new Traffic(WireSize.of(answer.payload()), 0),
                    (sum, next) -> new Traffic(sum.bytesOut() + next.bytesOut(), 0));
              }
              watcher.round(round.question().payload(), round.answers());
            });
    Clustering found = runner.coordinate(recorded, findings, parallel);
    int last = recorded.rounds() + 1;
    Labels[] labels = new Labels[parts.size()];
    parallel.forEach(
        labels.length,
        i ->
            labels[i] =
                parts
                    .get(i)
                    .labels(new CoordinatorMessage(last, found.answerTo(sites.get(i).site()))));
    Map<String, Labels> bySite = new LinkedHashMap<>();
    for (int i = 0; i < labels.length; i++) {
      bySite.put(sites.get(i).site(), labels[i]);
    }
    return new RunResult(bySite, found.model(), traffic, findings.all(), recorded.rounds());
  }

  private static SitePart part(
      MethodRunner runner, SiteData data, Parallel parallel, Watcher watcher) {
    PrivacyGate gate = runner.gate(data.site(), NoiseSource::repeatable, statements -> {});
    LongWork work =
        watcher.readsDrafts()
            ? LongWork.read(draft -> watcher.draft(data.site(), draft))
            : LongWork.unseen();
    return runner.site(data, gate, parallel, work);
  }
}

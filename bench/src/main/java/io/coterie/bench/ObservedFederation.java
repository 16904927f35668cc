package io.coterie.bench;

import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.CoordinatorContext.Findings;
import io.coterie.method.CoordinatorPart;
import io.coterie.method.Draft;
import io.coterie.method.FederatedMethod;
import io.coterie.method.LongWork;
import io.coterie.method.PreparedMethod;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sketch;
import io.coterie.method.Step;
import io.coterie.model.FittedModel;
import io.coterie.privacy.NoiseSource;
import io.coterie.protocol.CoordinatorMessage;
import io.coterie.protocol.Labels;
import io.coterie.protocol.Payload;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A federation whose messages can be watched, run exactly as {@link
 * io.coterie.federation.Federation} runs it, seeds included. It also runs methods that are not on
 * offer, such as those of an ablation.
 *
 * @param method to run
 * @param plan what is done
 * @param sites who takes part
 * @param seed for every random choice
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
    default void draft(String site, Draft draft) {}

    /** Sees what the coordinator can draw. */
    default void sketch(Sketch sketch) {}
  }

  /**
   * How it ended.
   *
   * @param labels by site
   * @param model for new records
   * @param rounds questions
   * @param findings what the coordinator found out
   */
  public record Outcome(
      Map<String, Labels> labels, FittedModel model, int rounds, Map<String, String> findings) {}

  public Outcome run(Parallel parallel, Watcher watcher) {
    method.check(plan);
    FederatedMethod prepared = new PreparedMethod(method);
    Map<String, String> findings = new LinkedHashMap<>();
    List<SitePart> parts =
        sites.stream().map(data -> part(prepared, data, parallel, watcher)).toList();
    CoordinatorPart coordinator =
        prepared.coordinator(
            plan,
            new CoordinatorContext(
                seed.child("coordinator"),
                parallel,
                told(findings, watcher),
                plan.input().dimension()));
    int round = 0;
    Step step = coordinator.next(List.of());
    while (step instanceof Step.Ask ask) {
      round++;
      CoordinatorMessage message = new CoordinatorMessage(round, ask.question());
      SiteMessage[] replies = new SiteMessage[parts.size()];
      parallel.forEach(replies.length, i -> replies[i] = parts.get(i).reply(message));
      for (SiteMessage reply : replies) {
        ask.reply().check(reply.payload());
      }
      watcher.round(ask.question(), Arrays.asList(replies));
      step = coordinator.next(Arrays.asList(replies));
    }
    Step.Finish finish = (Step.Finish) step;
    int last = round + 1;
    Labels[] labels = new Labels[parts.size()];
    parallel.forEach(
        labels.length,
        i ->
            labels[i] =
                parts
                    .get(i)
                    .labels(new CoordinatorMessage(last, finish.answerTo(sites.get(i).site()))));
    Map<String, Labels> bySite = new LinkedHashMap<>();
    for (int i = 0; i < labels.length; i++) {
      bySite.put(sites.get(i).site(), labels[i]);
    }
    return new Outcome(bySite, finish.model(), round, findings);
  }

  private static Findings told(Map<String, String> findings, Watcher watcher) {
    return new Findings() {
      @Override
      public void report(String name, String value) {
        findings.put(name, value);
      }

      @Override
      public void show(Sketch sketch) {
        watcher.sketch(sketch);
      }
    };
  }

  private SitePart part(
      FederatedMethod prepared, SiteData data, Parallel parallel, Watcher watcher) {
    Seed own = seed.child("site").child(data.site());
    PrivacyGate gate = new PrivacyGate(data.site(), NoiseSource.repeatable(own.child("noise")));
    LongWork work =
        watcher.readsDrafts()
            ? LongWork.read(draft -> watcher.draft(data.site(), draft))
            : LongWork.unseen();
    return prepared.site(plan, new SiteContext(data, gate, own, parallel, work));
  }
}

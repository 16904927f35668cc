package io.coterie.spark;

import io.coterie.federation.SiteHost.SimulatedSite;
import io.coterie.federation.SiteHost.SiteReply;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.method.MethodRunner;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import io.coterie.spark.SiteTasks.Asked;
import io.coterie.spark.SiteTasks.HostedSite;
import io.coterie.spark.SiteTasks.Study;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A simulated site that a machine remembers between the tasks of two rounds. The memory is that of
 * the process, as Spark has no other that tasks may write; a site that is not there, or whose task
 * failed on the way, is made anew from its records and the questions, so nothing but time depends
 * on it.
 */
final class RememberedSite {
  private static final Map<String, RememberedSite> REMEMBERED = new ConcurrentHashMap<>();

  /** Of the study that was asked last: looking for its method anew would take each site long. */
  private static volatile Common common = new Common("", null);

  private final SimulatedSite site;
  private int heard;

  /** What the sites of a study have in common; null before the first study. */
  private record Common(String run, SimulatedSite.Setting setting) {}

  private RememberedSite(Study study, HostedSite hosted) {
    this.site =
        new SimulatedSite(
            setting(study),
            SiteData.of(hosted.site(), hosted.records()),
            Parallel.sequential(), // a site is part of a task, and a core has one
            progress -> {});
  }

  private static SimulatedSite.Setting setting(Study study) {
    Common known = common;
    if (!known.run().equals(study.run())) {
      StudyPlan plan = study.plan().plan();
      known =
          new Common(
              study.run(),
              new SimulatedSite.Setting(
                  MethodRunner.of(plan, new Seed(study.seed())), NoiseSource::repeatable));
      common = known;
    }
    return known.setting();
  }

  /** Answers the last question, after those before it. */
  static SiteReply reply(Study study, HostedSite hosted, Asked asked) {
    RememberedSite own = taken(study, hosted, asked, asked.rounds() - 1);
    SiteReply reply = own.hear(asked);
    REMEMBERED.put(key(study, hosted), own);
    return reply;
  }

  /** Labels the site's records after all questions, and forgets the site. */
  static Labels labels(Study study, HostedSite hosted, Asked asked, CoordinatorMessage answer) {
    return taken(study, hosted, asked, asked.rounds()).site.labels(answer);
  }

  /** Takes a site out of the memory, as it is after so many rounds. */
  private static RememberedSite taken(Study study, HostedSite hosted, Asked asked, int rounds) {
    RememberedSite own = REMEMBERED.remove(key(study, hosted));
    if (own == null || own.heard > rounds) {
      own = new RememberedSite(study, hosted);
    }
    while (own.heard < rounds) {
      own.hear(asked);
    }
    return own;
  }

  private SiteReply hear(Asked asked) {
    SiteReply reply = site.reply(asked.in(heard + 1));
    heard++;
    return reply;
  }

  private static String key(Study study, HostedSite hosted) {
    return study.run() + " " + hosted.site();
  }
}

package io.coterie.spark;

import io.coterie.federation.SiteHost;
import io.coterie.federation.SiteHost.SiteReply;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.plan.StudyPlan;
import io.coterie.site.SiteData;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;

/**
 * The sites of a simulation as tasks: each answers where its records are. A site remembers what it
 * was asked; one that was lost, or never was on a machine, hears the questions so far again.
 *
 * <p>Not thread-safe.
 */
final class SiteTasks implements SiteHost {
  /** Tasks for each core: enough that slow ones even out. */
  private static final int TASKS_PER_CORE = 3;

  /** Sites in a task, at most: the replies of a task are held at a time. */
  private static final int SITES_PER_TASK = 16;

  /** Bytes of replies that the driver holds at a time, as far as the tasks before tell. */
  private static final long BYTES_AT_A_TIME = 1 << 26;

  private final JavaSparkContext context;
  private final JavaRDD<HostedSite> sites;
  private final Study study;
  private final int tasksAtATime;
  private final List<Broadcast<Payload>> questions = new ArrayList<>();

  /**
   * What every machine has to know of the study.
   *
   * @param run tells it from others on the same machines
   */
  record Study(String run, SentPlan plan, long seed) implements Serializable {}

  record HostedSite(String site, Matrix records) implements Serializable {}

  SiteTasks(JavaSparkContext context, StudyPlan plan, List<SiteData> data, Seed seed) {
    this.context = context;
    this.study = new Study(UUID.randomUUID().toString(), SentPlan.of(plan), seed.value());
    this.tasksAtATime = TASKS_PER_CORE * context.defaultParallelism();
    int tasks =
        Math.min(data.size(), Math.max(tasksAtATime, 1 + (data.size() - 1) / SITES_PER_TASK));
    this.sites =
        context
            .parallelize(
                data.stream().map(site -> new HostedSite(site.site(), site.records())).toList(),
                tasks)
            .persist(StorageLevel.MEMORY_AND_DISK());
  }

  /** Adds a question that sites hear before the next one. */
  void remind(Payload question) {
    questions.add(context.broadcast(question));
  }

  @Override
  public void ask(int round, Payload question, Consumer<List<SiteReply>> replies) {
    remind(question);
    Asked asked = new Asked(List.copyOf(questions));
    Study known = study;
    JavaRDD<byte[]> answered =
        sites.map(site -> PackedReply.of(RememberedSite.reply(known, site, asked)));
    int tasks = answered.getNumPartitions();
    int some = tasksAtATime;
    for (int from = 0; from < tasks; ) {
      int to = Math.min(tasks, from + some);
      long bytes = 1;
      for (List<byte[]> ofTask : answered.collectPartitions(IntStream.range(from, to).toArray())) {
        bytes += ofTask.stream().mapToLong(packed -> packed.length).sum();
        replies.accept(ofTask.stream().map(PackedReply::reply).toList());
      }
      long fitting = BYTES_AT_A_TIME * (to - from) / bytes;
      some = (int) Math.max(tasksAtATime, Math.min(tasks, fitting));
      from = to;
    }
  }

  @Override
  public List<Labels> label(int round, List<Payload> answers) {
    Map<String, Payload> bySite = new HashMap<>();
    List<String> names = sites.map(HostedSite::site).collect();
    for (int i = 0; i < names.size(); i++) {
      bySite.put(names.get(i), answers.get(i));
    }
    Broadcast<Map<String, Payload>> told = context.broadcast(bySite);
    Asked asked = new Asked(List.copyOf(questions));
    Study known = study;
    List<Labels> labels =
        sites
            .map(
                site ->
                    RememberedSite.labels(
                        known,
                        site,
                        asked,
                        new CoordinatorMessage(round, told.value().get(site.site()))))
            .collect();
    sites.unpersist(false);
    return labels;
  }

  /** The questions so far, each of which goes to a machine once. */
  record Asked(List<Broadcast<Payload>> questions) implements Serializable {
    int rounds() {
      return questions.size();
    }

    CoordinatorMessage in(int round) {
      return new CoordinatorMessage(round, questions.get(round - 1).value());
    }
  }
}

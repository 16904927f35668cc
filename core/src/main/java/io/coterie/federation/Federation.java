package io.coterie.federation;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.Seconds;
import io.coterie.federation.SiteHost.SimulatedSite;
import io.coterie.federation.SiteHost.SiteReply;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.method.Clustering;
import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodRunner;
import io.coterie.method.Methods;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A whole federation in one process: every site is a task, the coordinator sees messages alone, and
 * each message is counted in the bytes it would have on the wire. Privacy noise is repeatable here
 * unless another source is given, so a simulation is not private.
 *
 * <p>Thread-safe: each run has its own state.
 */
public final class Federation {
  private final StudyPlan plan;
  private final List<SiteData> sites;
  private final Seed seed;
  private final Function<Seed, NoiseSource> noise;

  public Federation(StudyPlan plan, List<SiteData> sites, Seed seed) {
    this(plan, sites, seed, NoiseSource::repeatable);
  }

  /** Makes a federation whose sites draw their noise from a source of their own. */
  public Federation(
      StudyPlan plan, List<SiteData> sites, Seed seed, Function<Seed, NoiseSource> noise) {
    this.noise = requireNonNull(noise, "noise is null");
    this.plan = requireNonNull(plan, "plan is null");
    this.sites = List.copyOf(sites);
    this.seed = requireNonNull(seed, "seed is null");
    if (sites.isEmpty()) {
      throw CoterieException.usage("There is no site; a study needs at least one.");
    }
    if (sites.stream().map(SiteData::site).distinct().count() < sites.size()) {
      throw CoterieException.usage("Two sites have the same name; each needs its own.");
    }
  }

  /** Runs the study to its end. */
  public RunResult run(Parallel parallel, RunListener listener) {
    return run(Methods.of(plan), parallel, listener);
  }

  /** Runs the study to its end with sites that an engine hosts. */
  public RunResult run(Parallel parallel, RunListener listener, SiteHost host) {
    return run(MethodRunner.of(plan, seed), host, parallel, listener);
  }

  /** Runs the study by a method that has agreed to the plan. */
  RunResult run(FederatedMethod method, Parallel parallel, RunListener listener) {
    MethodRunner runner = new MethodRunner(method, plan, seed);
    return run(runner, ownProcess(runner, parallel, listener), parallel, listener);
  }

  private RunResult run(
      MethodRunner runner, SiteHost host, Parallel parallel, RunListener listener) {
    long start = System.nanoTime();
    List<String> names = sites.stream().map(SiteData::site).toList();
    listener.on(new RunEvent.Started(plan.method(), names));
    RunFindings findings = new RunFindings(listener);
    HostedSites hosted = new HostedSites(runner, names, host, parallel, listener);
    Clustering found = runner.coordinate(hosted, findings, parallel);
    Map<String, Labels> labels = hosted.label(found);
    listener.on(new RunEvent.Finished(hosted.rounds(), Seconds.since(start)));
    return new RunResult(labels, found.model(), hosted.traffic(), findings.all(), hosted.rounds());
  }

  /** Returns the sites in this process; what they need is made when a study begins. */
  private SiteHost ownProcess(MethodRunner runner, Parallel parallel, RunListener listener) {
    SimulatedSite.Setting setting = new SimulatedSite.Setting(runner, noise);
    Object turn = new Object(); // sites work side by side; everybody else waits for them
    return new OwnProcess(
        sites.stream()
            .map(
                data ->
                    new SimulatedSite(
                        setting,
                        data,
                        parallel,
                        progress -> {
                          synchronized (turn) {
                            listener.on(new RunEvent.Working(data.site(), progress));
                          }
                        }))
            .toList(),
        parallel);
  }

  /**
   * Runs simulated sites side by side in this process.
   *
   * @param sites in order
   * @param parallel runs them
   */
  private record OwnProcess(List<SimulatedSite> sites, Parallel parallel) implements SiteHost {
    /** Sites that answer side by side, and whose replies are held at a time. */
    private static final int SITES_AT_A_TIME = 32;

    @Override
    public void ask(int round, Payload question, Consumer<List<SiteReply>> replies) {
      int atATime = Math.max(SITES_AT_A_TIME, parallel.threads());
      for (int from = 0; from < sites.size(); from += atATime) {
        replies.accept(
            replies(sites.subList(from, Math.min(sites.size(), from + atATime)), round, question));
      }
    }

    private List<SiteReply> replies(List<SimulatedSite> some, int round, Payload question) {
      SiteReply[] replies = new SiteReply[some.size()];
      parallel.forEach(
          replies.length,
          i -> replies[i] = some.get(i).reply(new CoordinatorMessage(round, question)));
      return Arrays.asList(replies);
    }

    @Override
    public List<Labels> label(int round, List<Payload> answers) {
      Labels[] labels = new Labels[sites.size()];
      parallel.forEach(
          labels.length,
          i -> labels[i] = sites.get(i).labels(new CoordinatorMessage(round, answers.get(i))));
      return Arrays.asList(labels);
    }
  }
}

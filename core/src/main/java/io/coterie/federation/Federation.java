package io.coterie.federation;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.Seconds;
import io.coterie.federation.RunListener.RunEvent;
import io.coterie.federation.RunListener.RunEvent.Direction;
import io.coterie.federation.RunListener.RunFindings;
import io.coterie.federation.RunResult.Traffic;
import io.coterie.federation.SecureRounds.Gathering;
import io.coterie.federation.SiteHost.SimulatedSite;
import io.coterie.federation.SiteHost.SiteReply;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.SumPayload;
import io.coterie.message.SumWords;
import io.coterie.message.WireSize;
import io.coterie.method.Clustering;
import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodRunner;
import io.coterie.method.Methods;
import io.coterie.method.PayloadKinds;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.method.fit.SiteFit;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.SumMode;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    return new RunResult(
        labels, found.model(), hosted.traffic(), findings.all(), hosted.rounds(), hosted.fits());
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
    public List<Optional<SiteFit>> fits() {
      return sites.stream().map(SimulatedSite::fit).toList();
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

  /**
   * The sites of a simulation, wherever they are hosted: every message is checked, counted in the
   * bytes it would have on the wire and announced, and sums are added up as they come in.
   *
   * <p>Not thread-safe; each run has its own.
   */
  private static final class HostedSites implements Sites {
    private final MethodRunner runner;
    private final List<String> names;
    private final SiteHost host;
    private final Parallel parallel;
    private final RunListener listener;
    private final SecureRounds secureRounds;
    private final Map<String, Traffic> traffic = new LinkedHashMap<>();
    private int rounds;

    HostedSites(
        MethodRunner runner,
        List<String> names,
        SiteHost host,
        Parallel parallel,
        RunListener listener) {
      this.runner = runner;
      this.names = names;
      this.host = host;
      this.parallel = parallel;
      this.listener = listener;
      PrivacyPlan privacy = runner.plan().privacy();
      this.secureRounds =
          privacy
              .terms()
              .filter(terms -> privacy.sums() == SumMode.MASKED)
              .map(
                  terms ->
                      SecureRounds.masked(names, names.size() - terms.lostSites(), "simulation"))
              .orElseGet(SecureRounds::withoutMasks);
    }

    @Override
    public List<SiteMessage> ask(Payload question, Reply<?> reply) {
      long start = System.nanoTime();
      rounds++;
      listener.on(new RunEvent.RoundStarted(rounds, question.topic()));
      long bytes = WireSize.of(question);
      for (String site : names) {
        count(rounds, site, Direction.TO_SITE, new RunEvent.Message(question.kind(), bytes));
      }
      Optional<SumPayload<?>> masked =
          reply.zero().filter(zero -> runner.plan().privacy().masks(zero, names.size()));
      masked.ifPresent(
          zero -> listener.on(new RunEvent.Masked(rounds, SumWords.length(zero), zero.isSealed())));
      Gathering gathering =
          masked
              .map(zero -> secureRounds.gather(rounds, zero))
              .or(() -> reply.zero().filter(zero -> !reply.isSeenBySite()).map(Gathering::total))
              .orElseGet(Gathering::each);
      host.ask(
          rounds,
          question,
          replies -> {
            replies.forEach(answered -> take(answered, reply, masked));
            gathering.add(replies.stream().map(SiteReply::message).toList());
          });
      // A total under masks is checked as in a served study, where no site's own sums are seen.
      List<SiteMessage> received =
          masked.isPresent()
              ? List.of(reply.total(names.size(), () -> gathering.received(parallel).get(0)))
              : gathering.received(parallel);
      listener.on(new RunEvent.RoundEnded(rounds, Seconds.since(start)));
      return received;
    }

    /** Checks and counts one site's reply. */
    private void take(SiteReply answered, Reply<?> expected, Optional<SumPayload<?>> masked) {
      SiteMessage message = answered.message();
      Payload payload = message.payload();
      requireBorders(message);
      requireAsked(message, expected);
      long bytes = masked.map(WireSize::masked).orElseGet(() -> WireSize.of(payload));
      count(
          rounds, message.site(), Direction.FROM_SITE, new RunEvent.Message(payload.kind(), bytes));
      if (!answered.released().isEmpty()) {
        listener.on(new RunEvent.Released(rounds, message.site(), answered.released()));
      }
    }

    /** Keeps records from the coordinator of a method that says it never sees any. */
    private void requireBorders(SiteMessage message) {
      if (runner.method().isFederated() && PayloadKinds.isOfRecords(message.payload())) {
        throw new CoterieException(
            ErrorCode.INTERNAL,
            ("Site %s was about to send its records, but method %s says that they stay; the study"
                    + " was stopped before they were used.")
                .formatted(message.site(), runner.method().name()));
      }
    }

    private static void requireAsked(SiteMessage message, Reply<?> reply) {
      try {
        reply.check(message.payload());
      } catch (IllegalArgumentException e) {
        throw new CoterieException(
            ErrorCode.BAD_DATA,
            ("The message of site %s is refused: %s. Check its records for values that are missing"
                    + " or out of range.")
                .formatted(message.site(), e.getMessage()),
            e);
      }
    }

    /** Hands every site its answer, and returns the labels that it gives its records. */
    Map<String, Labels> label(Clustering found) {
      int last = rounds + 1;
      for (String site : names) {
        Payload answer = found.answerTo(site);
        count(
            last,
            site,
            Direction.TO_SITE,
            new RunEvent.Message(answer.kind(), WireSize.of(answer)));
      }
      List<Labels> labels = host.label(last, names.stream().map(found::answerTo).toList());
      Map<String, Labels> bySite = new LinkedHashMap<>();
      for (int i = 0; i < labels.size(); i++) {
        bySite.put(names.get(i), labels.get(i));
      }
      return bySite;
    }

    /** Returns what sites found of their fit with the others, by site. */
    Map<String, SiteFit> fits() {
      List<Optional<SiteFit>> fits = host.fits();
      Map<String, SiteFit> bySite = new LinkedHashMap<>();
      for (int i = 0; i < fits.size(); i++) {
        String name = names.get(i);
        fits.get(i).ifPresent(fit -> bySite.put(name, fit));
      }
      return bySite;
    }

    private void count(int round, String site, Direction direction, RunEvent.Message message) {
      boolean out = direction == Direction.FROM_SITE;
      traffic.merge(
          site, new Traffic(out ? message.bytes() : 0, out ? 0 : message.bytes()), Traffic::plus);
      listener.on(new RunEvent.MessageSent(round, site, direction, message));
    }

    Map<String, Traffic> traffic() {
      return traffic;
    }

    int rounds() {
      return rounds;
    }
  }
}

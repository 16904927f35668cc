package io.coterie.federation;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.federation.RunEvent.Direction;
import io.coterie.federation.RunResult.Traffic;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.CoordinatorPart;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Methods;
import io.coterie.method.PreparedMethod;
import io.coterie.method.Reply;
import io.coterie.method.Sketch;
import io.coterie.method.Step;
import io.coterie.privacy.NoiseSource;
import io.coterie.protocol.Labels;
import io.coterie.protocol.Payload;
import io.coterie.protocol.PooledRecords;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import io.coterie.protocol.SumMode;
import io.coterie.protocol.SumPayload;
import io.coterie.protocol.WireSize;
import io.coterie.site.SiteData;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private final Carrier carrier;

  public Federation(StudyPlan plan, List<SiteData> sites, Seed seed) {
    this(plan, sites, seed, NoiseSource::repeatable);
  }

  /** Makes a federation whose sites draw their noise from a source of their own. */
  public Federation(
      StudyPlan plan, List<SiteData> sites, Seed seed, Function<Seed, NoiseSource> noise) {
    this(plan, sites, seed, noise, Carrier.DIRECT);
  }

  Federation(
      StudyPlan plan,
      List<SiteData> sites,
      Seed seed,
      Function<Seed, NoiseSource> noise,
      Carrier carrier) {
    this.carrier = requireNonNull(carrier, "carrier is null");
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
    return new Run(new PreparedMethod(Methods.of(plan)), parallel, listener).run(host);
  }

  /** Runs the study by a method that has agreed to the plan. */
  RunResult run(FederatedMethod method, Parallel parallel, RunListener listener) {
    Run run = new Run(new PreparedMethod(method), parallel, listener);
    return run.run(run.ownProcess());
  }

  private List<String> siteNames() {
    return sites.stream().map(SiteData::site).toList();
  }

  /** The state of one run. */
  private final class Run {
    private final FederatedMethod method;
    private final Parallel parallel;
    private final RunListener listener;
    private final Map<String, Traffic> traffic = new LinkedHashMap<>();
    private final Map<String, String> findings = new LinkedHashMap<>();
    private final SecureRounds secureRounds;

    Run(FederatedMethod method, Parallel parallel, RunListener listener) {
      this.method = method;
      this.parallel = parallel;
      this.listener = listener;
      this.secureRounds =
          plan.privacy()
              .terms()
              .filter(terms -> plan.privacy().sums() == SumMode.MASKED)
              .map(
                  terms ->
                      SecureRounds.masked(
                          siteNames(), sites.size() - terms.lostSites(), "simulation"))
              .orElseGet(SecureRounds::withoutMasks);
    }

    /** Returns the sites in this process; what they need is made when a study begins. */
    SiteHost ownProcess() {
      SimulatedSite.Setting setting = new SimulatedSite.Setting(method, plan, seed, noise);
      return new OwnProcess(
          sites.stream()
              .map(
                  data ->
                      new SimulatedSite(
                          setting,
                          data,
                          parallel,
                          progress -> tell(new RunEvent.Working(data.site(), progress))))
              .toList(),
          carrier,
          parallel);
    }

    RunResult run(SiteHost host) {
      long start = System.nanoTime();
      listener.on(new RunEvent.Started(plan.method(), siteNames()));
      CoordinatorPart coordinator =
          method.coordinator(
              plan,
              new CoordinatorContext(
                  seed.child("coordinator"), parallel, new Told(), plan.input().dimension()));
      int round = 0;
      Step step = coordinator.next(List.of());
      while (step instanceof Step.Ask ask) {
        round++;
        step = coordinator.next(ask(round, ask, host));
      }
      Step.Finish finish = (Step.Finish) step;
      Map<String, Labels> labels = answer(round + 1, finish, host);
      listener.on(new RunEvent.Finished(round, secondsSince(start)));
      return new RunResult(labels, finish.model(), traffic, findings, round);
    }

    /** Passes on what sites tell while they work side by side; everybody else waits for them. */
    private synchronized void tell(RunEvent.Working event) {
      listener.on(event);
    }

    private List<SiteMessage> ask(int round, Step.Ask ask, SiteHost host) {
      long start = System.nanoTime();
      Payload question = ask.question();
      listener.on(new RunEvent.RoundStarted(round, ask.topic()));
      long bytes = WireSize.of(question);
      for (SiteData site : sites) {
        count(round, site.site(), Direction.TO_SITE, new RunEvent.Message(question.kind(), bytes));
      }
      Optional<SumPayload<?>> masked =
          ask.reply().zero().filter(zero -> plan.privacy().masks(zero, sites.size()));
      Gathering gathering =
          masked
              .map(zero -> secureRounds.gather(round, zero))
              .or(
                  () ->
                      ask.reply()
                          .zero()
                          .filter(zero -> !ask.reply().isSeenBySite())
                          .map(Gathering::total))
              .orElseGet(Gathering::each);
      host.ask(
          round,
          question,
          replies -> {
            replies.forEach(reply -> take(round, reply, ask.reply(), masked));
            gathering.add(replies.stream().map(SiteReply::message).toList());
          });
      List<SiteMessage> received =
          masked.isPresent()
              ? List.of(ask.reply().total(sites.size(), () -> gathering.received(parallel).get(0)))
              : gathering.received(parallel);
      listener.on(new RunEvent.RoundEnded(round, secondsSince(start)));
      return received;
    }

    /** Checks and counts one site's reply. */
    private void take(
        int round, SiteReply answered, Reply expected, Optional<SumPayload<?>> masked) {
      SiteMessage reply = answered.message();
      Payload payload = reply.payload();
      requireBorders(reply);
      requireAsked(reply, expected);
      count(
          round,
          reply.site(),
          Direction.FROM_SITE,
          new RunEvent.Message(
              payload.kind(),
              masked.isPresent() ? WireSize.masked(masked.get()) : WireSize.of(payload)));
      if (!answered.released().isEmpty()) {
        listener.on(new RunEvent.Released(round, reply.site(), answered.released()));
      }
    }

    /** Keeps records from the coordinator of a method that says it never sees any. */
    private void requireBorders(SiteMessage reply) {
      if (method.isFederated() && reply.payload() instanceof PooledRecords) {
        throw new CoterieException(
            ErrorCode.INTERNAL,
            ("Site %s was about to send its records, but method %s says that they stay; the study"
                    + " was stopped before they were used.")
                .formatted(reply.site(), method.name()));
      }
    }

    private static void requireAsked(SiteMessage message, Reply reply) {
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

    private Map<String, Labels> answer(int round, Step.Finish finish, SiteHost host) {
      for (SiteData site : sites) {
        Payload answer = finish.answerTo(site.site());
        RunEvent.Message message = new RunEvent.Message(answer.kind(), WireSize.of(answer));
        count(round, site.site(), Direction.TO_SITE, message);
      }
      List<Labels> labels =
          host.label(round, sites.stream().map(site -> finish.answerTo(site.site())).toList());
      Map<String, Labels> bySite = new LinkedHashMap<>();
      for (int i = 0; i < labels.size(); i++) {
        bySite.put(sites.get(i).site(), labels.get(i));
      }
      return bySite;
    }

    private void count(int round, String site, Direction direction, RunEvent.Message message) {
      boolean out = direction == Direction.FROM_SITE;
      traffic.merge(
          site, new Traffic(out ? message.bytes() : 0, out ? 0 : message.bytes()), Traffic::plus);
      listener.on(new RunEvent.MessageSent(round, site, direction, message));
    }

    /** What the coordinator says on the way. */
    private final class Told implements CoordinatorContext.Findings {
      @Override
      public void report(String name, String value) {
        findings.put(name, value);
        listener.on(new RunEvent.Finding(name, value));
      }

      @Override
      public void show(Sketch sketch) {
        listener.on(new RunEvent.Sketched(sketch));
      }
    }

    private static double secondsSince(long start) {
      return (System.nanoTime() - start) / 1e9;
    }
  }
}

package io.coterie.federation;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.Seconds;
import io.coterie.federation.RunEvent.Direction;
import io.coterie.federation.RunResult.Traffic;
import io.coterie.federation.SecureRounds.Gathering;
import io.coterie.federation.SiteHost.SiteReply;
import io.coterie.math.Parallel;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.SumPayload;
import io.coterie.message.WireSize;
import io.coterie.method.Clustering;
import io.coterie.method.MethodRunner;
import io.coterie.method.PayloadKinds;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.SumMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The sites of a simulation, wherever they are hosted: every message is checked, counted in the
 * bytes it would have on the wire and announced, and sums are added up as they come in.
 *
 * <p>Not thread-safe; each run has its own.
 */
final class HostedSites implements Sites {
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
                terms -> SecureRounds.masked(names, names.size() - terms.lostSites(), "simulation"))
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
    count(rounds, message.site(), Direction.FROM_SITE, new RunEvent.Message(payload.kind(), bytes));
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
          last, site, Direction.TO_SITE, new RunEvent.Message(answer.kind(), WireSize.of(answer)));
    }
    List<Labels> labels = host.label(last, names.stream().map(found::answerTo).toList());
    Map<String, Labels> bySite = new LinkedHashMap<>();
    for (int i = 0; i < labels.size(); i++) {
      bySite.put(names.get(i), labels.get(i));
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

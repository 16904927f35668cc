package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.SumPayload;
import io.coterie.method.Schedule.Stage;
import io.coterie.method.Schedule.Step;
import io.coterie.method.fit.SiteFit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A site part that answers its schedule and nothing else. A question that is not due is refused
 * before a record is looked at; a reply that is larger than the schedule has it, or of another
 * kind, does not leave. The refusal is a {@link CoterieException} of kind NOT_AGREED, after which
 * nothing more is answered.
 *
 * <p>Not thread-safe.
 */
public final class ScheduledSitePart implements SitePart {
  private final String site;
  private final Schedule schedule;
  private final SitePart part;

  /** How often each step of each stage was answered. */
  private final List<int[]> answered = new ArrayList<>();

  /** How many numbers each step of each stage has sent. */
  private final List<long[]> sent = new ArrayList<>();

  private int stage;
  private boolean hasRefused;

  /**
   * Makes a part that is at the beginning of its schedule.
   *
   * @param site its name, for messages
   * @param part answers what is due
   */
  public ScheduledSitePart(String site, Schedule schedule, SitePart part) {
    this.site = site;
    this.schedule = schedule;
    this.part = part;
    for (Stage each : schedule.stages()) {
      answered.add(new int[each.steps().size()]);
      sent.add(new long[each.steps().size()]);
    }
  }

  /** Where a step stands in the schedule. */
  private record Place(int stage, int index, Step step) {}

  public Schedule schedule() {
    return schedule;
  }

  @Override
  public SiteMessage reply(CoordinatorMessage message) {
    return reply(message, due(message.payload()));
  }

  /**
   * Answers a question whose reply goes under masks, or does not; refuses one that the schedule has
   * in the other form.
   */
  public SiteMessage reply(CoordinatorMessage message, boolean isMasked) {
    List<Place> due = due(message.payload());
    List<Place> fitting =
        due.stream().filter(place -> place.step().form().isMasked() == isMasked).toList();
    if (fitting.isEmpty()) {
      throw refused(
          "asks '%s' %s, which the study has %s"
              .formatted(
                  Schedule.nameOf(message.payload()),
                  isMasked ? "for a sum under masks" : "without masks",
                  due.get(0).step().form().words()));
    }
    return reply(message, fitting);
  }

  private SiteMessage reply(CoordinatorMessage message, List<Place> due) {
    SiteMessage reply = part.reply(message);
    take(Schedule.nameOf(message.payload()), due, reply.payload());
    return reply;
  }

  @Override
  public Optional<SiteFit> fit() {
    return part.fit();
  }

  @Override
  public Labels labels(CoordinatorMessage answer) {
    return part.labels(answer);
  }

  /** Returns the steps that a question can belong to now, the next first. */
  private List<Place> due(Payload question) {
    String name = Schedule.nameOf(question);
    List<Place> due = new ArrayList<>();
    for (int at = stage; at < answered.size() && !hasRefused; at++) {
      Stage current = schedule.stages().get(at);
      for (int index = 0; index < current.steps().size(); index++) {
        Step step = current.steps().get(index);
        if (step.question().equals(name) && answered.get(at)[index] < step.rounds()) {
          due.add(new Place(at, index, step));
        }
      }
      if (current.isRequired() && isUnanswered(at)) {
        break;
      }
    }
    if (due.isEmpty()) {
      throw refused("asks for '%s', which is %s".formatted(name, whyNotDue(name)));
    }
    return due;
  }

  private boolean isUnanswered(int at) {
    for (int times : answered.get(at)) {
      if (times > 0) {
        return false;
      }
    }
    return true;
  }

  private String whyNotDue(String name) {
    Optional<Step> known =
        schedule.steps().stream().filter(step -> step.question().equals(name)).findFirst();
    if (hasRefused) {
      return "asked after this site has left the study";
    }
    return known.isEmpty()
        ? "no question of this study"
        : "not due now: the study has it %d times at most, in another order"
            .formatted(
                schedule.steps().stream()
                    .filter(step -> step.question().equals(name))
                    .mapToInt(Step::rounds)
                    .sum());
  }

  /** Counts a reply as that of the next step it fits, or refuses to let it out. */
  private void take(String name, List<Place> due, Payload reply) {
    Place place =
        due.stream()
            .filter(each -> each.step().reply().equals(reply.kind()))
            .findFirst()
            .orElseThrow(
                () ->
                    refused(
                        "asks '%s' in a way that is answered with %s, where the study has %s"
                            .formatted(name, reply.kind(), due.get(0).step().reply())));
    Step step = place.step();
    if (step.form().isMasked() && !(reply instanceof SumPayload)) {
      throw refused(
          "asks '%s' for what is no sum, and the study has a sum under masks".formatted(name));
    }
    long numbers = Schedule.numbersOf(reply, step.form());
    if (numbers > step.numbers()) {
      throw refused(
          "asks '%s' for %,d numbers, where the study has %,d at most"
              .formatted(name, numbers, step.numbers()));
    }
    long[] ofStage = sent.get(place.stage());
    ofStage[place.index()] += numbers;
    if (ofStage[place.index()] > step.allNumbers()) {
      throw refused(
          "asks '%s' for more than %,d numbers in all, which the study has at most"
              .formatted(name, step.allNumbers()));
    }
    stage = place.stage();
    answered.get(stage)[place.index()]++;
  }

  private CoterieException refused(String what) {
    hasRefused = true;
    return CoterieException.notAgreed(
        ("The coordinator %s. Site %s agreed to no such thing: nothing was sent for it, and the"
                + " site leaves the study. Find out who runs the coordinator before it joins again.")
            .formatted(what, site));
  }
}

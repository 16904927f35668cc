package io.coterie.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.ErrorCode;
import io.coterie.cli.CommandRun;
import io.coterie.math.Seed;
import io.coterie.message.Payload;
import io.coterie.method.MethodRunner;
import io.coterie.method.Schedule;
import io.coterie.study.Study;
import io.coterie.wire.Slot;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How an attack ended: what the coordinator got, what the owner read, what the ledger has.
 *
 * @param run the site's command
 * @param evil with every byte that it got
 */
record Outcome(Victim victim, HostileCoordinator evil, CommandRun run) {
  /** Steps of a masked sum that tell nothing of the records: fresh keys, and shares of them. */
  private static final Set<Slot.Step> HARMLESS = EnumSet.of(Slot.Step.ADVERTISE, Slot.Step.SHARE);

  private static final List<Integer> REFUSALS =
      List.of(ErrorCode.NOT_AGREED.exitCode(), ErrorCode.BUDGET.exitCode());

  static Outcome of(Victim victim, HostileCoordinator evil) {
    Outcome outcome = new Outcome(victim, evil, victim.joins(evil));
    outcome.requireQuietWords();
    outcome.requireManifest();
    return outcome;
  }

  /** Whatever was asked: kinds, how many of each and how large are those of the study. */
  private void requireManifest() {
    Study study = victim.study();
    Schedule agreed = MethodRunner.of(study.plan(), new Seed(study.seed())).schedule();
    Map<String, Integer> sent = new TreeMap<>();
    for (Payload answer : evil.answers()) {
      List<Schedule.Step> steps =
          agreed.steps().stream()
              .filter(step -> step.reply().equals(answer.kind()) && !step.form().isMasked())
              .toList();
      assertThat(steps).as("%s in the clear", answer.kind()).isNotEmpty();
      assertThat(Schedule.numbersOf(answer, Schedule.Form.CLEAR))
          .isLessThanOrEqualTo(steps.stream().mapToLong(Schedule.Step::numbers).max().orElse(0));
      assertThat(sent.merge(answer.kind(), 1, Integer::sum))
          .as("messages of kind %s", answer.kind())
          .isLessThanOrEqualTo(steps.stream().mapToInt(Schedule.Step::rounds).sum());
    }
    assertThat(evil.heard().stream().filter(heard -> heard.slot().step() == Slot.Step.MASK))
        .hasSizeLessThanOrEqualTo(
            agreed.steps().stream()
                .filter(step -> step.form().isMasked())
                .mapToInt(Schedule.Step::rounds)
                .sum());
  }

  /** What a site says beside its answers does not depend on its records, nor on their number. */
  private void requireQuietWords() {
    String count = Integer.toString(victim.records().rows());
    assertThat(evil.words()).as("words beside answers").noneMatch(each -> each.contains(count));
  }

  /**
   * The site noticed, ended its part by itself with the code of a question that was not agreed to
   * or not paid for, and its owner can read so.
   */
  Outcome refuses(String words) {
    assertThat(run.exitCode()).as(told()).isIn(REFUSALS);
    assertThat(run.err())
        .as("the owner is informed")
        .containsIgnoringCase(words)
        .doesNotContain("The script is over");
    return this;
  }

  Outcome refuses() {
    return refuses("nothing");
  }

  /** The site left a masked sum, and its owner can read why. */
  Outcome leavesSum(int round, String why) {
    assertThat(run.out() + run.err())
        .as("the owner is informed")
        .contains("left the sum of round %d".formatted(round))
        .contains(why);
    assertThat(victim.log()).as("the log").contains("left the sum of round %d".formatted(round));
    return this;
  }

  /** Nothing that depends on a record left, before the refusal or after it. */
  Outcome keepsAll() {
    assertThat(releases()).as(told()).isEmpty();
    return this;
  }

  /** So many messages left that depend on records, each charged once. */
  Outcome sent(int messages) {
    assertThat(releases()).as(told()).hasSize(messages);
    return this;
  }

  Outcome charged(int releases) {
    assertThat(victim.charges()).as("charges in the ledger").hasSize(releases);
    return this;
  }

  /** No record can be read out of any answer. */
  Outcome statesNoRecord() {
    List<double[]> stated = new ArrayList<>();
    for (Payload answer : evil.answers()) {
      stated.addAll(Extraction.pairs(answer));
    }
    assertThat(Extraction.exact(stated, victim.records())).as("records extracted").isZero();
    return this;
  }

  /** Returns the messages that depend on records. */
  private List<String> releases() {
    return evil.heard().stream()
        .filter(heard -> heard.bytes().length > 0 && !HARMLESS.contains(heard.slot().step()))
        .map(heard -> heard.slot() + ": " + heard.bytes().length + " bytes")
        .toList();
  }

  private String told() {
    return "exit code %d, %s".formatted(run.exitCode(), run.err());
  }
}

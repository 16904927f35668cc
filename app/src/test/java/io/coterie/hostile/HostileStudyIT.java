package io.coterie.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.protobuf.ByteString;
import io.coterie.cli.CommandRun;
import io.coterie.json.Json;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.message.Payload;
import io.coterie.message.Question;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.study.Study;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A study that is not what was agreed on, and answers that are not what was computed. */
@Timeout(60)
final class HostileStudyIT {
  private static final Payload CENTERS =
      NearestPrototype.ofCenters(Matrix.ofRows(new double[] {0, 0}, new double[] {1, 1}));

  @TempDir private Path folder;

  private Victim dp() {
    return new Victim(folder, Studies.dp("anchor-graph"), Victim.moons(200, 1), false).withBudget();
  }

  private static void requireRefusal(CommandRun run, String words) {
    assertThat(run.exitCode()).as(run.err()).isIn(2, 3, 4, 9);
    assertThat(run.err()).contains(words).doesNotContain("The script is over");
  }

  @Test
  void aHashOfAnotherStudyIsNoConsent() {
    Victim victim = dp();
    HostileCoordinator evil =
        victim
            .hostile()
            .offers(reply -> reply.setHash(Studies.dp("dp-lloyd").hash()))
            .asks(Questions.histogram());
    requireRefusal(victim.joins(evil), "hash do not fit");
    assertThat(evil.heard()).isEmpty();
  }

  /** The owner agreed to noise; after a restart the same name stands for exact sums. */
  @Test
  void aStudyThatChangedAfterConsentIsRefused() {
    Victim victim = dp();
    Outcome.of(victim, victim.hostile().asks(Questions.histogram())).sent(1).charged(1);
    for (Study other : List.of(Studies.plain(), Studies.dp("dp-lloyd"), Studies.dp(8))) {
      HostileCoordinator evil =
          victim
              .coordinatorOf(other)
              .asks(Questions.prepare(List.of(), "sums"))
              .asks(Questions.prepare(List.of(), "range"));
      requireRefusal(victim.joins(evil), "study moons is another than this site agreed to");
      assertThat(evil.heard()).isEmpty();
    }
    assertThat(victim.charges()).hasSize(1);
  }

  @Test
  void theStudyThatWasAgreedOnIsTheOnlyOne() throws IOException {
    Victim victim = dp();
    Path agreed = folder.resolve("agreed.yaml");
    Files.writeString(agreed, victim.study().canonical(), StandardCharsets.UTF_8);
    HostileCoordinator evil = victim.coordinatorOf(Studies.dp(8)).asks(Questions.histogram());
    requireRefusal(victim.joins(evil, "--agreed", agreed.toString()), "privacy.epsilon");
    assertThat(evil.heard()).isEmpty();
  }

  /** Who holds two seats of a masked sum sees through it. */
  @Test
  void theSitesAreThoseOfTheStudyAndStayThem() {
    Victim victim = new Victim(folder, Studies.component(), Victim.moons(200, 1), true);
    Payload sums = Questions.prepare(List.of(), "sums");
    HostileCoordinator fewer = victim.hostile().offers(reply -> reply.clearRoster()).asks(sums);
    requireRefusal(victim.joins(fewer), "does not take part");
    HostileCoordinator twice =
        victim.hostile().offers(reply -> reply.setRoster(2, reply.getRoster(1))).asks(sums);
    requireRefusal(victim.joins(twice), "does not take part");
    HostileCoordinator broken =
        victim
            .hostile()
            .offers(reply -> reply.setRoster(1, ByteString.copyFromUtf8("no certificate")))
            .asks(sums);
    requireRefusal(victim.joins(broken), "does not take part");
    for (HostileCoordinator evil : List.of(fewer, twice, broken)) {
      assertThat(evil.heard()).isEmpty();
    }
  }

  static Stream<Arguments> models() {
    String file = "{\"schema_version\":1,\"document\":\"coterie-model\"}";
    return Stream.of(
        arguments("no model file", CENTERS, "no JSON"),
        arguments("an empty model file", CENTERS, file),
        arguments("a deep model file", CENTERS, "[".repeat(100_000)),
        arguments("a question for an answer", new Question("microclusters"), file),
        arguments("sums for an answer", Questions.prepare(List.of(), "sums"), file),
        arguments(
            "centers of other features", NearestPrototype.ofCenters(Matrix.zeros(2, 5)), file),
        arguments(
            "more clusters than the study has",
            new NearestPrototype(Matrix.zeros(1, 2), IntVector.of(0), 2_000_000_000),
            file),
        arguments(
            "numbers far away",
            NearestPrototype.ofCenters(
                Matrix.ofRows(new double[] {1e308, -1e308}, new double[] {-1e308, 1e308})),
            file));
  }

  /** What cannot be used leaves nothing behind, and is no fault of ours. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("models")
  void anAnswerThatCannotBeUsedLeavesNoResults(String name, Payload model, String file) {
    Victim victim = dp();
    HostileCoordinator evil =
        victim
            .hostile()
            .asks(Questions.histogram())
            .answers(model, file.getBytes(StandardCharsets.UTF_8));

    CommandRun run = victim.joins(evil);

    requireRefusal(run, "");
    assertThat(victim.home().resolve("results")).doesNotExist();
    assertThat(evil.heard()).hasSize(1);
    assertThat(victim.charges()).hasSize(1);
  }

  /** A model before the first question would label records that nobody has mapped. */
  @Test
  void anAnswerBeforeTheFirstQuestionIsRefused() {
    Victim victim = dp();
    HostileCoordinator evil = victim.hostile().answers(CENTERS, new byte[0]);

    requireRefusal(victim.joins(evil), "");

    assertThat(victim.home().resolve("results")).doesNotExist();
    assertThat(evil.heard()).isEmpty();
  }

  @Test
  void nothingIsAskedAfterTheAnswer() {
    Victim victim = dp();
    HonestCourse course = HonestCourse.of(victim);
    HostileCoordinator evil =
        course
            .follow(victim.hostile(), course.length())
            .answers(course.found().answerTo(Victim.NAME), course.model(Json.object()))
            .asks(course.length() + 2, 1, course.question(1))
            .asks(course.length() + 2, 2, course.question(1));

    CommandRun run = victim.joins(evil);

    assertThat(victim.home().resolve("results/moons/labels.csv")).as(run.err()).exists();
    assertThat(evil.answers()).hasSize(course.length());
    assertThat(victim.charges()).hasSize(course.length());
  }

  /** Clusters of the coordinator's choice are the one thing that it can always say. */
  @Test
  void theModelFileHoldsNothingThatATerminalObeys() throws IOException {
    Victim victim = dp();
    HonestCourse course = HonestCourse.of(victim);
    HostileCoordinator evil =
        course
            .follow(victim.hostile(), course.length())
            .answers(
                course.found().answerTo(Victim.NAME),
                course.model(Json.object().put("by", "\u001b[2J\u009b2J\u0007forged")));

    CommandRun run = victim.joins(evil);

    assertThat(run.exitCode()).as(run.err()).isZero();
    String written = Files.readString(victim.home().resolve("results/moons/model.json"));
    assertThat(written.chars().filter(each -> each != '\n' && Character.isISOControl(each)))
        .isEmpty();
  }
}

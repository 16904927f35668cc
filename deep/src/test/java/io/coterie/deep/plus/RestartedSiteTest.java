package io.coterie.deep.plus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Field;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.LongWork;
import io.coterie.method.LongWork.Checkpoints;
import io.coterie.method.LongWork.WorkProgress;
import io.coterie.method.RecordedSites;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.method.internal.prepare.PreparedMethod;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.plan.SumMode;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A site that is killed and started again hears the same questions, and trains nothing twice. */
final class RestartedSiteTest {
  private static final int SIDE = 10;
  private static final StudyPlan PLAN =
      new StudyPlan(
          "spp-fgc-plus",
          ClusterCount.of(2),
          InputPlan.automatic(InputKind.image(SIDE, SIDE), SIDE * SIDE),
          new MethodOptions(
              Map.of(
                  "encoder",
                  "contrastive",
                  "rounds",
                  "2",
                  "passes",
                  "2",
                  "width",
                  "4",
                  "teaching-rounds",
                  "2")),
          PrivacyPlan.component().with(SumMode.PLAIN));

  private static final class Memory implements Checkpoints {
    private final Map<String, byte[]> states = new HashMap<>();

    @Override
    public Optional<byte[]> find(String key) {
      return Optional.ofNullable(states.get(key));
    }

    @Override
    public void keep(String key, byte[] state) {
      states.put(key, state);
    }
  }

  /** The site, from one start to the next. */
  private static final class Started {
    private final List<WorkProgress> told = new ArrayList<>();
    private final SitePart part;

    /** Dies when it has told of so many batches. */
    Started(Checkpoints checkpoints, int batches) {
      PrivacyGate gate =
          new PrivacyGate("a", NoiseSource.repeatable(new Seed(1)), 1, statements -> {});
      LongWork work = new LongWork(progress -> tell(progress, batches), checkpoints);
      part =
          new PreparedMethod(new SppFgcPlusMethod())
              .site(
                  PLAN,
                  new SiteContext(
                      SiteData.of("a", bars()), gate, new Seed(4), Parallel.sequential(), work));
    }

    private void tell(WorkProgress progress, int batches) {
      told.add(progress);
      if (told.size() == batches) {
        throw new IllegalStateException("killed");
      }
    }

    /** Hears the questions of a study from the first, and returns what it says. */
    List<String> hear(List<Payload> questions) {
      List<String> said = new ArrayList<>();
      for (int i = 0; i < questions.size(); i++) {
        CoordinatorMessage message = new CoordinatorMessage(i + 1, questions.get(i));
        said.add(text(part.reply(message)));
      }
      return said;
    }
  }

  /** Returns all numbers of a message, to the last bit. */
  private static String text(SiteMessage message) {
    return message.payload().fields().stream()
        .map(
            field ->
                field instanceof Field.Numbers numbers
                    ? numbers.name() + Arrays.toString(numbers.values().array())
                    : field.toString())
        .collect(Collectors.joining());
  }

  private static Matrix bars() {
    SplittableRandom random = new SplittableRandom(5);
    Matrix images = Matrix.zeros(60, SIDE * SIDE);
    for (int i = 0; i < images.rows(); i++) {
      int at = random.nextInt(SIDE);
      for (int j = 0; j < SIDE; j++) {
        images.set(i, i % 2 == 0 ? at * SIDE + j : j * SIDE + at, 255);
      }
    }
    return images;
  }

  private static Clustering coordinate(Sites sites) {
    return new PreparedMethod(new SppFgcPlusMethod())
        .coordinate(
            PLAN,
            new CoordinatorContext(
                new Seed(6), Parallel.sequential(), (name, value) -> {}, SIDE * SIDE),
            sites);
  }

  @Test
  void trainsNothingTwice() {
    Memory checkpoints = new Memory();
    Started first = new Started(checkpoints, Integer.MAX_VALUE);
    List<Payload> questions = new ArrayList<>();
    List<String> answers = new ArrayList<>();
    Clustering found =
        coordinate(
            new RecordedSites(
                List.of(first.part),
                Parallel.sequential(),
                round -> {
                  questions.add(round.question().payload());
                  answers.add(text(round.answers().get(0)));
                }));
    Payload answer = found.answerTo("a");
    Labels labels = first.part.labels(new CoordinatorMessage(questions.size() + 1, answer));
    assertThat(first.told).hasSize(8);
    assertThat(checkpoints.states).hasSize(4); // one for each round of training or teaching
    assertThat(first.told.get(0)).hasToString("training: round 1 of 2, pass 1 of 2");

    // Killed in the second pass of the first round, then started again.
    Memory other = new Memory();
    Started killed = new Started(other, 2);
    assertThatThrownBy(() -> killed.hear(questions)).hasMessage("killed");
    Started goesOn = new Started(other, Integer.MAX_VALUE);
    assertThat(goesOn.hear(questions)).isEqualTo(answers);
    assertThat(goesOn.told).hasSize(first.told.size() - 1);

    // Killed after the end: the same answers, and no training.
    Started replayed = new Started(checkpoints, 1);
    assertThat(replayed.hear(questions)).isEqualTo(answers);
    assertThat(replayed.told).isEmpty();
    assertThat(replayed.part.labels(new CoordinatorMessage(questions.size() + 1, answer)))
        .isEqualTo(labels);
  }
}

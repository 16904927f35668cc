package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import io.coterie.features.internal.Project;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.message.Question;
import io.coterie.message.internal.Anchors;
import io.coterie.method.LongWork;
import io.coterie.method.MethodRunner;
import io.coterie.method.PayloadKinds;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import io.coterie.store.journal.EventKind;
import io.coterie.store.journal.Journal;
import io.coterie.study.FlowerStudy;
import io.coterie.study.Study;
import io.coterie.wire.PayloadCodec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator on loopback that asks for what is not in the study, at level component. */
@Timeout(120)
final class BeyondTheScheduleTest {
  private final Study study =
      FlowerStudy.of(
          """
          participation: {sites: [a, b, c]}
          method: anchor-graph:groups
          privacy: {level: component, accept-group-disclosure: true, sums: plain, min-group: 5}
          """);
  private final Matrix records = DataReader.read("iris", ReadOptions.defaults()).records();
  private final List<byte[]> honest = new ArrayList<>();
  private final AtomicInteger refusals = new AtomicInteger();

  @TempDir private Path folder;

  @BeforeEach
  void listen() {
    MethodRunner runner = MethodRunner.of(study.plan(), new Seed(study.seed()));
    SitePart site =
        runner.site(
            SiteData.of("a", records),
            runner.gate("a", NoiseSource::repeatable, statements -> {}),
            Parallel.sequential(),
            LongWork.unseen());
    Sites sites =
        (question, reply) -> {
          honest.add(PayloadCodec.encode(question));
          return List.of(site.reply(new CoordinatorMessage(honest.size(), question)));
        };
    runner.coordinate(sites, (name, value) -> {}, Parallel.sequential());
  }

  /** Asks so many honest questions, then others; returns how the site ends. */
  private CoterieException join(int rounds, int expected, Payload... others) {
    try (ScriptedCoordinator coordinator = new ScriptedCoordinator(study);
        Journal journal = Journal.open(folder.resolve("a.db"));
        Site site = new Site("a", coordinator.address(), Optional.empty(), "test")) {
      for (int round = 1; round <= rounds; round++) {
        coordinator.questions(round, honest.get(round - 1)).ask(round, 1);
      }
      for (int i = 0; i < others.length; i++) {
        int round = rounds + i + 1;
        coordinator.questions(round, PayloadCodec.encode(others[i])).ask(round, 1);
      }
      CoterieException end =
          catchThrowableOfType(
              CoterieException.class,
              () ->
                  site.takePart(
                      site.invitation(""),
                      new Site.Kit(
                          SiteData.of("a", records),
                          journal,
                          Optional.empty(),
                          NoiseSource::repeatable,
                          Parallel.sequential(),
                          Duration.ofSeconds(10),
                          text -> {},
                          LongWork.unseen(),
                          watch()),
                      (labels, model) -> {
                        throw new AssertionError("there are no labels");
                      }));
      assertThat(end.code()).isEqualTo(ErrorCode.NOT_AGREED);
      assertThat(coordinator.received()).hasSize(expected);
      assertThat(coordinator.declined())
          .containsExactly("it was asked for something that it did not agree to");
      assertThat(refusals).hasValue(1);
      assertThat(journal.events(study.name(), 0)).anyMatch(event -> event.is(EventKind.LEFT));
      return end;
    }
  }

  private SiteWatch watch() {
    return new SiteWatch() {
      @Override
      public void doing(String words) {}

      @Override
      public void refusing(String reason) {
        int unused = refusals.incrementAndGet();
      }

      @Override
      public void saying(Said said) {}
    };
  }

  private static Payload measure(String what, Project... steps) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < steps.length; i++) {
      fields.addAll(Field.nested("step-" + (i + 1), steps[i]));
    }
    fields.add(new Field.Text("measure", what));
    fields.add(Field.numbers("center", Vector.of()));
    return PayloadKinds.typed("prepare", fields);
  }

  /** Extreme values along 20,000 directions are records; none of them leaves. */
  @Test
  void extremeValuesAlongManyDirectionsAreRefused() {
    Matrix directions =
        Matrix.zeros(4, 20_000).map((i, j, zero) -> Math.sin(1 + i * 7.0 + j * 0.1));
    Project lift = new Project(Vector.of(new double[4]), directions);
    assertThat(join(0, 0, measure("range", lift))).hasMessageContaining("'project'");
  }

  @Test
  void extremeValuesAreRefusedWhereTheStudyDoesNotScaleByThem() {
    assertThat(join(1, 1, measure("range"))).hasMessageContaining("RANGE");
  }

  /** An anchor for every record, 176,400 of them, sent each record's own sum. */
  @Test
  void moreAnchorsThanTheStudyHasAreRefused() {
    Matrix grid = Matrix.zeros(176_400, 4).map((i, j, zero) -> (i * 31 + j) % 420 / 50.0);
    assertThat(join(3, 3, new Anchors(grid, 0)))
        .hasMessageContaining("numbers, where the study has");
  }

  /** Cells that are split until they hold one record need more rounds than the study has. */
  @Test
  void anchorsMoveAsOftenAsTheStudyHasIt() {
    Payload[] cells = new Payload[20];
    for (int round = 0; round < cells.length; round++) {
      int split = round;
      cells[round] =
          new Anchors(Matrix.zeros(4, 4).map((i, j, zero) -> i + (j == 0 ? 0.1 * split : 0)), 0);
    }
    assertThat(join(3, 6, cells)).hasMessageContaining("asks 'anchors'");
  }

  @Test
  void smallGroupsAreSentOnce() {
    assertThat(join(3, 3, new Question("microclusters"))).hasMessageContaining("not due now");
  }

  @Test
  void aQuestionOfAnotherMethodIsRefused() {
    assertThat(join(2, 2, new Question("structure")))
        .hasMessageContaining("no question of this study");
  }
}

package io.coterie.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.bench.CellResult.Scores;
import io.coterie.bench.LearningCurve.Place;
import io.coterie.json.Json;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.method.Diagnostics;
import io.coterie.method.LongWork.IntermediateLabels;
import io.coterie.partition.Partition;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LearningCurveTest {
  private final BenchData iris =
      new DataLibrary(Optional.empty()).read(Catalogue.builtIn().named("iris"), 0, 0);
  private final Partition partition =
      CellRunner.partition(iris, BenchmarkRun.Split.iid(2, 0), new Seed(0));

  private static IntermediateLabels draft(int round, int[] labels) {
    return new IntermediateLabels(
        "prototypes", round, Optional.of(Labels.of(labels, 3)), Matrix.zeros(labels.length, 1));
  }

  /** What a site that knew everything would answer. */
  private int[] truth(Partition.Site site) {
    int[] labels = site.toArray();
    for (int i = 0; i < labels.length; i++) {
      labels[i] = iris.truth().of(labels[i]);
    }
    return labels;
  }

  @Test
  void aRoundIsScoredOnceEverySiteHasAnswered() {
    CourseWatch watch = new CourseWatch(true);
    partition
        .sites()
        .forEach(
            site -> {
              watch.draft(site.name(), draft(0, new int[site.toArray().length]));
              watch.draft(site.name(), draft(1, truth(site)));
            });
    watch.sketch(new Diagnostics.Signals("prototypes", 1, Map.of("loss", 2.5)));
    Partition.Site first = partition.sites().get(0);
    watch.draft(first.name(), draft(2, truth(first)));
    LearningCurve course = watch.course(iris, partition, new Scores(0.9, 0.8, 0.7));
    assertThat(course.points().stream().map(LearningCurve.Point::place))
        .containsExactly(
            new Place("prototypes", 0),
            new Place("prototypes", 1),
            new Place("prototypes", 2),
            new Place(LearningCurve.ANSWER, 0));
    assertThat(course.points().get(0).scores().orElseThrow().nmi()).isZero();
    assertThat(course.points().get(1).scores().orElseThrow().accuracy()).isEqualTo(1);
    assertThat(course.points().get(1).signals()).isEqualTo(Map.of("loss", 2.5));
    assertThat(course.points().get(2).scores()).isEmpty();
    assertThat(course.points().get(3).scores()).contains(new Scores(0.9, 0.8, 0.7));
  }

  @Test
  void aResultKeepsItsCourse() {
    CourseWatch watch = new CourseWatch(true);
    partition.sites().forEach(site -> watch.draft(site.name(), draft(0, truth(site))));
    Scores answer = new Scores(0.9, 0.8, 0.7);
    CellResult result =
        new CellResult(
            Optional.of(answer),
            Optional.empty(),
            new CellResult.Cost(1, 2, 3),
            Map.of(),
            watch.course(iris, partition, answer));
    ObjectNode node = Json.object();
    result.writeTo(node);
    assertThat(CellResult.of(node)).isEqualTo(result);
  }

  @Test
  void aFollowedRunGivesTheSameAnswerAndIsAnotherCell() {
    Variant method = Variant.of("anchor-graph");
    BenchmarkRun.Split split = BenchmarkRun.Split.iid(2, 0);
    BenchmarkRun followed = BenchmarkRun.followed(method, iris.entry(), split);
    BenchmarkRun usual = new BenchmarkRun(method, iris.entry(), split, 0);
    assertThat(followed.json()).isNotEqualTo(usual.json());
    DataLibrary library = new DataLibrary(Optional.empty());
    CellRunner runner = new CellRunner(Parallel.sequential());
    CellResult one = runner.run(followed, library);
    CellResult other = runner.run(usual, library);
    assertThat(one.scores()).isPresent().isEqualTo(other.scores());
    assertThat(one.course().points()).hasSize(1); // the anchor graph has no draft
    assertThat(other.course()).isEqualTo(LearningCurve.none());
  }
}

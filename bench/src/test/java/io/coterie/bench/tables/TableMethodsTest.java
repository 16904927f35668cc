package io.coterie.bench.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.bench.tables.TableMethod.Task;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.metrics.ExternalScores;
import io.coterie.metrics.TrueLabels;
import io.coterie.partition.Partition;
import io.coterie.partition.Partitioner;
import io.coterie.partition.Partitioners;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every competitor on tables whose groups are known, with the same answer for the same seed. */
class TableMethodsTest {
  private static final int GROUPS = 3;
  private static final int RECORDS = 240;

  static Stream<TableMethod> competitors() {
    return Stream.of(
        new KPrototypes(),
        FactorAxes.five(),
        FactorAxes.aboveOne(),
        new GowerMedoids(),
        new LatentClasses(),
        new Kamila());
  }

  /** Two numbers and three columns of three levels, each of which the group nearly decides. */
  private static Matrix mixed(double holes) {
    SplittableRandom random = new Seed(5).random();
    Matrix records = Matrix.zeros(RECORDS, 5);
    for (int i = 0; i < RECORDS; i++) {
      for (int j = 0; j < 5; j++) {
        int group = i % GROUPS;
        double level = random.nextDouble() < 0.9 ? group : random.nextInt(3);
        double value = j < 2 ? 100 * group + random.nextGaussian() * 20 : level;
        records.set(i, j, random.nextDouble() < holes ? Double.NaN : value);
      }
    }
    return records;
  }

  private static Task task(Matrix records, int clusters, int... levels) {
    Partition partition =
        Partitioners.parse("iid").split(Partitioner.Input.of(records.rows()), 5, new Seed(1));
    return new Task(new MixedTable(records, IntVector.of(levels)), clusters, partition, 10);
  }

  private static double accuracy(int[] found, int groups) {
    List<String> truth = IntStream.range(0, found.length).mapToObj(i -> "g" + i % groups).toList();
    return ExternalScores.of(TrueLabels.of(truth), Labels.of(found, groups)).accuracy();
  }

  private static int[] labels(TableMethod method, Task task, int threads) {
    try (Parallel parallel = Parallel.of(threads)) {
      return method.labels(task, new Seed(3), parallel);
    }
  }

  @ParameterizedTest
  @MethodSource("competitors")
  void findsGroupsOfNumbersAndLevels(TableMethod method) {
    int[] found = labels(method, task(mixed(0), GROUPS, 0, 0, 3, 3, 3), 2);
    assertThat(accuracy(found, GROUPS)).isGreaterThan(0.97);
    assertThat(labels(method, task(mixed(0), GROUPS, 0, 0, 3, 3, 3), 1)).isEqualTo(found);
  }

  @ParameterizedTest
  @MethodSource("competitors")
  void findsThemWhereValuesAreMissing(TableMethod method) {
    int[] found = labels(method, task(mixed(0.15), GROUPS, 0, 0, 3, 3, 3), 2);
    assertThat(accuracy(found, GROUPS)).isGreaterThan(0.85);
  }

  @ParameterizedTest
  @MethodSource("competitors")
  void findsThemByNumbersOnlyAndByLevelsOnly(TableMethod method) {
    Matrix all = mixed(0);
    int[] byNumbers = labels(method, task(all.firstColumns(2), GROUPS, 0, 0), 2);
    assertThat(accuracy(byNumbers, GROUPS)).isGreaterThan(0.97);
    Matrix levels = Matrix.zeros(RECORDS, 3).map((i, j, zero) -> all.at(i, j + 2));
    assertThat(accuracy(labels(method, task(levels, GROUPS, 3, 3, 3), 2), GROUPS))
        .isGreaterThan(0.9);
  }

  /** Of equal records there are fewer than clusters; a column is the same everywhere. */
  @ParameterizedTest
  @MethodSource("competitors")
  void fewDistinctRecordsAreNoError(TableMethod method) {
    Matrix records = Matrix.zeros(12, 3).map((i, j, zero) -> j == 2 ? 7 : i % 2);
    int[] found = labels(method, task(records, 4, 0, 2, 0), 2);
    assertThat(found).hasSize(12);
    assertThat(IntStream.of(found).allMatch(label -> label >= 0 && label < 4)).isTrue();
    assertThat(IntStream.range(0, 12).allMatch(i -> found[i] == found[i % 2])).isTrue();
    assertThat(found[0]).isNotEqualTo(found[1]);
  }

  /** A wide group beside a narrow one: the border of k-means is halfway, that of a mixture not. */
  @Test
  void latentClassesHaveSpreadsOfTheirOwn() {
    SplittableRandom random = new Seed(8).random();
    Matrix records =
        Matrix.zeros(600, 2)
            .map(
                (i, j, zero) ->
                    i % 2 == 0 ? random.nextGaussian() * 10 : 15 + random.nextGaussian());
    Task task = task(records, 2, 0, 0);
    assertThat(accuracy(labels(new LatentClasses(), task, 1), 2)).isGreaterThan(0.97);
    assertThat(accuracy(labels(new KPrototypes(), task, 1), 2)).isLessThan(0.96);
  }

  /** The published case for it: levels of noise do not move clusters that numbers show. */
  @Test
  void kamilaWeighsLevelsByWhatTheyShow() {
    SplittableRandom random = new Seed(9).random();
    Matrix records =
        Matrix.zeros(600, 6)
            .map((i, j, zero) -> j < 2 ? 5.0 * (i % 2) + random.nextGaussian() : random.nextInt(2));
    Task task = task(records, 2, 0, 0, 2, 2, 2, 2);
    assertThat(accuracy(labels(new Kamila(), task, 1), 2)).isGreaterThan(0.98);
  }

  @Test
  void methodsAreChosenByName() {
    assertThat(TableMethods.chosen(List.of("kamila", "anchor-graph-filled")))
        .extracting(TableMethod::name)
        .containsExactly("kamila", "anchor-graph-filled");
    assertThat(TableMethods.chosen(List.of())).hasSize(TableMethods.names().size() - 1);
    assertThatThrownBy(() -> TableMethods.chosen(List.of("kamilla")))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("There is no method kamilla for tables.")
        .hasMessageContaining("kamila");
  }
}

package io.coterie.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.math.Seed;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What all partitioners promise. */
class PartitionTest {
  private static final Seed SEED = new Seed(7);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "iid",
        "dirichlet:0.001",
        "dirichlet:0.5",
        "dirichlet:1000000",
        "shards:1",
        "shards:2",
        "het:0",
        "het:0.37",
        "het:1"
      })
  void dealsEveryRecordOnceAndLeavesNoSiteEmpty(String text) {
    Partitioner partitioner = Partitioners.parse(text);
    for (int siteCount : new int[] {1, 2, 7, 23}) {
      for (int classCount : new int[] {1, 3, 9}) {
        Partition partition = partitioner.split(roster(60, classCount), siteCount, SEED);

        assertThat(partition.sites()).hasSize(siteCount).allMatch(site -> site.size() > 0);
        assertThat(allRecords(partition)).isEqualTo(IntStream.range(0, 60).toArray());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"iid", "dirichlet:0.5", "shards:2", "het:0.5", "het-overlap:0.5"})
  void dependsOnTheSeedAlone(String text) {
    Partitioner partitioner = Partitioners.parse(text);
    Partitioner.Input roster = roster(200, 4);

    List<Partition.Site> sites = partitioner.split(roster, 5, SEED).sites();

    assertThat(partitioner.split(roster, 5, SEED).sites()).isEqualTo(sites);
    assertThat(partitioner.split(roster, 5, new Seed(8)).sites()).isNotEqualTo(sites);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"iid", "dirichlet:0.001", "dirichlet:1e-6", "shards:1", "het:0.5", "het:1"})
  void endsForAsManySitesAsRecords(String text) {
    for (long seed = 0; seed < 20; seed++) {
      Partition many = Partitioners.parse(text).split(roster(60, 3), 60, new Seed(seed));
      Partition fifty = Partitioners.parse(text).split(roster(60, 3), 50, new Seed(seed));

      assertThat(many.sites()).allMatch(site -> site.size() == 1);
      assertThat(fifty.sites()).hasSize(50).allMatch(site -> site.size() > 0);
      assertThat(allRecords(fifty)).isEqualTo(IntStream.range(0, 60).toArray());
    }
  }

  @Test
  void printsTheSizesAndStrataOfTheSites() {
    Partition partition = new Shards(1).split(roster(6, 2), 2, SEED);

    assertThat(partition.table())
        .extracting(Partition.Row::site)
        .containsExactly("site-1", "site-2");
    assertThat(partition.table())
        .extracting(Partition.Row::strata)
        .containsExactlyInAnyOrder(List.of(3, 0), List.of(0, 3));
    assertThat(new Partitioners.Iid().split(Partitioner.Input.of(5), 2, SEED).table())
        .containsExactly(
            new Partition.Row("site-1", 3, List.of()), new Partition.Row("site-2", 2, List.of()));
  }

  @Test
  void isNotChangedThroughItsArrays() {
    Partition partition = new Partitioners.Iid().split(Partitioner.Input.of(4), 1, SEED);

    partition.sites().get(0).toArray()[0] = 3;

    assertThat(partition.sites().get(0).toArray()).containsExactly(0, 1, 2, 3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"iid", "dirichlet:0.5", "shards:1", "het:0.5", "het-overlap:0.5"})
  void refusesMoreSitesThanRecordsAndNoSites(String text) {
    assertUsageError(text, roster(3, 2), 4, "4 sites cannot share 3 records");
    assertUsageError(text, roster(3, 2), 0, "The number of sites is 0");
    assertUsageError(
        text, Partitioner.Input.of(0).withStrata(new int[0]), 1, "cannot share 0 records");
  }

  @ParameterizedTest
  @ValueSource(strings = {"dirichlet:0.5", "shards:1", "het:0.5", "het-overlap:0.5"})
  void refusesToSkewWithoutStrata(String text) {
    assertUsageError(text, Partitioner.Input.of(9), 3, "name a label column or use iid");
  }

  @Test
  void refusesMoreShardsThanRecords() {
    assertUsageError("shards:4", roster(11, 2), 3, "need 12 records, but there are 11");
    assertUsageError("shards:2000000000", roster(11, 2), 3, "need 6000000000 records");
  }

  @Test
  void takesTheValuesOfAColumnAsSites() {
    Partitioner.Input roster =
        roster(4, 2).withColumn("hospital", List.of("North", "East", "North", "West"));

    Partition partition = new Column("hospital").split(roster, 99, SEED);

    assertThat(partition.table())
        .containsExactly(
            new Partition.Row("East", 1, List.of(0, 1)),
            new Partition.Row("North", 2, List.of(2, 0)),
            new Partition.Row("West", 1, List.of(0, 1)));
    assertThat(partition.sites().get(1).toArray()).containsExactly(0, 2);
    assertThat(allRecords(partition)).containsExactly(0, 1, 2, 3);
  }

  @Test
  void refusesAColumnThatMakesNoSites() {
    List<String> ids = List.of("a", "b", "c");
    Partitioner.Input roster =
        Partitioner.Input.of(3)
            .withColumn("same", Collections.nCopies(3, "a"))
            .withColumn("id", ids);

    assertUsageError("column:same", roster, 2, "has 1 value, but a federation needs at least 2");
    assertUsageError("column:id", roster, 2, "another value in each of its 3 records");
    assertUsageError("column:ward", roster, 2, "there is no such column");
  }

  @Test
  void refusesARecordWithoutASite() {
    Partitioner.Input roster = Partitioner.Input.of(3).withColumn("ward", List.of("a", " ", "a"));

    assertThatThrownBy(() -> new Column("ward").split(roster, 2, SEED))
        .isInstanceOfSatisfying(
            CoterieException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_DATA))
        .hasMessageContaining("empty in record 2");
  }

  @Test
  void rosterRejectsValuesThatDoNotFitItsRecords() {
    assertThatThrownBy(() -> Partitioner.Input.of(2).withStrata(new int[] {0}))
        .hasMessageContaining("1 values for 2 records");
    assertThatThrownBy(() -> Partitioner.Input.of(2).withStrata(new int[] {0, -1}))
        .hasMessageContaining("Stratum -1");
    assertThatThrownBy(() -> Partitioner.Input.of(2).withColumn("a", List.of("x")))
        .hasMessageContaining("1 values for 2 records");
    assertThatThrownBy(() -> Partitioner.Input.of(-1)).hasMessageContaining("recordCount is -1");
  }

  private static int[] allRecords(Partition partition) {
    return partition.sites().stream()
        .flatMapToInt(site -> IntStream.of(site.toArray()))
        .sorted()
        .toArray();
  }

  private static Partitioner.Input roster(int recordCount, int classCount) {
    return Partitioner.Input.of(recordCount)
        .withStrata(IntStream.range(0, recordCount).map(i -> i % classCount).toArray());
  }

  private static void assertUsageError(
      String text, Partitioner.Input roster, int siteCount, String message) {
    assertThatThrownBy(() -> Partitioners.parse(text).split(roster, siteCount, SEED))
        .isInstanceOfSatisfying(
            CoterieException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
        .hasMessageContaining(message);
  }
}

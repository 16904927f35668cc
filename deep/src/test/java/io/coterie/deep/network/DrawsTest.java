package io.coterie.deep.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Seed;
import io.coterie.math.Vector;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DrawsTest {
  @Test
  void withoutWeightsEachRecordComesOnceInBatchesOfNearlyEqualSize() {
    int[][] batches = new Draws(1100, 512, Vector.of()).pass(new Seed(1));

    assertThat(batches).hasNumberOfRows(3);
    assertThat(batches[0].length).isEqualTo(366);
    assertThat(batches[2].length).isEqualTo(367);
    int[] all = Arrays.stream(batches).flatMapToInt(IntStream::of).toArray();
    assertThat(all).isNotEqualTo(IntStream.range(0, 1100).toArray());
    assertThat(all).containsExactlyInAnyOrder(IntStream.range(0, 1100).toArray());
  }

  @Test
  void recordsAreDrawnInProportionToTheirWeights() {
    // Record i of 4,000 has weight i % 4, so residues 0 to 3 must have shares 0, 1/6, 1/3, 1/2.
    Vector weights = Vector.of(IntStream.range(0, 4000).mapToDouble(i -> i % 4).toArray());
    Draws draws = new Draws(4000, 500, weights);
    int[] counts = new int[4];
    for (int pass = 0; pass < 25; pass++) {
      for (int[] batch : draws.pass(new Seed(2).child(pass))) {
        for (int record : batch) {
          counts[record % 4]++;
        }
      }
    }

    // 100,000 draws; five standard deviations of a binomial share: a seed in about 600,000 fails.
    assertThat(counts[0]).isZero();
    for (int residue = 1; residue < 4; residue++) {
      double share = residue / 6.0;
      assertThat(counts[residue] / 1e5)
          .isCloseTo(share, within(5 * Math.sqrt(share * (1 - share) / 1e5)));
    }
  }

  @Test
  void refusesWeightsThatAreNoWeights() {
    assertThatThrownBy(() -> new Draws(3, 2, Vector.of(1, 2)))
        .hasMessageContaining("There are 2 draw weights for 3 records");
    assertThatThrownBy(() -> new Draws(2, 2, Vector.of(1, -1))).hasMessageContaining("negative");
    assertThatThrownBy(() -> new Draws(2, 2, Vector.of(0, 0))).hasMessageContaining("positive");
  }
}

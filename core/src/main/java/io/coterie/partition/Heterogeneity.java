package io.coterie.partition;

import io.coterie.CoterieException;
import io.coterie.math.Seed;
import io.coterie.math.internal.Doubles;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The heterogeneity ratio of the paper (Table 2, column "Het"): every site has a main class. The
 * share het of each class goes to the sites it is the main class of; the rest is mixed and fills
 * the sites up to equal sizes as far as it reaches. Every record is dealt exactly once.
 *
 * <p>With C equal classes and a multiple of C sites, a site's main class has the share (1 + het (C
 * − 1)) / C and each other class (1 − het) / C, as in the authors' code. With fewer sites than
 * classes, a site has several main classes.
 */
record Heterogeneity(double ratio) implements Partitioner {
  Heterogeneity {
    requireRatio(ratio);
  }

  static void requireRatio(double ratio) {
    if (!(ratio >= 0 && ratio <= 1)) {
      throw CoterieException.usage(
          "The heterogeneity ratio is %s; it must be from 0 (mixed) to 1 (one class per site)."
              .formatted(ratio));
    }
  }

  @Override
  public Partition split(Partitioner.Input roster, int siteCount, Seed seed) {
    int[][] classes = roster.recordsByStratum(this);
    roster.requireEnoughFor(siteCount);
    SplittableRandom random = seed.child("records").random();
    int[][] sitesOf = mainSites(classes, siteCount, seed.child("main classes").random());
    Partition.Assignment hands = new Partition.Assignment(siteCount);
    IntStream.Builder mixed = IntStream.builder();
    for (int c = 0; c < classes.length; c++) {
      int[] records = Partition.Assignment.shuffled(classes[c], random);
      int main = (int) Math.round(ratio * records.length);
      for (int i = 0; i < records.length; i++) {
        if (i < main) {
          hands.add(sitesOf[c][i % sitesOf[c].length], records[i]);
        } else {
          mixed.add(records[i]);
        }
      }
    }
    hands.addToSmallest(Partition.Assignment.shuffled(mixed.build().toArray(), random));
    return Partition.ofNumbered(hands.toList(), roster);
  }

  // Returns the sites whose main class is c, by c. No class gets more sites than it has records.
  private static int[][] mainSites(int[][] classes, int siteCount, SplittableRandom random) {
    int[] sites = Partition.Assignment.shuffled(IntStream.range(0, siteCount).toArray(), random);
    int[] bySize =
        IntStream.of(
                Partition.Assignment.shuffled(IntStream.range(0, classes.length).toArray(), random))
            .boxed()
            .sorted(Comparator.comparingInt(c -> -classes[c].length))
            .mapToInt(Integer::intValue)
            .toArray();
    int[][] result = new int[classes.length][];
    if (siteCount < classes.length) {
      // The largest class first, each to the site with the fewest records of main classes.
      long[] loads = new long[siteCount];
      for (int c : bySize) {
        int lightest = Doubles.argMax(siteCount, site -> -loads[site]);
        loads[lightest] += classes[c].length;
        result[c] = new int[] {sites[lightest]};
      }
      return result;
    }
    // One site each, then one more to the class with the most records per site.
    int[] counts = new int[classes.length];
    Arrays.fill(counts, 1);
    for (int spare = siteCount - classes.length; spare > 0; spare--) {
      int fullest = bySize[0];
      for (int c : bySize) {
        if ((long) classes[c].length * counts[fullest]
            > (long) classes[fullest].length * counts[c]) {
          fullest = c;
        }
      }
      counts[fullest]++;
    }
    int next = 0;
    for (int c = 0; c < classes.length; c++) {
      result[c] = Arrays.copyOfRange(sites, next, next + counts[c]);
      next += counts[c];
    }
    return result;
  }

  @Override
  public String text() {
    return "het:" + ratio;
  }
}

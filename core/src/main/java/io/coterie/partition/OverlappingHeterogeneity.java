package io.coterie.partition;

import io.coterie.math.Seed;
import java.util.SplittableRandom;

/**
 * The sampling of the paper's public code: every site draws (1 − het) s records of each class, and
 * (1 + het (C − 1)) s of one random main class, where s = N / (sites · C). It draws without
 * replacement within a site but independently of the others, so a record may be at several sites
 * and another at none. Kept to repeat the paper; {@link Heterogeneity} deals every record once.
 */
record OverlappingHeterogeneity(double ratio) implements Partitioner {
  // Keeps (1 − 0.8) · 10 from being cut down to 1.
  private static final double ROUNDING = 1e-9;

  OverlappingHeterogeneity {
    Heterogeneity.requireRatio(ratio);
  }

  @Override
  public Partition split(Partitioner.Input roster, int siteCount, Seed seed) {
    int[][] classes = roster.recordsByStratum(this);
    roster.requireEnoughFor(siteCount);
    int perClass = Math.max(1, (int) (roster.size() / ((long) siteCount * classes.length)));
    int ofMain = (int) (perClass * (1 + ratio * (classes.length - 1)) + ROUNDING);
    int ofOther = (int) (perClass * (1 - ratio) + ROUNDING);
    Partition.Assignment hands = new Partition.Assignment(siteCount);
    for (int site = 0; site < siteCount; site++) {
      SplittableRandom random = seed.child("site").child(site).random();
      int main = random.nextInt(classes.length);
      for (int c = 0; c < classes.length; c++) {
        int quota = Math.min(c == main ? ofMain : ofOther, classes[c].length);
        for (int record : Partition.Assignment.drawn(classes[c], quota, random)) {
          hands.add(site, record);
        }
      }
    }
    return Partition.ofNumbered(hands.toList(), roster);
  }

  @Override
  public String text() {
    return "het-overlap:" + ratio;
  }
}

package io.coterie.partition;

import io.coterie.CoterieException;
import io.coterie.math.Seed;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Sorts the records by stratum, cuts them into equal shards and deals every site the same number of
 * shards, so a site sees few strata.
 *
 * <p>H. B. McMahan et al. <i>Communication-Efficient Learning of Deep Networks from Decentralized
 * Data</i>. AISTATS 2017; their "pathological non-IID" split has two shards per site.
 */
record Shards(int shardsPerSite) implements Partitioner {
  Shards {
    if (shardsPerSite < 1) {
      throw CoterieException.usage(
          "The number of shards per site is %d; it must be at least 1. A typical value is 2."
              .formatted(shardsPerSite));
    }
  }

  @Override
  public Partition split(Partitioner.Input roster, int siteCount, Seed seed) {
    int[][] strata = roster.recordsByStratum(this);
    roster.requireEnoughFor(siteCount);
    long shardCount = (long) siteCount * shardsPerSite;
    if (shardCount > roster.size()) {
      throw CoterieException.usage(
          "%d sites with %d shards each need %d records, but there are %d;"
                  .formatted(siteCount, shardsPerSite, shardCount, roster.size())
              + " use fewer sites or fewer shards.");
    }
    // Each stratum is shuffled, so that chance decides which of its records share a shard.
    int[] sorted =
        Stream.of(strata)
            .flatMapToInt(
                stratum ->
                    IntStream.of(
                        Partition.Assignment.shuffled(
                            stratum, seed.child("stratum").child(stratum[0]).random())))
            .toArray();
    int[] shards =
        Partition.Assignment.shuffled(
            IntStream.range(0, (int) shardCount).toArray(), seed.child("shards").random());
    Partition.Assignment hands = new Partition.Assignment(siteCount);
    for (int i = 0; i < shards.length; i++) {
      int from = (int) (shards[i] * (long) sorted.length / shardCount);
      int to = (int) ((shards[i] + 1L) * sorted.length / shardCount);
      for (int j = from; j < to; j++) {
        hands.add(i / shardsPerSite, sorted[j]);
      }
    }
    return Partition.ofNumbered(hands.toList(), roster);
  }

  @Override
  public String text() {
    return "shards:" + shardsPerSite;
  }
}

package io.coterie.partition;

import io.coterie.math.Seed;

/** Deals shuffled records in turn: every site is a small copy of the whole. */
record Iid() implements Partitioner {
  @Override
  public Partition split(PartitionInput roster, int siteCount, Seed seed) {
    roster.requireEnoughFor(siteCount);
    RecordAssignment hands = new RecordAssignment(siteCount);
    hands.addToSmallest(
        RecordAssignment.shuffled(roster.records(), seed.child("records").random()));
    return Partition.ofNumbered(hands.toList(), roster);
  }

  @Override
  public String text() {
    return "iid";
  }
}

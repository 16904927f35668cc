package io.coterie.partition;

import io.coterie.math.Seed;

/** Deals shuffled records in turn: every site is a small copy of the whole. */
record Iid() implements Partitioner {
  @Override
  public Partition split(Roster roster, int siteCount, Seed seed) {
    roster.requireEnoughFor(siteCount);
    Hands hands = new Hands(siteCount);
    hands.addToSmallest(Hands.shuffled(roster.records(), seed.child("records").random()));
    return Partition.ofNumbered(hands.toList(), roster);
  }

  @Override
  public String text() {
    return "iid";
  }
}

package io.coterie.method.internal.check;

import io.coterie.message.internal.FeatureRange;
import io.coterie.message.internal.Microclusters;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;

/** What honest sites answer where the reply is no sum, and several methods ask for it. */
public final class Replies {
  private Replies() {}

  /** Returns groups of records: some, each of at least one record. */
  public static Reply<Microclusters> groups(CoordinatorContext context) {
    return Reply.of(
        Microclusters.class,
        groups -> {
          Reply.requireColumns("its means", groups.means().columns(), context.dimension());
          Reply.require(groups.counts().size() > 0, "it has no group");
          context.reach().requireMeans(groups.means());
          for (int g = 0; g < groups.counts().size(); g++) {
            Reply.require(groups.counts().at(g) >= 1, "a group has less than one record");
          }
          requireRecords(groups.counts().sum());
        });
  }

  public static void requireRecords(double records) {
    Reply.require(records <= Reply.MOST_RECORDS, "it counts more than 2^40 records at one site");
  }

  /** Returns the smallest and largest values, in order; a feature without values has none. */
  public static Reply<FeatureRange> range(int dimension) {
    return Reply.ofOwnNumbers(FeatureRange.class, range -> requireRange(range, dimension));
  }

  public static void requireRange(FeatureRange range, int dimension) {
    Reply.requireColumns("its bounds", range.smallest().size(), dimension);
    for (int j = 0; j < dimension; j++) {
      double smallest = range.smallest().at(j);
      double largest = range.largest().at(j);
      if (smallest != Double.MAX_VALUE || largest != -Double.MAX_VALUE) {
        Reply.requireNumber("smallest", smallest);
        Reply.requireNumber("largest", largest);
        Reply.require(smallest <= largest, "a feature's smallest value is above its largest");
      }
    }
  }
}

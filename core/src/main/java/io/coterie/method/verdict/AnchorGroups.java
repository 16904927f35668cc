package io.coterie.method.verdict;

import io.coterie.math.Matrix;
import io.coterie.method.verdict.HalfSums.Half;
import java.util.Arrays;
import java.util.List;

/**
 * Groups of near anchors that have enough records in every half. The mean of the records nearest to
 * an anchor is not the anchor; sums over these groups tell by how much they differ there. Groups do
 * not overlap and are the same for every cut, so that of one coin nothing follows about fewer
 * records. Two coins divide a group twice: then the difference of the halves follows, too.
 *
 * <p>In plain Java, so that every site gets the same.
 *
 * @param ofAnchor the group of each anchor
 * @param most there is room for so many
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record AnchorGroups(int[] ofAnchor, int count, int most, int features) {
  static final int MOST = 128;

  /** Returns how many groups there are at most where so many records of all sites are taken. */
  static int most(int anchors, double taken, int smallestGroup) {
    return (int) Math.max(1, Math.min(Math.min(MOST, anchors), taken / 2 / smallestGroup));
  }

  /**
   * Joins the smallest group to the nearest one until all are large enough and no more than there
   * may be; there is none where all of a half is too small.
   */
  static AnchorGroups of(Matrix anchors, List<Half> halves, int smallestGroup, int most) {
    int count = anchors.rows();
    int d = anchors.columns();
    long[][] counts = new long[count][halves.size()];
    for (int h = 0; h < halves.size(); h++) {
      for (int p = 0; p < count; p++) {
        counts[p][h] = halves.get(h).counts()[p];
      }
    }
    double[][] places = new double[count][];
    Arrays.setAll(places, p -> anchors.row(p).clone());
    int[] members = new int[count];
    Arrays.fill(members, 1);
    int[] joined = new int[count];
    Arrays.setAll(joined, p -> p);
    int left = count;
    for (int small = smallest(counts, members, smallestGroup);
        small >= 0 || left > most;
        small = smallest(counts, members, smallestGroup)) {
      if (left == 1) {
        return new AnchorGroups(new int[count], 0, most, d);
      }
      small = small >= 0 ? small : smallest(counts, members, Long.MAX_VALUE);
      int near = nearest(places, members, small);
      for (int j = 0; j < d; j++) {
        double sum = members[small] * places[small][j] + members[near] * places[near][j];
        places[near][j] = sum / (members[small] + members[near]);
      }
      for (int h = 0; h < halves.size(); h++) {
        counts[near][h] += counts[small][h];
      }
      members[near] += members[small];
      members[small] = 0;
      joined[small] = near;
      left--;
    }
    int[] numbers = new int[count];
    int number = 0;
    for (int p = 0; p < count; p++) {
      numbers[p] = members[p] > 0 ? number++ : -1;
    }
    int[] ofAnchor = new int[count];
    for (int p = 0; p < count; p++) {
      int group = p;
      while (joined[group] != group) {
        group = joined[group];
      }
      ofAnchor[p] = numbers[group];
    }
    return new AnchorGroups(ofAnchor, number, most, d);
  }

  /** Returns the group with the fewest records of those with too few in a half, or −1. */
  private static int smallest(long[][] counts, int[] members, long fewest) {
    int smallest = -1;
    long least = Long.MAX_VALUE;
    for (int p = 0; p < counts.length; p++) {
      long all = 0;
      boolean isSmall = false;
      for (int h = 0; h < counts[p].length && members[p] > 0; h++) {
        all += counts[p][h];
        isSmall |= counts[p][h] < fewest;
      }
      if (isSmall && all < least) {
        smallest = p;
        least = all;
      }
    }
    return smallest;
  }

  private static int nearest(double[][] places, int[] members, int own) {
    int nearest = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int p = 0; p < places.length; p++) {
      if (p != own && members[p] > 0) {
        double squares = 0;
        for (int j = 0; j < places[p].length; j++) {
          double difference = places[p][j] - places[own][j];
          squares += difference * difference;
        }
        if (nearest < 0 || squares < least) {
          nearest = p;
          least = squares;
        }
      }
    }
    return nearest;
  }

  int size(int halves) {
    return halves * most * features;
  }

  void add(double[] record, int anchor, int half, long[] sums) {
    int at = (half * most + ofAnchor[anchor]) * features;
    for (int j = 0; j < features && count > 0; j++) {
      sums[at + j] += Math.round(HalfSums.UNIT * HalfSums.bounded(record[j]));
    }
  }

  /** Returns a half with its anchors moved by what the means of their groups differ from them. */
  Half moved(Half half, int number, long[] sums) {
    if (count == 0) {
      return half;
    }
    Matrix anchors = half.anchors();
    double[][] moves = new double[count][features];
    long[] records = new long[count];
    for (int g = 0; g < count; g++) {
      for (int j = 0; j < features; j++) {
        moves[g][j] = sums[(number * most + g) * features + j] / HalfSums.UNIT;
      }
    }
    for (int p = 0; p < ofAnchor.length; p++) {
      records[ofAnchor[p]] += half.counts()[p];
      for (int j = 0; j < features; j++) {
        moves[ofAnchor[p]][j] -= half.counts()[p] * anchors.at(p, j);
      }
    }
    return new Half(
        half.counts(),
        anchors.map((p, j, value) -> value + moves[ofAnchor[p]][j] / records[ofAnchor[p]]),
        half.sums(),
        half.products());
  }
}

package io.coterie.method.verdict;

import io.coterie.math.IntVector;
import io.coterie.message.internal.SealedCounts;
import io.coterie.method.verdict.FoldScores.Score;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The cuts of all folds. A fold is a half of a coin: its cuts are by this half, and the other one
 * is counted.
 *
 * @param numbers of clusters, one for each cut
 * @param cells by fold and scale, the cell of each anchor
 * @param clusters by fold and cut, the cluster of each anchor
 * @param pairs by fold and cut, which clusters' borders are looked at; none of a cut that is void
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record CutList(int[] numbers, int[][][] cells, int[][][] clusters, List<List<List<Pair>>> pairs) {
  /** Two clusters, the smaller first. */
  record Pair(int first, int second) implements Comparable<Pair> {
    static Pair of(int one, int other) {
      return new Pair(Math.min(one, other), Math.max(one, other));
    }

    boolean has(int cluster) {
      return first == cluster || second == cluster;
    }

    @Override
    public int compareTo(Pair other) {
      return first != other.first ? first - other.first : second - other.second;
    }
  }

  int folds() {
    return clusters.length;
  }

  /** Returns how many borders there are in all folds and cuts. */
  int borders() {
    return pairs.stream().flatMap(List::stream).mapToInt(List::size).sum();
  }

  /** Returns the pairs of a cut in any fold, in order. */
  List<Pair> named(int cut) {
    TreeSet<Pair> all = new TreeSet<>();
    pairs.forEach(fold -> all.addAll(fold.get(cut)));
    return List.copyOf(all);
  }

  /** Returns whether every cluster of a cut has a border that has a score. */
  boolean isScored(int cut, List<Score> byPair) {
    boolean[] isScored = new boolean[numbers[cut]];
    List<Pair> named = named(cut);
    for (int p = 0; p < named.size(); p++) {
      if (byPair.get(p) != null) {
        isScored[named.get(p).first()] = true;
        isScored[named.get(p).second()] = true;
      }
    }
    return IntStream.range(0, isScored.length).allMatch(c -> isScored[c]);
  }

  /** Returns the same with the borders of some cuts only. */
  CutList only(IntPredicate isAsked) {
    List<List<List<Pair>>> some = new ArrayList<>();
    for (List<List<Pair>> fold : pairs) {
      some.add(
          IntStream.range(0, numbers.length)
              .mapToObj(c -> isAsked.test(c) ? fold.get(c) : List.<Pair>of())
              .toList());
    }
    return new CutList(numbers, cells, clusters, some);
  }

  /** Returns the question, with the sealed totals of the one before. */
  VerdictQuestion.Cuts question(SealedCounts means) {
    List<Integer> listed = new ArrayList<>();
    for (List<List<Pair>> fold : pairs) {
      for (List<Pair> cut : fold) {
        listed.add(cut.size());
        cut.forEach(pair -> listed.addAll(List.of(pair.first(), pair.second())));
      }
    }
    return new VerdictQuestion.Cuts(
        means,
        IntVector.of(numbers),
        cells[0].length,
        flat(cells),
        flat(clusters),
        IntVector.of(listed.stream().mapToInt(i -> i).toArray()));
  }

  private static IntVector flat(int[][][] lists) {
    return IntVector.of(
        Arrays.stream(lists).flatMap(Arrays::stream).flatMapToInt(Arrays::stream).toArray());
  }

  /** Reads what a question says; IllegalArgumentException where it says nothing of this form. */
  static CutList of(VerdictQuestion.Cuts question, int folds, int anchors) {
    int[] numbers = question.numbers().toArray();
    require(numbers.length > 0 && Arrays.stream(numbers).allMatch(k -> k >= 2 && k <= anchors));
    // A cut that is listed twice has two roundings of the same scores.
    require(IntStream.range(1, numbers.length).allMatch(c -> numbers[c - 1] < numbers[c]));
    require(
        Arrays.stream(numbers)
            .allMatch(k -> Arrays.binarySearch(VerdictCoordinator.NUMBERS, k) >= 0));
    require(question.scales() >= 0 && question.scales() <= VerdictCoordinator.SCALES.length);
    int[][][] cells = lists(question.cells(), folds, question.scales(), anchors);
    int[][][] clusters = lists(question.clusters(), folds, numbers.length, anchors);
    List<List<List<Pair>>> pairs = new ArrayList<>();
    int at = 0;
    int[] listed = question.pairs().toArray();
    for (int f = 0; f < folds; f++) {
      List<List<Pair>> ofFold = new ArrayList<>();
      for (int c = 0; c < numbers.length; c++) {
        int k = numbers[c];
        require(Arrays.stream(clusters[f][c]).allMatch(cluster -> cluster < k));
        require(at < listed.length && listed[at] >= 0 && listed[at] <= VerdictSchedule.borders(k));
        int count = listed[at++];
        require(at + 2 * count <= listed.length);
        TreeSet<Pair> ofCut = new TreeSet<>();
        for (int p = 0; p < count; p++, at += 2) {
          require(listed[at] >= 0 && listed[at] < listed[at + 1] && listed[at + 1] < k);
          require(ofCut.add(new Pair(listed[at], listed[at + 1])));
        }
        ofFold.add(List.copyOf(ofCut));
      }
      pairs.add(ofFold);
    }
    require(at == listed.length);
    return new CutList(numbers, cells, clusters, pairs);
  }

  private static int[][][] lists(IntVector flat, int folds, int each, int anchors) {
    require(flat.size() == folds * each * anchors);
    int[] all = flat.toArray();
    require(Arrays.stream(all).allMatch(value -> value >= 0 && value < anchors));
    int[][][] lists = new int[folds][each][];
    for (int i = 0; i < folds * each; i++) {
      lists[i / each][i % each] = Arrays.copyOfRange(all, i * anchors, (i + 1) * anchors);
    }
    return lists;
  }

  private static void require(boolean isTrue) {
    if (!isTrue) {
      throw new IllegalArgumentException("The cuts do not fit the anchors.");
    }
  }
}

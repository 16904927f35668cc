package io.coterie.method.verdict;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.linear.Assignment;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.verdict.CutList.Pair;
import io.coterie.method.verdict.FoldScores.OfCut;
import io.coterie.method.verdict.FoldScores.Score;
import io.coterie.model.ClusterModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * A verdict with what it was made from.
 *
 * @param anchors one row each
 * @param mass of each
 * @param numbers of clusters of the cuts
 * @param cuts of all records' graph, the cluster of each anchor
 * @param isFound whether the clusters of a cut are found again on halves
 * @param list which borders have scores
 * @param scores of these
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FoundVerdict(
    Verdict verdict,
    Matrix anchors,
    Vector mass,
    int[] numbers,
    int[][] cuts,
    boolean[] isFound,
    CutList list,
    List<OfCut> scores) {
  private static final String NOT_DISTINCT = "not distinct";

  public static FoundVerdict none() {
    return new FoundVerdict(
        Verdict.of(List.of()),
        Matrix.zeros(0, 1),
        Vector.of(),
        new int[0],
        new int[0][],
        new boolean[0],
        new CutList(new int[0], new int[0][][], new int[0][][], List.of()),
        List.of());
  }

  /** Returns how many clusters are found: 1 for none; nothing where their number is open. */
  public OptionalInt clusters() {
    return numbers.length == 0 || verdict.isNumberOpen()
        ? OptionalInt.empty()
        : OptionalInt.of(verdict.clusters());
  }

  /**
   * Returns between which numbers of clusters the evidence is: from those that are clear, or that
   * the graph suggests, to the most that are found again and that nothing speaks against.
   *
   * @param suggested by the eigenvalues of the graph, which always suggest some
   */
  public String range(int suggested) {
    if (verdict.kind() == Verdict.Kind.NONE) {
      return "1";
    }
    int least = Math.min(verdict.clear() > 1 ? verdict.clear() : 2, suggested);
    int most = Math.max(verdict.open(), suggested);
    return least == most ? Integer.toString(most) : "%d to %d".formatted(least, most);
  }

  /** Reports the verdict, and which of the answer's clusters are not distinct. */
  public void report(CoordinatorContext context, ClusterModel answer) {
    if (numbers.length == 0) {
      context.report(Verdict.FINDING, "none is possible: there are too few records");
      return;
    }
    context.report(Verdict.FINDING, verdict.words());
    if (!verdict.evidence().isEmpty()) {
      context.report("evidence", verdict.evidence());
    }
    int cut = Arrays.binarySearch(numbers, answer.clusterCount());
    if (cut >= 0 && !isFound[cut]) {
      context.report(
          NOT_DISTINCT,
          "%d clusters are not found again on halves of the records".formatted(numbers[cut]));
    } else if (cut >= 0) {
      List<String> pairs = notDistinct(context, answer, cut);
      if (!pairs.isEmpty()) {
        context.report(NOT_DISTINCT, String.join("; ", pairs));
      }
    }
  }

  private List<String> notDistinct(CoordinatorContext context, ClusterModel answer, int cut) {
    int number = numbers[cut];
    Matrix common = Matrix.zeros(number, number);
    int[] answered = answer.label(anchors, context.parallel()).toArray();
    for (int p = 0; p < answered.length; p++) {
      common.set(cuts[cut][p], answered[p], common.at(cuts[cut][p], answered[p]) + mass.at(p));
    }
    Assignment match = Assignment.ofMinimumCost(common.map((i, j, value) -> -value));
    List<String> pairs = new ArrayList<>();
    List<Pair> named = list.named(cut);
    for (int p = 0; p < named.size(); p++) {
      Score score = scores.get(cut).byPair().get(p);
      if (score != null && score.score() < VerdictRule.DISTINCT) {
        Pair pair =
            Pair.of(match.columnOf(named.get(p).first()), match.columnOf(named.get(p).second()));
        pairs.add(
            "%d and %d (%s)"
                .formatted(
                    pair.first() + 1,
                    pair.second() + 1,
                    Verdict.words(score.score(), score.depth())));
      }
    }
    return pairs;
  }
}

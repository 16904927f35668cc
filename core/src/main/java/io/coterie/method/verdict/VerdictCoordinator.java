package io.coterie.method.verdict;

import io.coterie.fusion.internal.GraphCuts;
import io.coterie.fusion.internal.WeightedPoints;
import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.linear.Assignment;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.method.verdict.CutList.Pair;
import io.coterie.method.verdict.FoldScores.OfCut;
import io.coterie.method.verdict.FoldScores.Score;
import io.coterie.method.verdict.Verdict.Evidence;
import io.coterie.plan.StudyPlan;
import io.coterie.secure.HiddenRounding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * The coordinator of a verdict. It cuts the graph of each half of the records into several numbers
 * of clusters and learns from the sites how deep the valleys between these are in the other half.
 */
public record VerdictCoordinator(
    StudyPlan plan, CoordinatorContext context, Sites sites, Opened opened) {
  /** Numbers of clusters that are looked at. */
  static final int[] NUMBERS = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 23, 26, 30};

  /** Coins that are thrown for this many records at most. */
  private static final int FEW = 1500;

  private static final int MANY = 6000;

  /** Cells whose parts of clusters are pieces, finest first, of so many records at least. */
  static final int[] SCALES = {128, 32, 8};

  private static final int RECORDS_OF_CELL = 8;

  /** Half of the records show less, so that so many times more anchors are near a record. */
  private static final double NEIGHBORS = 1.4;

  /** Anchors of a half have so many records at least, on average. */
  private static final double RECORDS_OF_ANCHOR = 3;

  /** Cuts into at most so many clusters are looked at even if these are not found again. */
  private static final int LOOKED_AT = 3;

  /** Clusters that a cluster is linked to most, whose borders are looked at. */
  static final int BORDERS = 4;

  private static final double LINKED = 1e-9;

  private static final double LEAST_MASS = 1e-9;

  /** Returns what every site gave alike, without the count of the sites. */
  @FunctionalInterface
  public interface Opened {
    long[] of(WholeTotals given);
  }

  /** The graph of a half, or of both. */
  private record Graph(SparseGraph gram, WeightedPoints nodes) {
    double mass(int anchor) {
      return nodes.mass().at(anchor);
    }
  }

  /**
   * Returns the verdict on records that are near these anchors.
   *
   * @param all anchors: one set or more, the last perhaps not whole
   * @param each how many are in a set
   * @param neighbors how many anchors of a set are near a record
   */
  public FoundVerdict find(Matrix all, int each, double neighbors, double records) {
    Seed seed = context.seed().child("verdict");
    double used = Math.min(records, VerdictQuestion.MOST_RECORDS);
    int most = (int) Math.min(VerdictQuestion.MOST_ANCHORS, used / 2 / RECORDS_OF_ANCHOR);
    if (numbers(used / 2, Math.min(all.rows(), most)).length == 0) {
      return FoundVerdict.none();
    }
    Matrix anchors = thinned(all, each, most, seed.child("anchors"));
    int coins = used <= FEW ? VerdictQuestion.MOST_COINS : used <= MANY ? 2 : 1;
    int mostNear = Math.min(VerdictQuestion.MOST_NEIGHBORS, anchors.rows());
    int near = (int) Math.min(mostNear, Math.rint(NEIGHBORS * neighbors));
    int[] numbers = numbers(used / 2, anchors.rows());
    if (numbers.length == 0) {
      return FoundVerdict.none();
    }
    AnchorPairs pairs = AnchorPairs.of(anchors, context.parallel());
    VerdictQuestion.Halves halves =
        new VerdictQuestion.Halves(anchors, near, coins, share(records));
    int smallestGroup = plan.privacy().smallestGroup();
    double taken = halves.share() * records;
    HalfSums layout = HalfSums.of(anchors, pairs.size(), halves, taken, smallestGroup);
    int means =
        2 * coins * AnchorGroups.most(anchors.rows(), taken, smallestGroup) * anchors.columns();
    SealedCounts sums =
        sites.total(halves, Reply.sum(SealedCounts.zero(layout.size() + HiddenRounding.WORDS)));
    long[] counts = given(new VerdictQuestion.Graphs(sums), 2 * coins * pairs.size());
    List<Graph> graphs = new ArrayList<>();
    for (int h = 0; h < 2 * coins; h++) {
      int at = h * pairs.size();
      graphs.add(graph(anchors, pairs, i -> counts[at + i]));
    }
    Graph both = graph(anchors, pairs, i -> counts[i] + counts[pairs.size() + i]);
    int[][] named = cuts(both, numbers, seed.child("both"));
    CutList list = list(graphs, named, numbers, used / 2, seed);
    boolean[] isFound = new boolean[numbers.length];
    for (int c = 0; c < numbers.length; c++) {
      isFound[c] = isFound(graphs, list, named[c], c);
    }
    CutList asked = list.only(c -> isFound[c] || numbers[c] <= LOOKED_AT);
    List<OfCut> scores = scores(asked, means);
    List<Evidence> curve = new ArrayList<>();
    for (int c = 0; c < numbers.length; c++) {
      if (isFound[c] && list.isScored(c, scores.get(c).byPair())) {
        evidence(numbers[c], scores.get(c).byPair(), true).ifPresent(curve::add);
      }
      evidence(numbers[c], Arrays.asList(scores.get(c).weakest()), false).ifPresent(curve::add);
    }
    return new FoundVerdict(
        Verdict.of(curve), anchors, both.nodes().mass(), numbers, named, isFound, asked, scores);
  }

  /** Returns the share of records that are taken: all, or so that enough are left out. */
  private double share(double records) {
    if (records <= VerdictQuestion.MOST_RECORDS) {
      return 1;
    }
    int fewest = VerdictSite.fewestLeft(plan.privacy().smallestGroup());
    return Math.min(VerdictQuestion.MOST_RECORDS, records - fewest) / records;
  }

  private static Optional<Evidence> evidence(int number, List<Score> scores, boolean isNamed) {
    List<Score> known = scores.stream().filter(Objects::nonNull).toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    double score = known.stream().mapToDouble(Score::score).min().orElseThrow();
    double depth = known.stream().mapToDouble(Score::depth).max().orElseThrow();
    return Optional.of(new Evidence(number, score, depth, isNamed));
  }

  private List<OfCut> scores(CutList list, int meanCount) {
    if (list.borders() == 0) {
      return Collections.nCopies(list.numbers().length, new OfCut(List.of(), null));
    }
    SealedCounts means =
        sites.total(new VerdictQuestion.Means(), Reply.sum(SealedCounts.zero(meanCount)));
    SealedCounts radii =
        sites.total(
            list.question(means), Reply.sum(SealedCounts.zero(2 * list.borders() * Tubes.AXES)));
    SealedCounts profiles =
        sites.total(
            new VerdictQuestion.Tubes(radii),
            Reply.sum(SealedCounts.zero(2 * list.borders() * Tubes.COUNTS + HiddenRounding.WORDS)));
    return FoldScores.read(
        list, given(new VerdictQuestion.Scores(profiles), FoldScores.size(list)));
  }

  private long[] given(VerdictQuestion question, int size) {
    return opened.of(sites.total(question, WholeTotals.zero(1 + size, 0)));
  }

  /**
   * Returns so many anchors at most: whole sets, which lie evenly, or means of near ones.
   *
   * @param each how many are in a set
   */
  private Matrix thinned(Matrix anchors, int each, int most, Seed seed) {
    if (anchors.rows() <= most) {
      return anchors;
    } else if (each <= most) {
      return anchors.selectRows(IntStream.range(0, most / each * each).toArray());
    }
    return new KMeans(KMeans.Options.of(most).withRestarts(1))
        .fit(anchors, seed, context.parallel())
        .centers();
  }

  private static int[] numbers(double half, int anchors) {
    double most = Math.max(4, Math.min(30, 2 * Math.sqrt(half)));
    return Arrays.stream(NUMBERS).filter(k -> k <= most && 2 * k + 2 <= anchors).toArray();
  }

  private static Graph graph(Matrix anchors, AnchorPairs pairs, ToLongFunction<Integer> counts) {
    int count = anchors.rows();
    SparseGraphBuilder gram = SparseGraph.builder(count);
    double[] mass = new double[count];
    for (int p = 0; p < count; p++) {
      long own = counts.applyAsLong(p);
      mass[p] = own + LEAST_MASS;
      if (own > 0) {
        gram.add(p, p, (double) own);
      }
    }
    long[] listed = pairs.pairs();
    for (int k = 0; k < listed.length; k++) {
      long own = counts.applyAsLong(count + k);
      if (own > 0) {
        gram.add((int) (listed[k] / count), (int) (listed[k] % count), (double) own);
      }
    }
    return new Graph(gram.build(), new WeightedPoints(anchors, Vector.of(mass)));
  }

  private int[][] cuts(Graph graph, int[] numbers, Seed seed) {
    int plainFrom = plan.input().kind().isVectors() ? 21 : Integer.MAX_VALUE;
    return new GraphCuts(plainFrom, seed, context.parallel())
        .of(graph.gram(), graph.nodes(), numbers);
  }

  /** Cuts the graph of each half; clusters have the numbers of those of both halves. */
  private CutList list(List<Graph> graphs, int[][] named, int[] numbers, double half, Seed seed) {
    int folds = graphs.size();
    int[][][] cells = new int[folds][][];
    int[][][] clusters = new int[folds][][];
    List<List<List<Pair>>> pairs = new ArrayList<>();
    for (int f = 0; f < folds; f++) {
      Graph graph = graphs.get(f);
      Seed own = seed.child("fold").child(f);
      cells[f] = cells(graph, half, own);
      clusters[f] = cuts(graph, numbers, own);
      List<List<Pair>> ofFold = new ArrayList<>();
      for (int c = 0; c < numbers.length; c++) {
        clusters[f][c] = renamed(graph, clusters[f][c], named[c], numbers[c]);
        ofFold.add(borders(graph, clusters[f][c], numbers[c]));
      }
      pairs.add(ofFold);
    }
    return new CutList(numbers, cells, clusters, pairs);
  }

  private int[][] cells(Graph graph, double half, Seed seed) {
    return Arrays.stream(SCALES)
        .filter(m -> m <= half / RECORDS_OF_CELL && m < graph.gram().nodeCount())
        .mapToObj(
            m ->
                new KMeans(KMeans.Options.of(m).withRestarts(2))
                    .fit(
                        graph.nodes().points(),
                        graph.nodes().mass().toArray(),
                        seed.child("cells").child(m),
                        context.parallel())
                    .labels())
        .toArray(int[][]::new);
  }

  /** Returns the records that two cuts' clusters have in common, by the anchors of a graph. */
  private static Matrix common(Graph graph, int[] clusters, int[] others, int number) {
    Matrix common = Matrix.zeros(number, number);
    for (int p = 0; p < clusters.length; p++) {
      common.set(clusters[p], others[p], common.at(clusters[p], others[p]) + graph.mass(p));
    }
    return common;
  }

  private static int[] renamed(Graph graph, int[] clusters, int[] named, int number) {
    Matrix common = common(graph, clusters, named, number);
    Assignment match = Assignment.ofMinimumCost(common.map((i, j, value) -> -value));
    return Arrays.stream(clusters).map(match::columnOf).toArray();
  }

  /** Returns whether each cluster is found again on the halves: its mean Jaccard index. */
  private static boolean isFound(List<Graph> graphs, CutList list, int[] named, int cut) {
    int number = list.numbers()[cut];
    double[] again = new double[number];
    for (int f = 0; f < list.folds(); f++) {
      Matrix common = common(graphs.get(f), list.clusters()[f][cut], named, number);
      for (int c = 0; c < number; c++) {
        double either = -common.at(c, c);
        for (int other = 0; other < number; other++) {
          either += common.at(c, other) + common.at(other, c);
        }
        again[c] += either > 0 ? common.at(c, c) / either / list.folds() : 0;
      }
    }
    return Arrays.stream(again).min().orElse(0) >= VerdictRule.AGAIN;
  }

  /** Returns the borders of a cut; none where a cluster is too small. */
  private static List<Pair> borders(Graph graph, int[] clusters, int number) {
    double[] masses = new double[number];
    for (int p = 0; p < clusters.length; p++) {
      masses[clusters[p]] += graph.mass(p);
    }
    double all = Arrays.stream(masses).sum();
    if (Arrays.stream(masses).min().orElse(0) < VerdictRule.SMALL * all) {
      return List.of();
    }
    Matrix links = links(graph, clusters, number);
    double[][] near = distances(graph.nodes().points(), clusters, number);
    List<Pair> borders = new ArrayList<>();
    for (int c = 0; c < number; c++) {
      int own = c;
      IntStream.range(0, number)
          .filter(other -> other != own && links.at(own, other) > LINKED)
          .boxed()
          .sorted(
              Comparator.<Integer>comparingDouble(other -> -links.at(own, other))
                  .thenComparingInt(other -> other))
          .limit(BORDERS)
          .forEach(other -> borders.add(Pair.of(own, other)));
      IntStream.range(0, number)
          .filter(other -> other != own)
          .boxed()
          .min(Comparator.comparingDouble(other -> near[own][other]))
          .ifPresent(other -> borders.add(Pair.of(own, other)));
    }
    return borders.stream().distinct().sorted().toList();
  }

  private static Matrix links(Graph graph, int[] clusters, int number) {
    Matrix links = Matrix.zeros(number, number);
    for (int p = 0; p < clusters.length; p++) {
      int own = clusters[p];
      graph
          .gram()
          .forEachNeighbor(
              p, (q, weight) -> links.set(own, clusters[q], links.at(own, clusters[q]) + weight));
    }
    double[] roots = new double[number];
    for (int c = 0; c < number; c++) {
      for (int other = 0; other < number; other++) {
        roots[c] += links.at(c, other);
      }
      roots[c] = Math.sqrt(Math.max(roots[c], LINKED));
    }
    return links.map((c, other, weight) -> weight / roots[c] / roots[other]);
  }

  private static double[][] distances(Matrix anchors, int[] clusters, int number) {
    double[][] distances = new double[number][number];
    for (double[] row : distances) {
      Arrays.fill(row, Double.POSITIVE_INFINITY);
    }
    for (int p = 0; p < clusters.length; p++) {
      for (int q = 0; q < p; q++) {
        int one = clusters[p];
        int other = clusters[q];
        if (one != other) {
          double distance = anchors.squaredDistance(p, anchors, q);
          distances[one][other] = Math.min(distances[one][other], distance);
          distances[other][one] = distances[one][other];
        }
      }
    }
    return distances;
  }
}

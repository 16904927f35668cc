package io.coterie.method.anchor;

import io.coterie.math.Blas;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.eigen.EigenPairs;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.SumUnit;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Grows the tree of cells by totals over all sites. A cell is split at its mean, across the
 * direction in which its records spread most, as far as a sketch of their scatter shows it; cells
 * with the largest spread come first. No random number and no site's own number is used, so the
 * cells are the same however the records are dealt to sites.
 *
 * <p>Runs once.
 */
final class CellGrowth {
  /** Cells with less than this share of the largest spread wait for a later round. */
  private static final double LEAST_SHARE = 1.0 / 8;

  /** Sketches of the halves go along the two main directions of the cell and a further one. */
  private static final int MAIN = TreeQuestion.MOST_SKETCHES - 1;

  /** Below this share of the largest, an eigenvalue of a sketch is rounding. */
  private static final double RANK = 1e-9;

  private final Sites sites;
  private final int dimension;
  private final SumUnit unit;
  private final int smallestGroup;
  private final CellTree tree = new CellTree();
  private final List<Node> nodes = new ArrayList<>();
  private double[] scatter = {};
  private long siteCount;

  /**
   * A cell as the coordinator knows it.
   *
   * @param directions of its sketch
   * @param isOpen whether it may be split
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Node(int cell, CellTotals totals, double[][] directions, boolean isOpen) {
    Node closed() {
      return new Node(cell, totals, directions, false);
    }
  }

  CellGrowth(Sites sites, int dimension, SumUnit unit, int smallestGroup) {
    this.sites = sites;
    this.dimension = dimension;
    this.unit = unit;
    this.smallestGroup = smallestGroup;
  }

  /** Returns the totals over all records, with which the tree begins. */
  CellTotals root() {
    double[][] directions = new double[Math.min(TreeQuestion.MOST_SKETCHES, dimension)][];
    Arrays.setAll(directions, k -> signs(0, k));
    int first = CellTotals.size(dimension, directions.length);
    WholeTotals all =
        sites.total(
            new TreeQuestion.Root(Matrix.ofRows(directions), unit),
            WholeTotals.zero(1, first + dimension * (dimension + 1) / 2));
    long[] sums = all.sums().toArray();
    CellTotals totals = CellTotals.at(all.counts().at(0), 0, sums, dimension, directions.length);
    nodes.add(new Node(0, totals, directions, true));
    scatter = Arrays.stream(sums, first, sums.length).asDoubleStream().toArray();
    return totals;
  }

  /** Returns Σ x xᵀ over all records in squared units. */
  Matrix scatter() {
    Matrix full = Matrix.zeros(dimension, dimension);
    for (int j = 0, at = 0; j < dimension; j++) {
      for (int k = j; k < dimension; k++, at++) {
        full.set(j, k, scatter[at]);
        full.set(k, j, scatter[at]);
      }
    }
    return full;
  }

  /** Returns how many sites answered, once a cell was split; 0 before. */
  long siteCount() {
    return siteCount;
  }

  /** Splits cells until there are so many, or none can be split; returns the leaves in order. */
  List<CellTotals> grow(int most) {
    for (List<Node> next = next(most); !next.isEmpty(); next = next(most)) {
      round(next);
    }
    return nodes.stream()
        .filter(node -> tree.isLeaf(node.cell()))
        .sorted(Comparator.comparingInt(Node::cell))
        .map(Node::totals)
        .toList();
  }

  private List<Node> next(int most) {
    List<Node> open =
        nodes.stream()
            .filter(node -> node.isOpen() && node.totals().count() >= 2L * smallestGroup)
            .filter(node -> node.totals().spread() > 0)
            .sorted(
                Comparator.comparingDouble((Node node) -> -node.totals().spread())
                    .thenComparingInt(Node::cell))
            .limit(Math.max(0, most - tree.leafCount()))
            .toList();
    double least = open.isEmpty() ? 0 : LEAST_SHARE * open.get(0).totals().spread();
    return open.stream()
        .filter(node -> node.totals().spread() >= least)
        .sorted(Comparator.comparingInt(Node::cell))
        .toList();
  }

  private void round(List<Node> cells) {
    int planes = Math.min(TreeQuestion.MOST_PLANES, dimension);
    List<double[][]> tried = cells.stream().map(node -> main(node, planes)).toList();
    double[][] directions = tried.stream().flatMap(Arrays::stream).toArray(double[][]::new);
    double[] thresholds = new double[directions.length];
    for (int k = 0; k < directions.length; k++) {
      thresholds[k] = height(cells.get(k / planes).totals(), directions[k]);
    }
    TreeQuestion.Halves halves =
        new TreeQuestion.Halves(
            IntVector.of(cells.stream().mapToInt(Node::cell).toArray()),
            Matrix.ofRows(directions),
            Vector.of(thresholds),
            planes);
    SealedCounts counts =
        sites.total(halves, Reply.sum(SealedCounts.zero(CellSums.places(halves))));
    split(cells, halves, counts);
  }

  private void split(List<Node> cells, TreeQuestion.Halves halves, SealedCounts counts) {
    List<double[]> sketches = new ArrayList<>();
    cells.forEach(node -> sketches.addAll(Arrays.asList(directions(node))));
    int each = sketches.size() / cells.size();
    WholeTotals totals =
        sites.total(
            new TreeQuestion.Split(counts, Matrix.ofRows(sketches.toArray(double[][]::new))),
            WholeTotals.zero(
                1 + 2 * cells.size(), cells.size() * CellTotals.size(dimension, 2 * each)));
    siteCount = Math.max(1, totals.counts().at(0));
    for (int k = 0; k < cells.size(); k++) {
      Node node = cells.get(k);
      long chosen = totals.counts().at(1 + 2 * k) / siteCount;
      if (chosen == 0) {
        nodes.set(nodes.indexOf(node), node.closed());
      } else {
        int plane = k * halves.planes() + (int) chosen - 1;
        add(
            node,
            halves.directions().row(plane),
            halves.thresholds().at(plane),
            sketches.subList(k * each, (k + 1) * each).toArray(double[][]::new),
            CellTotals.at(
                totals.counts().at(2 + 2 * k), k, totals.sums().toArray(), dimension, 2 * each));
      }
    }
  }

  /** Takes the halves of a cell: the larger one is what the smaller one leaves of the cell. */
  private void add(
      Node node, double[] direction, double threshold, double[][] sketch, CellTotals told) {
    int upper = tree.split(node.cell(), direction, threshold);
    long above = told.count();
    long below = node.totals().count() - above;
    boolean isOfUpper = above <= below;
    CellTotals smaller = coarse().meant(Math.min(above, below), told);
    CellTotals larger = node.totals().without(smaller);
    int half = sketch.length * dimension;
    long[] first = Arrays.copyOf(told.products(), half);
    long[] second = Arrays.copyOfRange(told.products(), half, 2 * half);
    nodes.remove(node);
    nodes.add(new Node(upper, (isOfUpper ? smaller : larger).with(first), sketch, true));
    nodes.add(new Node(upper + 1, (isOfUpper ? larger : smaller).with(second), sketch, true));
  }

  private CoarseValues coarse() {
    return CoarseValues.of(unit, dimension, smallestGroup);
  }

  private double height(CellTotals totals, double[] direction) {
    double height = 0;
    for (int j = 0; j < dimension; j++) {
      height += unit.value(1) * totals.mean(j) * direction[j];
    }
    return height;
  }

  /** Returns the directions along which the halves of a cell are sketched. */
  private double[][] directions(Node node) {
    if (dimension <= TreeQuestion.MOST_SKETCHES) {
      return node.directions();
    }
    double[][] directions = Arrays.copyOf(main(node, MAIN), TreeQuestion.MOST_SKETCHES);
    directions[MAIN] = signs(node.cell() + 1, MAIN);
    return directions;
  }

  /**
   * Returns the main directions of a cell by its sketch Y = S Ω, with S its scatter: the left
   * singular vectors of Y (Ωᵀ Y)^-½, of which S is about the square.
   */
  private double[][] main(Node node, int count) {
    CellTotals totals = node.totals();
    int q = node.directions().length;
    Matrix sketch = Matrix.zeros(dimension, q);
    for (int k = 0; k < q; k++) {
      double along = 0;
      for (int j = 0; j < dimension; j++) {
        along += totals.sum()[j] * node.directions()[k][j];
      }
      for (int j = 0; j < dimension; j++) {
        double about = totals.sum()[j] * (along / totals.count());
        sketch.set(j, k, totals.products()[k * dimension + j] - about);
      }
    }
    Matrix omega = Matrix.ofRows(node.directions()); // q x d
    Matrix small = Blas.multiply(omega, sketch);
    Matrix symmetric = small.map((i, j, value) -> (value + small.at(j, i)) / 2);
    EigenPairs inner = Blas.symmetricEigen(symmetric).lastFirst(q);
    double largest = Math.max(inner.values()[0], Double.MIN_NORMAL);
    Matrix root =
        inner
            .vectors()
            .map(
                (i, j, value) ->
                    inner.values()[j] > RANK * largest ? value / Math.sqrt(inner.values()[j]) : 0);
    Matrix factor = Blas.multiply(sketch, root);
    EigenPairs outer = Blas.symmetricEigen(Blas.multiplyTransposed(factor, factor)).lastFirst(q);
    Matrix turned = Blas.multiply(factor, outer.vectors());
    double[][] main = new double[count][];
    for (int k = 0; k < count; k++) {
      main[k] = k < q ? unitColumn(turned, k) : signs(node.cell() + 1, k);
    }
    return main;
  }

  /**
   * Returns a column at length one, its largest entry positive; a fixed direction if it is none.
   */
  private double[] unitColumn(Matrix columns, int k) {
    double[] column = new double[dimension];
    double squares = 0;
    int largest = 0;
    for (int j = 0; j < dimension; j++) {
      column[j] = columns.at(j, k);
      squares += column[j] * column[j];
      largest = Math.abs(column[j]) > Math.abs(column[largest]) ? j : largest;
    }
    double scale = Math.signum(column[largest]) / Math.sqrt(squares);
    if (!(Math.abs(scale) > 0 && Double.isFinite(scale))) {
      return signs(k + 1, k);
    }
    for (int j = 0; j < dimension; j++) {
      column[j] *= scale;
    }
    return column;
  }

  /** Returns a direction that looks random and is the same everywhere; axes where they suffice. */
  private double[] signs(int cell, int number) {
    double[] direction = new double[dimension];
    if (dimension <= TreeQuestion.MOST_SKETCHES) {
      direction[number] = 1;
      return direction;
    }
    for (int j = 0; j < dimension; j++) {
      long mixed = 0x9E3779B97F4A7C15L * (31L * (31L * cell + number) + j + 1);
      mixed = (mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L;
      direction[j] = ((mixed >>> 40) & 1) == 0 ? 1 : -1;
    }
    double scale = 1 / Math.sqrt(dimension);
    for (int j = 0; j < dimension; j++) {
      direction[j] *= scale;
    }
    return direction;
  }
}

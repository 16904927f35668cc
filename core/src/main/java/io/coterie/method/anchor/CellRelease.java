package io.coterie.method.anchor;

import io.coterie.math.Matrix;
import io.coterie.message.Payload;
import io.coterie.message.internal.WholeTotals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The sums over cells that the coordinator read in a study at level totals, and the records that
 * each is over. The sums are those of the messages; which records are in a cell follows from the
 * questions by the code of the sites. For audits: it takes the records of all sites.
 *
 * @param parts one array for each exchange: by record, the number of the sum that it is in, or −1
 * @param exact the same for the sums of values as they are, not of coarse ones
 * @param means of the leaves, one row each
 * @param left what is left of the totals over all records once the records are taken off, in units
 * @param coarse the values with which records go into sums over cells
 * @param others how many sums are not those over the records of their cell
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CellRelease(
    List<int[]> parts,
    List<int[]> exact,
    Matrix means,
    long[] left,
    CoarseValues coarse,
    int others) {
  public CellRelease {
    parts = List.copyOf(parts);
    exact = List.copyOf(exact);
  }

  /**
   * A question and what the coordinator reads of the answers.
   *
   * @param question as the method asks it
   * @param total over the sites; of nothing where it is sealed
   */
  public record Exchange(Payload question, WholeTotals total) {}

  /** Reads the messages of a study over such records: those of all sites, as the tree has them. */
  public static CellRelease of(List<Exchange> exchanges, Matrix records, int smallestGroup) {
    Replay replay = new Replay(records, smallestGroup);
    Payload before = null;
    for (Exchange exchange : exchanges) {
      if (exchange.question() instanceof TreeQuestion.Root root) {
        replay.root(root, exchange.total());
      } else if (exchange.question() instanceof TreeQuestion.Split split) {
        replay.split((TreeQuestion.Halves) before, split, exchange.total());
      }
      before = exchange.question();
    }
    return replay.release();
  }

  /** Returns over how many records at least a sum of values as they are is, of so many in all. */
  public long fewestExact(int records) {
    return Math.min(records, coarse.fewest());
  }

  /** Returns what is left of the sum over all records once all others but this one are known. */
  public double[] withoutOthers(double[] record) {
    long[] units = new long[record.length];
    coarse.writeExact(record, 0, units);
    double[] stated = new double[record.length];
    Arrays.setAll(stated, j -> coarse.unit().value(units[j] + left[j]));
    return stated;
  }

  /** Grows the tree of a study once more. */
  private static final class Replay {
    private final Matrix records;
    private final CellTree tree = new CellTree();
    private final Map<Integer, CellTotals> leaves = new TreeMap<>();
    private final List<int[]> parts = new ArrayList<>();
    private final List<int[]> exact = new ArrayList<>();
    private final int smallestGroup;
    private CoarseValues coarse;
    private long[] left = {};
    private int others;

    Replay(Matrix records, int smallestGroup) {
      this.records = records;
      this.smallestGroup = smallestGroup;
    }

    void root(TreeQuestion.Root question, WholeTotals total) {
      int d = records.columns();
      double[][] sketches = CellSums.rows(question.sketches());
      coarse = CoarseValues.of(question.unit(), d, smallestGroup);
      leaves.put(
          0,
          CellTotals.at(
              total.counts().at(0), 0, total.sums().toArray(), d, question.sketches().rows()));
      parts.add(new int[records.rows()]);
      exact.add(new int[records.rows()]);
      WholeTotals truth = new CellSums(tree, coarse).all(records, sketches);
      others += truth.equals(total) ? 0 : 1;
      left = new long[total.sums().size()];
      Arrays.setAll(left, k -> total.sums().at(k) - truth.sums().at(k));
    }

    void split(TreeQuestion.Halves asked, TreeQuestion.Split question, WholeTotals total) {
      int cells = asked.cells().size();
      int each = question.sketches().rows() / cells;
      long sites = total.counts().at(0);
      double[][] sketches = CellSums.rows(question.sketches());
      CellSums.Cut[] cuts = new CellSums.Cut[cells];
      Map<Integer, Integer> places = new HashMap<>();
      for (int k = 0; k < cells; k++) {
        int plane = (int) (total.counts().at(1 + 2 * k) / sites);
        long above = total.counts().at(2 + 2 * k);
        cuts[k] =
            CellSums.Cut.of(
                asked,
                k,
                plane,
                Arrays.copyOfRange(sketches, k * each, (k + 1) * each),
                above,
                leaves.get(asked.cells().at(k)).count() - above,
                tree.isExact(asked.cells().at(k)));
        if (plane > 0) {
          places.put(cuts[k].cell(), k);
        }
      }
      int[] part = new int[records.rows()];
      double[] values = records.array();
      for (int i = 0; i < part.length; i++) {
        int at = i * records.columns();
        Integer k = places.get(tree.leaf(values, at));
        part[i] =
            k == null
                ? -1
                : 2 * k
                    + (CellTree.isAbove(values, at, cuts[k].direction(), cuts[k].threshold())
                        ? 0
                        : 1);
      }
      parts.add(part);
      exact.add(Arrays.stream(part).map(sum -> isExact(cuts, sum) ? sum : -1).toArray());
      others += differing(total, new CellSums(tree, coarse).halves(records, cuts, each), cuts);
      for (int k = 0; k < cells; k++) {
        if (cuts[k].plane() > 0) {
          add(cuts[k], total, k, 2 * each);
        }
      }
    }

    private boolean isExact(CellSums.Cut[] cuts, int sum) {
      return sum >= 0 && cuts[sum / 2].isExact(coarse, sum % 2 == 0);
    }

    /** Counts the cells of which the messages give other sums than their records have. */
    private int differing(WholeTotals total, WholeTotals truth, CellSums.Cut[] cuts) {
      int size = total.sums().size() / cuts.length;
      int found = 0;
      for (int k = 0; k < cuts.length; k++) {
        boolean isSame = total.counts().at(2 + 2 * k) == truth.counts().at(2 + 2 * k);
        for (int i = k * size; isSame && i < (k + 1) * size; i++) {
          isSame = total.sums().at(i) == truth.sums().at(i);
        }
        found += isSame ? 0 : 1;
      }
      return found;
    }

    private void add(CellSums.Cut cut, WholeTotals total, int place, int sketches) {
      int d = records.columns();
      CellTotals told =
          CellTotals.at(
              total.counts().at(2 + 2 * place), place, total.sums().toArray(), d, sketches);
      CellTotals smaller = coarse.meant(Math.min(cut.above(), cut.below()), told);
      CellTotals larger = leaves.remove(cut.cell()).without(smaller);
      int upper =
          tree.split(
              cut.cell(),
              cut.direction(),
              cut.threshold(),
              cut.isExact(coarse, true),
              cut.isExact(coarse, false));
      leaves.put(upper, cut.isOfUpper() ? smaller : larger);
      leaves.put(upper + 1, cut.isOfUpper() ? larger : smaller);
    }

    CellRelease release() {
      Matrix means = Matrix.zeros(leaves.size(), records.columns());
      int row = 0;
      for (CellTotals leaf : leaves.values()) {
        for (int j = 0; j < means.columns(); j++) {
          means.set(row, j, coarse.unit().value(1) * leaf.mean(j));
        }
        row++;
      }
      return new CellRelease(parts, exact, means, left, coarse, others);
    }
  }
}

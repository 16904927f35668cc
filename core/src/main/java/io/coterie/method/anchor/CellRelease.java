package io.coterie.method.anchor;

import io.coterie.math.Matrix;
import io.coterie.message.Payload;
import io.coterie.message.internal.SumUnit;
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
 * @param means of the leaves, one row each
 * @param all the sum over all records, in units
 * @param unit of the lattice
 * @param others how many sums are not those over the records of their cell
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CellRelease(List<int[]> parts, Matrix means, long[] all, SumUnit unit, int others) {
  public CellRelease {
    parts = List.copyOf(parts);
  }

  /**
   * A question and what the coordinator reads of the answers.
   *
   * @param question as the method asks it
   * @param total over the sites; of nothing where it is sealed
   */
  public record Exchange(Payload question, WholeTotals total) {}

  /** Reads the messages of a study over such records: those of all sites, as the tree has them. */
  public static CellRelease of(List<Exchange> exchanges, Matrix records) {
    Replay replay = new Replay(records);
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

  /** Grows the tree of a study once more. */
  private static final class Replay {
    private final Matrix records;
    private final CellTree tree = new CellTree();
    private final Map<Integer, CellTotals> leaves = new TreeMap<>();
    private final List<int[]> parts = new ArrayList<>();
    private SumUnit unit = SumUnit.NONE;
    private long[] all = {};
    private int others;

    Replay(Matrix records) {
      this.records = records;
    }

    void root(TreeQuestion.Root question, WholeTotals total) {
      int d = records.columns();
      double[][] sketches = CellSums.rows(question.sketches());
      unit = question.unit();
      leaves.put(
          0,
          CellTotals.at(
              total.counts().at(0), 0, total.sums().toArray(), d, question.sketches().rows()));
      all = leaves.get(0).sum();
      parts.add(new int[records.rows()]);
      WholeTotals truth = new CellSums(tree, unit).all(records, sketches);
      others += truth.equals(total) ? 0 : 1;
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
        cuts[k] =
            CellSums.Cut.of(
                asked, k, plane, Arrays.copyOfRange(sketches, k * each, (k + 1) * each));
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
      others += differing(total, new CellSums(tree, unit).halves(records, cuts, each), cuts);
      for (int k = 0; k < cells; k++) {
        if (cuts[k].plane() > 0) {
          add(cuts[k], total, k, 2 * each);
        }
      }
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
      CellTotals above =
          CellTotals.at(
              total.counts().at(2 + 2 * place), place, total.sums().toArray(), d, sketches);
      CellTotals whole = leaves.remove(cut.cell());
      long[] rest = whole.sum().clone();
      for (int j = 0; j < d; j++) {
        rest[j] -= above.sum()[j];
      }
      int upper = tree.split(cut.cell(), cut.direction(), cut.threshold());
      leaves.put(upper, above);
      leaves.put(
          upper + 1,
          new CellTotals(
              whole.count() - above.count(), rest, whole.squares() - above.squares(), new long[0]));
    }

    CellRelease release() {
      Matrix means = Matrix.zeros(leaves.size(), records.columns());
      int row = 0;
      for (CellTotals leaf : leaves.values()) {
        for (int j = 0; j < means.columns(); j++) {
          means.set(row, j, unit.value(1) * leaf.mean(j));
        }
        row++;
      }
      return new CellRelease(parts, means, all, unit, others);
    }
  }
}

package io.coterie.method.profile;

import io.coterie.model.ProfileAnswer;
import io.coterie.plan.PrivacyPlan;
import io.coterie.secure.HiddenRounding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * What of the totals is given. A count of fewer than K records is not; others are rounded to
 * multiples of K/2, with borders that the coordinator does not know.
 *
 * <p>What is in the cells of a column that are not given is given together. If that is fewer than K
 * records, the smallest cell that is given joins them, so that no subtraction leaves fewer than K.
 * Not so in open columns: there it would show that some level is rare, so 0 records and 1 look
 * alike.
 *
 * @param smallest K
 */
record ProfileRelease(ProfileLayout layout, long smallest) {
  /** The counts of a column as they are: missing values first, then its cells. */
  private static final class Cells {
    private final long[] counts;
    private final boolean[] isTold;

    Cells(long[] counts, long smallest) {
      this.counts = counts;
      this.isTold = new boolean[counts.length];
      for (int i = 0; i < counts.length; i++) {
        isTold[i] = counts[i] >= smallest;
      }
    }

    int size() {
      return counts.length;
    }

    long together() {
      long sum = 0;
      for (int i = 0; i < counts.length; i++) {
        sum += isTold[i] ? 0 : counts[i];
      }
      return sum;
    }

    /** Tells the smallest cell no more. */
    void hideOneMore() {
      int least = -1;
      for (int i = 0; i < counts.length; i++) {
        if (isTold[i] && (least < 0 || counts[i] < counts[least])) {
          least = i;
        }
      }
      if (least >= 0) {
        isTold[least] = false;
      }
    }
  }

  /**
   * Returns the words of the answer.
   *
   * @param totals of all records, with the digest behind them
   * @param levels on which the sites agreed, by column
   */
  long[] words(long[] totals, Map<Integer, SortedMap<String, Long>> levels) {
    List<Cells> columns = new ArrayList<>();
    for (int j = 0; j < layout.columns(); j++) {
      columns.add(layout.isOpen(j) ? open(totals, j, levels.get(j)) : closed(totals, j));
    }
    long[] rounded = rounded(totals, columns);
    long[] words = new long[layout.answerSize()];
    words[0] = 1 + rounded[0];
    int from = 1;
    int at = 1;
    for (int j = 0; j < columns.size(); j++) {
      Cells cells = columns.get(j);
      int known = layout.isOpen(j) ? 2 : cells.size();
      for (int i = 0; i < known; i++) {
        words[at++] = cells.isTold[i] ? 1 + rounded[from + i] : 0;
      }
      long together = rounded[from + cells.size()];
      boolean isTold = cells.together() == 0 || cells.together() >= smallest;
      words[at++] = isTold && !layout.isOpen(j) ? 1 + together : 0;
      if (layout.isOpen(j)) {
        int place = from + known;
        int slot = at;
        for (String level : levels.get(j).keySet()) {
          words[slot] = 1 + rounded[place++];
          ProfileAnswer.writeName(level, words, slot);
          slot += ProfileAnswer.levelWords();
        }
        at += ProfileAnswer.LEVELS * ProfileAnswer.levelWords();
      }
      from += cells.size() + 1;
    }
    return words;
  }

  /** Missing values, other levels, and the levels that were agreed on. */
  private Cells open(long[] totals, int column, SortedMap<String, Long> levels) {
    long[] counts = new long[2 + levels.size()];
    counts[0] = totals[layout.at(column)];
    long left = totals[0] - counts[0];
    int at = 2;
    for (long records : levels.values()) {
      counts[at++] = records;
      left -= records;
    }
    counts[1] = Math.max(0, left); // below 0 where a site was lost on the way
    return new Cells(counts, smallest);
  }

  private Cells closed(long[] totals, int column) {
    int at = layout.at(column);
    Cells cells =
        new Cells(Arrays.copyOfRange(totals, at, at + 1 + layout.cells(column)), smallest);
    if (cells.together() > 0 && cells.together() < smallest) {
      cells.hideOneMore();
    }
    return cells;
  }

  /** Returns the number of records, and of each column its counts and those not told together. */
  private long[] rounded(long[] totals, List<Cells> columns) {
    int size = 1 + columns.stream().mapToInt(cells -> cells.size() + 1).sum();
    long[] exact = new long[size];
    exact[0] = totals[0];
    int at = 1;
    for (Cells cells : columns) {
      System.arraycopy(cells.counts, 0, exact, at, cells.size());
      at += cells.size();
      exact[at++] = cells.together();
    }
    return HiddenRounding.rounded(
        HiddenRounding.withDigest(exact, layout.digest(totals)),
        PrivacyPlan.countMultiple((int) smallest));
  }
}

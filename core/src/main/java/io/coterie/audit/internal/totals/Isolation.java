package io.coterie.audit.internal.totals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What adding and subtracting sums over sets of records isolates. The sets may be any: nothing here
 * relies on a tree.
 *
 * <p>An <em>atom</em> is a group of records that the same sums are over. Every linear combination
 * of the sums gives the records of an atom one weight, so one that is not zero is over at least as
 * many records as the smallest atom has. That rules attacks out. What is found besides are
 * combinations that an attacker can use: sets that follow by subtracting, and where sets overlap,
 * the rows of the sums' reduced echelon form.
 *
 * @param smallestAtom how many records it has; 0 without records
 * @param inSmallAtoms how many records are in atoms of fewer than K
 * @param smallestSum the fewest records that a combination was found over; 0 where there is no sum
 * @param exact by record, whether a combination is over this record only
 * @param few by record, whether one was found over at most two records, one of them this
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Isolation(
    int smallestAtom, int inSmallAtoms, int smallestSum, boolean[] exact, boolean[] few) {
  /** So many atoms of overlapping sets are solved for; of more, only subtracting is tried. */
  private static final int MOST_UNKNOWNS = 2_000;

  /** A prime, modulo which equations of zeros and ones are solved without rounding. */
  private static final long PRIME = (1L << 31) - 1;

  /**
   * Finds out what sums isolate.
   *
   * @param records how many there are
   * @param sums one array for each exchange: by record, the number of the sum that it is in, or −1
   * @param fewest K
   */
  static Isolation of(int records, List<int[]> sums, int fewest) {
    int[] atoms = atoms(records, sums);
    int[] sizes = sizes(atoms);
    int small = Arrays.stream(atoms).filter(atom -> sizes[atom] < fewest).map(atom -> 1).sum();
    int smallest = Arrays.stream(sizes).min().orElse(0);
    return new Search(atoms, sizes).run(sets(sums), smallest, small);
  }

  /** Returns the atom of each record. */
  private static int[] atoms(int records, List<int[]> sums) {
    int[] atoms = new int[records];
    for (int[] part : sums) {
      Map<Long, Integer> numbers = new HashMap<>();
      for (int i = 0; i < records; i++) {
        long pattern = ((long) atoms[i] << Integer.SIZE) | (part[i] & 0xFFFFFFFFL);
        atoms[i] = numbers.computeIfAbsent(pattern, key -> numbers.size());
      }
    }
    return atoms;
  }

  private static int[] sizes(int[] groups) {
    int[] sizes = new int[Arrays.stream(groups).max().orElse(-1) + 1];
    for (int group : groups) {
      sizes[group]++;
    }
    return sizes;
  }

  /** Returns the records of each sum. */
  private static List<int[]> sets(List<int[]> sums) {
    List<int[]> sets = new ArrayList<>();
    for (int[] part : sums) {
      Map<Integer, List<Integer>> byNumber = new LinkedHashMap<>();
      for (int i = 0; i < part.length; i++) {
        if (part[i] >= 0) {
          byNumber.computeIfAbsent(part[i], key -> new ArrayList<>()).add(i);
        }
      }
      for (List<Integer> members : byNumber.values()) {
        sets.add(members.stream().mapToInt(Integer::intValue).toArray());
      }
    }
    return sets;
  }

  /** Divides the records into blocks of which the sum is known, as far as subtracting goes. */
  private static final class Search {
    private final int[] atoms;
    private final int[] atomSizes;
    private final int[] block;
    private final List<Integer> sizes = new ArrayList<>();
    private final List<Boolean> isKnown = new ArrayList<>();
    private final boolean[] exact;
    private final boolean[] few;
    private int smallestSum = Integer.MAX_VALUE;

    Search(int[] atoms, int[] atomSizes) {
      this.atoms = atoms;
      this.atomSizes = atomSizes;
      block = new int[atoms.length];
      sizes.add(atoms.length);
      isKnown.add(false);
      exact = new boolean[atoms.length];
      few = new boolean[atoms.length];
    }

    Isolation run(List<int[]> sets, int smallestAtom, int inSmallAtoms) {
      List<int[]> left = sets;
      for (int before = -1; before != left.size(); ) {
        before = left.size();
        left = left.stream().filter(set -> !take(set)).toList();
      }
      solve(left);
      for (int i = 0; i < block.length; i++) {
        if (isKnown.get(block[i])) {
          found(sizes.get(block[i]), i);
        }
      }
      return new Isolation(
          smallestAtom,
          inSmallAtoms,
          smallestSum == Integer.MAX_VALUE ? 0 : smallestSum,
          exact,
          few);
    }

    private void found(int size, int record) {
      smallestSum = Math.min(smallestSum, size);
      exact[record] |= size == 1;
      few[record] |= size <= 2;
    }

    /** Returns the blocks of which a part is left once the known ones in the set are taken off. */
    private Map<Integer, Integer> cut(int[] set) {
      Map<Integer, Integer> inside = new HashMap<>();
      for (int record : set) {
        inside.merge(block[record], 1, Integer::sum);
      }
      inside
          .entrySet()
          .removeIf(e -> isKnown.get(e.getKey()) && e.getValue().equals(sizes.get(e.getKey())));
      return inside;
    }

    /** Uses a set that cuts one block at most; returns false where it cuts several. */
    private boolean take(int[] set) {
      Map<Integer, Integer> cut = cut(set);
      if (cut.size() > 1) {
        return false;
      }
      cut.forEach(
          (whole, size) -> {
            int rest = sizes.get(whole) - size;
            if (rest == 0) {
              isKnown.set(whole, true);
              return;
            }
            int part = sizes.size();
            for (int record : set) {
              block[record] = block[record] == whole ? part : block[record];
            }
            sizes.set(whole, rest);
            sizes.add(size);
            isKnown.add(true);
          });
      return true;
    }

    /**
     * Solves the equations of the sets that overlap, with the atoms of what they cut as unknowns.
     */
    private void solve(List<int[]> sets) {
      boolean[] isCut = new boolean[sizes.size()];
      sets.forEach(set -> cut(set).keySet().forEach(b -> isCut[b] = true));
      int[] unknowns =
          IntStream.range(0, block.length)
              .filter(i -> isCut[block[i]])
              .map(i -> atoms[i])
              .distinct()
              .boxed()
              .sorted((a, b) -> Integer.compare(atomSizes[b], atomSizes[a]))
              .mapToInt(Integer::intValue)
              .toArray();
      if (unknowns.length == 0 || unknowns.length > MOST_UNKNOWNS) {
        return;
      }
      Map<Integer, Integer> columns = new HashMap<>();
      for (int k = 0; k < unknowns.length; k++) {
        columns.put(unknowns[k], k);
      }
      Map<Integer, long[]> known = new LinkedHashMap<>();
      for (int i = 0; i < block.length; i++) {
        if (isCut[block[i]] && isKnown.get(block[i])) {
          known.computeIfAbsent(block[i], b -> new long[unknowns.length])[columns.get(atoms[i])] =
              1;
        }
      }
      List<long[]> rows = new ArrayList<>(known.values());
      for (int[] set : sets) {
        long[] row = new long[unknowns.length];
        for (int record : set) {
          if (isCut[block[record]]) {
            row[columns.get(atoms[record])] = 1;
          }
        }
        rows.add(row);
      }
      reduce(rows, unknowns.length);
      rows.forEach(row -> take(row, unknowns));
    }

    private void take(long[] row, int[] unknowns) {
      int size = 0;
      List<Integer> involved = new ArrayList<>();
      for (int k = 0; k < row.length; k++) {
        if (row[k] != 0) {
          size += atomSizes[unknowns[k]];
          involved.add(unknowns[k]);
        }
      }
      if (size > 0) {
        smallestSum = Math.min(smallestSum, size);
      }
      if (size == 1 || size == 2) {
        for (int i = 0; i < atoms.length; i++) {
          if (involved.contains(atoms[i])) {
            found(size, i);
          }
        }
      }
    }

    /** The large atoms come first, so that what is left in the last rows is over few records. */
    private static void reduce(List<long[]> rows, int columns) {
      int next = 0;
      for (int column = 0; column < columns && next < rows.size(); column++) {
        int at = column;
        int from = next;
        int pivot =
            IntStream.range(from, rows.size())
                .filter(r -> rows.get(r)[at] != 0)
                .findFirst()
                .orElse(-1);
        if (pivot < 0) {
          continue;
        }
        long[] taken = rows.set(pivot, rows.get(next));
        rows.set(next, taken);
        long factor = inverse(taken[column]);
        for (int k = column; k < columns; k++) {
          taken[k] = taken[k] * factor % PRIME;
        }
        for (int r = 0; r < rows.size(); r++) {
          long[] row = rows.get(r);
          long times = row[column];
          for (int k = column; r != next && times != 0 && k < columns; k++) {
            row[k] = Math.floorMod(row[k] - times * taken[k], PRIME);
          }
        }
        next++;
      }
    }

    /** By Fermat, a^(p−2). */
    private static long inverse(long value) {
      long result = 1;
      long base = value;
      for (long exponent = PRIME - 2; exponent > 0; exponent >>= 1) {
        result = (exponent & 1) == 1 ? result * base % PRIME : result;
        base = base * base % PRIME;
      }
      return result;
    }
  }
}

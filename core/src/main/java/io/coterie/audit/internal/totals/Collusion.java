package io.coterie.audit.internal.totals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the sums isolate of the honest sites' records once some sites have given the coordinator
 * their own records and the secret of the seal: it takes these records off every sum.
 *
 * @param sites how many collude
 * @param honest how many records the others have
 * @param exact how many of these are stated exactly
 * @param coarse how many are stated at least by their coarse values
 * @param few how many are stated so, or a sum over them and one other
 * @param own how many of the audited site's are stated exactly or by their coarse values
 */
public record Collusion(int sites, int honest, int exact, int coarse, int few, int own) {
  /**
   * Tries none, one and more of the other sites, the last first, until one other is honest.
   *
   * @param siteOf the site of each record; the audited one is 0
   * @param sites how many there are
   * @param sums one array for each exchange: by record, the number of the sum that it is in, or −1
   * @param exact those that are no sums of coarse values
   */
  static List<Collusion> of(int[] siteOf, int sites, List<int[]> sums, List<int[]> exact) {
    List<Collusion> found = new ArrayList<>();
    for (int t = 0; t <= Math.max(0, sites - 2); t++) {
      int first = sites - t; // the first colluding site
      int[] honest = IntStream.range(0, siteOf.length).filter(i -> siteOf[i] < first).toArray();
      Isolation isolation = Isolation.of(honest.length, left(sums, honest), 1);
      Isolation stated = Isolation.of(honest.length, left(exact, honest), 1);
      found.add(
          new Collusion(
              t,
              honest.length,
              count(stated.exact(), siteOf, honest, sites),
              count(isolation.exact(), siteOf, honest, sites),
              count(isolation.few(), siteOf, honest, sites),
              count(isolation.exact(), siteOf, honest, 1)));
    }
    return found;
  }

  private static List<int[]> left(List<int[]> sums, int[] honest) {
    return sums.stream().map(part -> Arrays.stream(honest).map(i -> part[i]).toArray()).toList();
  }

  private static int count(boolean[] is, int[] siteOf, int[] honest, int sites) {
    return (int)
        IntStream.range(0, honest.length).filter(k -> is[k] && siteOf[honest[k]] < sites).count();
  }
}

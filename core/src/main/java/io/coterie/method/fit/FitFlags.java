package io.coterie.method.fit;

import io.coterie.math.LongVector;
import io.coterie.message.internal.WholeTotals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How many sites found something: all that the coordinator gets.
 *
 * @param sites that answered
 * @param checked that could compare their records
 * @param misfits whose records have a mistake with a name, or look as from another population
 * @param differing others with a column that differs
 * @param columns that do not fit, of all sites
 * @param ownClusters by cluster, how many sites hold it for the most part: none or one
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record FitFlags(
    long sites, long checked, long misfits, long differing, long columns, long[] ownClusters) {
  private static final int FIRST = 5;

  static int size(int clusters) {
    return FIRST + clusters;
  }

  static WholeTotals written(SiteFit fit, int clusters) {
    long[] flags = new long[size(clusters)];
    flags[0] = 1;
    flags[1] = fit.state() == SiteFit.State.CHECKED ? 1 : 0;
    flags[2] = fit.isMisfit() ? 1 : 0;
    flags[3] = !fit.isMisfit() && !fit.columns().isEmpty() ? 1 : 0;
    flags[4] = fit.columns().size();
    fit.ownClusters().forEach(cluster -> flags[FIRST + cluster] = 1);
    return new WholeTotals(LongVector.of(flags), LongVector.of());
  }

  static FitFlags read(WholeTotals totals) {
    long[] flags = totals.counts().toArray();
    long[] own = new long[flags.length - FIRST];
    System.arraycopy(flags, FIRST, own, 0, own.length);
    return new FitFlags(flags[0], flags[1], flags[2], flags[3], flags[4], own);
  }

  /** Returns what the coordinator finds, by name. */
  Map<String, String> words(int columnsOfTable) {
    Map<String, String> words = new LinkedHashMap<>();
    if (!isPossible(columnsOfTable)) {
      words.put(FitCoordinator.FINDING, "not known: the sites' answers do not fit together");
      return words;
    } else if (checked == 0) {
      words.put(FitCoordinator.FINDING, "not known: the sites have too few records to compare");
      return words;
    }
    List<String> parts = new ArrayList<>();
    if (misfits > 0) {
      parts.add(
          "%d of %d sites %s the others; %s been told which columns and why"
              .formatted(
                  misfits,
                  sites,
                  misfits == 1 ? FitCoordinator.DOES_NOT_FIT : FitCoordinator.DO_NOT_FIT,
                  misfits == 1 ? "its owner has" : "their owners have"));
    }
    if (differing > 0) {
      parts.add(
          "%d of %d sites %s in a column or more"
              .formatted(differing, sites, differing == 1 ? "differs" : "differ"));
    }
    if (parts.isEmpty()) {
      parts.add(
          checked == sites
              ? "all %d sites fit each other".formatted(sites)
              : "%d of %d sites fit; the others have too few records to compare"
                  .formatted(checked, sites));
    }
    words.put(FitCoordinator.FINDING, String.join("; ", parts));
    String own =
        IntStream.range(0, ownClusters.length)
            .filter(c -> ownClusters[c] > 0)
            .mapToObj(c -> Integer.toString(c + 1))
            .collect(Collectors.joining(", "));
    if (!own.isEmpty()) {
      words.put(
          FitCoordinator.ONE_SITE, "cluster %s: one site has more than 80 %% of it".formatted(own));
    }
    return words;
  }

  /** Returns whether honest sites can have said so. */
  boolean isPossible(int columnsOfTable) {
    boolean isPossible =
        checked >= 0
            && checked <= sites
            && misfits >= 0
            && differing >= 0
            && misfits + differing <= checked
            && columns >= misfits + differing
            && columns <= (misfits + differing) * columnsOfTable;
    for (long own : ownClusters) {
      isPossible &= own == 0 || own == 1;
    }
    return isPossible;
  }
}

package io.coterie.method.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * What a site found of its own records beside those of the others: for its owner.
 *
 * @param state whether it could be told
 * @param columns that do not fit
 * @param isOtherPopulation whether the records as a whole look as from another population
 * @param ownClusters clusters that are this site's for the most part
 * @param ownShare of the records, in pieces that are this site's for the most part
 */
public record SiteFit(
    State state,
    List<ColumnFit> columns,
    boolean isOtherPopulation,
    List<Integer> ownClusters,
    double ownShare) {
  /** What is wrong with a column of a site, as far as a repair shows it. */
  public enum Kind {
    /** Values times a factor, or with an offset, fit. */
    UNIT,
    /** Values of two columns fit the other one each. */
    SWAPPED,
    /** Levels fit if two of them are exchanged. */
    RECODED,
    /** Codes fit if all are moved by the same. */
    SHIFTED,
    /** No repair is known. */
    DIFFERS;

    /** Returns whether it is a mistake that has a name. */
    public boolean isNamed() {
      return this != DIFFERS;
    }
  }

  /**
   * A column of a site whose values do not fit those of the others.
   *
   * @param column by its place in a record
   * @param kind what the repair is
   * @param misfit how far the values are from the others', 1 at what chance explains
   * @param factor of the values over the others', where the unit is another
   * @param offset that is added after the factor, where one is °C and the other °F
   * @param other the column that it is exchanged with, the first of two levels, or by how much
   *     codes are moved
   * @param second of two levels that are exchanged
   */
  public record ColumnFit(
      int column, Kind kind, double misfit, double factor, double offset, int other, int second) {
    static ColumnFit of(int column, Kind kind, double misfit) {
      return new ColumnFit(column, kind, misfit, 1, 0, 0, 0);
    }

    ColumnFit as(Kind named, int one, int two) {
      return new ColumnFit(column, named, misfit, 1, 0, one, two);
    }

    ColumnFit ofUnit(double times, double plus) {
      return new ColumnFit(column, Kind.UNIT, misfit, times, plus, 0, 0);
    }

    /** Returns what is wrong, such as "creatinine: unit, factor 88.4". */
    public String words(IntFunction<String> names) {
      String name = names.apply(column);
      return switch (kind) {
        case UNIT -> name + ": " + unit();
        case SWAPPED -> "%s: looks exchanged with %s".formatted(name, names.apply(other));
        case RECODED ->
            "%s: levels %d and %d look exchanged".formatted(name, other + 1, second + 1);
        case SHIFTED -> "%s: codes look moved by %+d".formatted(name, other);
        case DIFFERS -> name + ": values differ from those of the other sites";
      };
    }

    private String unit() {
      if (offset != 0) {
        return "another unit, values look like %s in place of %s"
            .formatted(factor > 1 ? "°F" : "°C", factor > 1 ? "°C" : "°F");
      }
      String known = KnownUnits.words(factor);
      return "another unit, values look %s times as large as those of the other sites%s"
          .formatted(KnownUnits.threeDigits(factor), known.isEmpty() ? "" : " (" + known + ")");
    }
  }

  /** Whether a site could compare its records. */
  public enum State {
    CHECKED,
    TOO_FEW,
    NOT_POSSIBLE
  }

  /** A piece or a cluster is a site's own if it holds more than this share of its records. */
  static final double OWN = 0.8;

  /** A site holds a group by itself if it has this share of its records there. */
  static final double LEAST_SHARE = 0.1;

  private static final int LEAST_RECORDS = 15;
  private static final int LEAST_OTHERS = 2 * LEAST_RECORDS;
  private static final int LEAST_OF_PIECE = 5;

  public SiteFit {
    columns = List.copyOf(columns);
    ownClusters = List.copyOf(ownClusters);
  }

  private static SiteFit not(State state) {
    return new SiteFit(state, List.of(), false, List.of(), 0);
  }

  /**
   * Compares a site with the others.
   *
   * @param site its own counts
   * @param all counts over all sites
   * @param values of the site, or a sample of them, by column
   * @param recount counts the site again with a repair
   */
  static SiteFit of(PieceCounts site, PieceCounts all, double[][] values, Repairs.Recount recount) {
    PieceCounts others = all.without(site);
    if (!others.isPossible()) {
      return not(State.NOT_POSSIBLE);
    } else if (site.records() < LEAST_RECORDS || others.records() < LEAST_OTHERS) {
      return not(State.TOO_FEW);
    }
    Reweighting found = Reweighting.of(site, others);
    List<ColumnFit> flags = flags(site, others, found);
    int d = values.length;
    double ownShare = ownShare(site, all);
    if (flags.size() <= Math.max(2, d / 3.0)) {
      Repairs repairs = new Repairs(site, others, found, values, recount);
      flags = repairs.named(flags);
      if (flags.isEmpty() && ownShare > LEAST_SHARE) {
        flags = repairs.hidden().map(List::of).orElse(List.of());
      }
    }
    List<Integer> ownClusters =
        IntStream.range(0, site.layout().clusters())
            .filter(c -> isOwn(site.ofCluster(c), all.ofCluster(c)))
            .boxed()
            .toList();
    boolean isOther =
        flags.stream().noneMatch(flag -> flag.kind().isNamed())
            && (flags.size() > 1 || (flags.size() == 1 && ownShare > LEAST_SHARE));
    return new SiteFit(State.CHECKED, flags, isOther, ownClusters, ownShare);
  }

  private static double ownShare(PieceCounts site, PieceCounts all) {
    double share = 0;
    for (int p = 0; p < site.layout().pieces(); p++) {
      share += isOwn(site.ofPiece(p), all.ofPiece(p)) ? site.ofPiece(p) : 0;
    }
    return share / site.records();
  }

  private static boolean isOwn(long own, long all) {
    return own >= LEAST_OF_PIECE && own > OWN * all;
  }

  private static List<ColumnFit> flags(PieceCounts site, PieceCounts others, Reweighting found) {
    List<ColumnFit> flags = new ArrayList<>();
    for (int j = 0; j < found.misfits().length; j++) {
      double misfit = found.misfits()[j];
      if (misfit <= 1 && site.layout().columns().get(j).isLevels()) {
        LevelsInside inside = LevelsInside.of(site, others, j, own -> own);
        misfit = inside.isMisfit() ? 1 + inside.effect() : misfit;
      }
      if (misfit > 1) {
        flags.add(ColumnFit.of(j, Kind.DIFFERS, misfit));
      }
    }
    return flags;
  }

  /** Returns whether a mistake has a name, or the records are of another population. */
  public boolean isMisfit() {
    return isOtherPopulation || columns.stream().anyMatch(flag -> flag.kind().isNamed());
  }

  /** Returns whether the site holds a group by itself, and nothing explains it as a mistake. */
  public boolean holdsGroup() {
    return columns.isEmpty() && ownShare > LEAST_SHARE;
  }

  /** Returns what is to be known, in words; a line each. */
  public List<String> words(IntFunction<String> names) {
    List<String> words = new ArrayList<>();
    if (state == State.TOO_FEW) {
      words.add("too few records to compare them with those of the other sites");
    } else if (state == State.NOT_POSSIBLE) {
      words.add(
          "the totals over all sites cannot be those of honest sites, so nothing was compared");
    } else if (isOtherPopulation) {
      words.add(
          "the records look as from another population: %s %s from those of the other sites"
              .formatted(listed(names), columns.size() == 1 ? "differs" : "differ"));
    } else {
      columns.forEach(flag -> words.add(flag.words(names)));
    }
    for (int cluster : ownClusters) {
      words.add("cluster %d is for more than 80 %% of this site".formatted(cluster + 1));
    }
    if (holdsGroup() && ownClusters.isEmpty()) {
      words.add(
          "%.0f %% of the records lie where the other sites have hardly any"
              .formatted(100 * ownShare));
    }
    return words;
  }

  private String listed(IntFunction<String> names) {
    int shown = 6;
    String listed =
        String.join(
            ", ", columns.stream().limit(shown).map(flag -> names.apply(flag.column())).toList());
    int more = columns.size() - shown;
    return more > 0 ? "%s and %d more columns".formatted(listed, more) : listed;
  }
}

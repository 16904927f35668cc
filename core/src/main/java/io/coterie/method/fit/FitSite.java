package io.coterie.method.fit;

import io.coterie.CoterieException;
import io.coterie.features.Representation;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.message.Payload;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.SiteContext;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.site.Records;
import io.coterie.site.SiteData;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A site's part in finding out whether it fits. What it finds stays here for its owner; what leaves
 * is which of a few things it found, added up over all sites.
 *
 * <p>Not thread-safe.
 */
public final class FitSite {
  /** Which cell of the study a record is in, by its place among all cells. */
  @FunctionalInterface
  public interface CellOf extends Serializable {
    /** Returns the cell of the record that is at a place of an array. */
    int of(double[] points, int at);
  }

  /**
   * A site's table in its own units, beside the records that are made of it.
   *
   * @param data the records as they were read
   * @param way to the points that are clustered
   * @param input what the columns are
   */
  public record Table(SiteData data, Representation way, InputPlan input) {}

  private final SiteContext context;
  private final Table table;
  private final int smallestGroup;
  private final Records records;

  /** Columns of numbers, by their place in a record. */
  private final int[] numbers;

  private List<ValueGrid> grids;
  private FitQuestion.Pieces asked;
  private CellOf cellOf;
  private PieceLayout layout;
  private PieceCounts own;
  private SiteFit found;

  public FitSite(SiteContext context, Table table, int smallestGroup) {
    this.context = context;
    this.table = table;
    this.smallestGroup = smallestGroup;
    this.records = table.data().blocks();
    this.numbers = numberColumns(table.input());
  }

  static int[] numberColumns(InputPlan input) {
    return IntStream.range(0, input.dimension()).filter(j -> input.levels(j) == 0).toArray();
  }

  /** Returns a one, by which sites are counted, and the values of each column by range. */
  public SealedCounts ranges() {
    int[] columns = numbers;
    ValueGrid first = ValueGrid.first();
    long[] counts =
        records
            .sum(
                (block, inside) -> {
                  long[] ofBlock = new long[1 + columns.length * ValueGrid.RANGES];
                  forEachValue(
                      block,
                      columns,
                      (k, value) -> ofBlock[1 + k * ValueGrid.RANGES + first.of(value)]++);
                  return totals(ofBlock);
                },
                context.parallel())
            .counts()
            .toArray();
    counts[0] = 1;
    return SealedCounts.of(counts);
  }

  /** Returns the values of each column by part of the ranges that hold many; twice. */
  public SealedCounts values(FitQuestion.Values question) {
    long[] counts = counts(question.counts());
    if (grids == null) {
      require(
          counts.length == 1 + numbers.length * ValueGrid.RANGES,
          "was asked to divide other ranges than those that were counted");
      require(
          counts[0] >= FitQuestion.LEAST_SITES,
          "was asked for totals of all sites' values, of which there must be at least %d"
              .formatted(FitQuestion.LEAST_SITES));
      grids = new ArrayList<>();
      for (int k = 0; k < numbers.length; k++) {
        int from = 1 + k * ValueGrid.RANGES;
        grids.add(
            ValueGrid.first().with(Arrays.copyOfRange(counts, from, from + ValueGrid.RANGES)));
      }
    } else {
      grids = divided(counts);
    }
    int[] columns = numbers;
    List<double[]> starts = new ArrayList<>();
    List<ValueGrid> divided = List.copyOf(grids);
    divided.forEach(grid -> starts.add(grid.dividedStarts(smallestGroup)));
    int smallest = smallestGroup;
    List<int[]> parts = divided.stream().map(grid -> grid.parts(smallest)).toList();
    return SealedCounts.of(
        records
            .sum(
                (block, inside) -> {
                  long[] ofBlock = new long[columns.length * ValueGrid.MOST_PARTS];
                  forEachValue(
                      block,
                      columns,
                      (k, value) -> {
                        if (parts.get(k)[divided.get(k).of(value)] > 1) {
                          int part = Arrays.binarySearch(starts.get(k), value);
                          ofBlock[k * ValueGrid.MOST_PARTS + (part >= 0 ? part : -part - 2)]++;
                        }
                      });
                  return totals(ofBlock);
                },
                context.parallel())
            .counts()
            .toArray());
  }

  private List<ValueGrid> divided(long[] counts) {
    require(
        counts.length == numbers.length * ValueGrid.MOST_PARTS,
        "was asked for other values than those that were counted");
    List<ValueGrid> finer = new ArrayList<>();
    for (int k = 0; k < numbers.length; k++) {
      int from = k * ValueGrid.MOST_PARTS;
      long[] ofColumn = Arrays.copyOfRange(counts, from, from + ValueGrid.MOST_PARTS);
      finer.add(grids.get(k).divided(ofColumn, smallestGroup));
    }
    return finer;
  }

  /** Takes a value of a column of numbers. */
  private interface ValueSink {
    void take(int number, double value);
  }

  private static void forEachValue(Matrix block, int[] columns, ValueSink sink) {
    for (int i = 0; i < block.rows(); i++) {
      for (int k = 0; k < columns.length; k++) {
        double value = block.at(i, columns[k]);
        if (Double.isFinite(value)) {
          sink.take(k, value);
        }
      }
    }
  }

  private static WholeTotals totals(long[] counts) {
    return new WholeTotals(LongVector.of(counts), LongVector.of());
  }

  /**
   * Returns the counts by piece.
   *
   * @param cells the cell that a record is in
   * @param count how many cells there are, each with at least K records of all sites
   */
  public SealedCounts pieces(FitQuestion.Pieces question, CellOf cells, int count) {
    int[] piece = question.pieces().toArray();
    int[] cluster = question.clusters().toArray();
    require(piece.length == count, "was asked for pieces of other cells than the study's");
    require(isIn(piece, FitQuestion.MOST_PIECES), "was asked for too many pieces");
    require(isIn(cluster, count), "was asked for more clusters than cells");
    layout =
        new PieceLayout(
            1 + Arrays.stream(piece).max().orElse(0),
            1 + Arrays.stream(cluster).max().orElse(0),
            question.parts(),
            columns(counts(question.counts()), question.parts()));
    asked = question;
    cellOf = cells;
    own = counted(-1, new int[0]);
    return SealedCounts.of(own.counts());
  }

  /** Counts the records, with the levels of one column in another order. */
  private PieceCounts counted(int column, int[] order) {
    PieceLayout places = layout;
    Representation way = table.way();
    CellOf cells = cellOf;
    int[] piece = asked.pieces().toArray();
    int[] cluster = asked.clusters().toArray();
    WholeTotals counts =
        records.sum(
            (block, inside) -> {
              Matrix read =
                  column < 0
                      ? block
                      : block.map(
                          (i, j, value) ->
                              j == column && value >= 0 && value < order.length
                                  ? order[(int) value]
                                  : value);
              return places.counts(read, way.apply(read, inside), cells, piece, cluster);
            },
            context.parallel());
    return new PieceCounts(layout, counts.counts().toArray());
  }

  private static boolean isIn(int[] places, int count) {
    return places.length > 0 && Arrays.stream(places).allMatch(p -> p >= 0 && p < count);
  }

  private List<ColumnCells> columns(long[] counts, int most) {
    List<ValueGrid> found = divided(counts);
    List<ColumnCells> columns = new ArrayList<>();
    int number = 0;
    for (int j = 0; j < table.input().dimension(); j++) {
      int levels = table.input().levels(j);
      columns.add(
          levels > 0
              ? ColumnCells.ofLevels(levels)
              : found.get(number++).cells(most, smallestGroup));
    }
    return columns;
  }

  /** Compares the site with the others, and returns what the coordinator is to get of it. */
  public Payload flags(FitQuestion.Flags question) {
    long[] counts = context.opened(question.counts());
    require(counts.length == layout.size(), "was asked to compare other counts than its own");
    Matrix sample = records.sample(context.seed().child("fit"));
    double[][] values = new double[sample.columns()][sample.rows()];
    for (int j = 0; j < sample.columns(); j++) {
      for (int i = 0; i < sample.rows(); i++) {
        values[j][i] = sample.at(i, j);
      }
    }
    found = SiteFit.of(own, new PieceCounts(layout, counts), values, this::counted);
    return FitFlags.written(found, layout.clusters());
  }

  /** Returns what was found, once it is; for the owner. */
  public Optional<SiteFit> found() {
    return Optional.ofNullable(found);
  }

  /** Opens counts; a site that lies could make them negative. */
  private long[] counts(SealedCounts sealed) {
    long[] counts = context.opened(sealed);
    require(
        Arrays.stream(counts).allMatch(count -> count >= 0), "was given counts below zero to read");
    return counts;
  }

  private void require(boolean isTrue, String otherwise) {
    if (!isTrue) {
      throw CoterieException.notAgreed(
          "Site %s %s; it sends nothing more in this study. Ask the coordinator why."
              .formatted(context.data().site(), otherwise));
    }
  }
}

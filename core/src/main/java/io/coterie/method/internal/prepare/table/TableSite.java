package io.coterie.method.internal.prepare.table;

import io.coterie.CoterieException;
import io.coterie.features.FeatureLayout;
import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.math.LongVector;
import io.coterie.message.Payload;
import io.coterie.message.internal.Limbs;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.SiteContext;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.secure.HiddenRounding;
import io.coterie.site.Records;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A site's part in the representation of a table. It reads the totals of all sites, works out the
 * representation from them, and takes no other one from the coordinator.
 *
 * <p>Not thread-safe.
 */
public final class TableSite {
  /** Fewer different values than about this are not bent. */
  private static final double LEAST_DISTINCT = 16;

  private static final double MOST_SKEW = 1;
  private static final double MOST_KURTOSIS = 6;

  private final StudyPlan plan;
  private final SiteContext context;
  private final ColumnTotals layout;
  private final DependenceTotals dependence;
  private final int[] columns;

  /** What was answered under seal in the round before; null where nothing was. */
  private TableQuestion sealed;

  private long[] values = {};
  private TableScales scales;
  private GapTotals gaps;
  private int steps;
  private long[] digest;
  private TableSteps chosen;

  public TableSite(StudyPlan plan, SiteContext context) {
    this.plan = plan;
    this.context = context;
    this.layout = new ColumnTotals(plan.input());
    this.dependence = new DependenceTotals(plan.input());
    this.columns = TableScales.numberColumns(plan.input());
  }

  /** Returns whether a plan has its table represented so. */
  public static boolean isFor(StudyPlan plan) {
    Scaling scaling = plan.input().scaling();
    return plan.privacy().level() == PrivacyLevel.TOTALS
        && plan.input().kind().isTable()
        && (scaling == Scaling.AUTO || scaling == Scaling.ZSCORE);
  }

  /** Answers a question about the records as they were read. */
  public Payload answer(TableQuestion question, Records records) {
    TableQuestion before = sealed;
    sealed = null;
    if (question instanceof TableQuestion.Values && values.length == 0) {
      ColumnTotals totals = layout;
      return sealedWide(question, records.sum((b, inside) -> totals.of(b), context.parallel()));
    } else if (question instanceof TableQuestion.Shapes shapes
        && before instanceof TableQuestion.Values) {
      values = opened(shapes.counts());
      List<NumberScale> own = plainScales();
      int[] places = columns;
      return sealedWide(
          question, records.sum((b, inside) -> ShapeTotals.of(b, places, own), context.parallel()));
    } else if (question instanceof TableQuestion.Pairs pairs
        && before instanceof TableQuestion.Shapes
        && dependence.isAsked()) {
      scales = scales(Limbs.joined(context.openedSums(pairs.counts())));
      DependenceTotals totals = dependence;
      TableScales all = scales;
      return sealed(question, records.sum((b, inside) -> totals.of(b, all), context.parallel()));
    } else if (question instanceof TableQuestion.Columns asked
        && before instanceof TableQuestion.Pairs) {
      long[] counts = context.opened(asked.counts());
      boolean[] kept = dependence.kept(counts);
      scales = scales.keeping(kept).weighing(dependence.weights(counts, kept));
      chosen = TableSteps.of(scales);
      return given(scales.written());
    } else if (question instanceof TableQuestion.Columns asked
        && before instanceof TableQuestion.Shapes
        && !dependence.isAsked()) {
      scales = scales(Limbs.joined(context.openedSums(asked.counts())));
      chosen = TableSteps.of(scales);
      return given(scales.written());
    } else if (question instanceof TableQuestion.Gaps
        && scales != null
        && scales.hasGaps()
        && gaps == null) {
      gaps = GapTotals.start(scales.features());
      return gaps(question, records);
    } else if (question instanceof TableQuestion.FurtherGaps further
        && isOfGaps(before)
        && steps < GapTotals.STEPS) {
      gaps =
          GapTotals.moved(withoutDigest(context.openedSums(further.counts())), scales.features());
      return gaps(question, records);
    } else if (question instanceof TableQuestion.Expected expected && isOfGaps(before)) {
      long[] rounded = rounded(context.openedSums(expected.counts()));
      chosen = chosen.with(GapTotals.moved(rounded, scales.features()));
      return given(rounded);
    }
    throw refused("was asked for '%s', which is not due".formatted(question.kind()));
  }

  private static boolean isOfGaps(TableQuestion before) {
    return before instanceof TableQuestion.Gaps || before instanceof TableQuestion.FurtherGaps;
  }

  /** Refuses steps that are others than those that follow from the totals. */
  public void requireSteps(List<RecordMap> given) {
    if (chosen == null || !chosen.all().equals(given)) {
      throw refused("was given another representation than the one that the totals show");
    }
  }

  /** Returns what the features are, once they are chosen. */
  public FeatureLayout layout() {
    return chosen.layout();
  }

  private long[] opened(SealedCounts counts) {
    long[] totals = Limbs.joined(context.openedSums(counts));
    int smallest = plan.privacy().smallestGroup();
    if (totals.length != layout.size() || totals[0] < smallest) {
      throw refused(
          "was asked for sums over fewer than %d records of all sites".formatted(smallest));
    }
    return totals;
  }

  private List<NumberScale> plainScales() {
    List<NumberScale> plain = new ArrayList<>();
    for (int column : columns) {
      Numbers numbers = layout.numbers(values, column);
      if (numbers.count() < plan.privacy().smallestGroup()) {
        throw CoterieException.badData(
            ("Column %d has fewer than %d values at all sites together, the smallest group that a sum"
                    + " may be over; leave the column out.")
                .formatted(column + 1, plan.privacy().smallestGroup()));
      }
      plain.add(NumberScale.of(numbers));
    }
    return plain;
  }

  private TableScales scales(long[] shapes) {
    List<NumberScale> plain = plainScales();
    List<NumberScale> numbers = new ArrayList<>();
    boolean hasGaps = false;
    for (int k = 0; k < columns.length; k++) {
      Numbers column = layout.numbers(values, columns[k]);
      hasGaps |= column.count() < values[0];
      numbers.add(bent(plain.get(k), column, shapes, k));
    }
    List<LevelScale> levels = new ArrayList<>();
    for (int j = 0; j < plan.input().dimension(); j++) {
      if (plan.input().levels(j) > 0) {
        long[] records = new long[plan.input().levels(j)];
        for (int l = 0; l < records.length; l++) {
          records[l] = layout.records(values, j, l);
        }
        LevelScale scale = LevelScale.of(records, plan.privacy().smallestGroup());
        long kept = 0;
        for (int l = 0; l < records.length; l++) {
          kept += scale.places()[l] < 0 ? 0 : records[l];
        }
        hasGaps |= scale.features() > 0 && kept < values[0];
        levels.add(scale);
      }
    }
    return new TableScales(plan.input(), values[0], hasGaps, numbers, levels);
  }

  private NumberScale bent(NumberScale plain, Numbers column, long[] shapes, int place) {
    ShapeTotals.Shape shape = ShapeTotals.shape(shapes, place);
    boolean isBent =
        plan.input().scaling() == Scaling.AUTO
            && !plain.isConstant()
            && column.distinct() >= LEAST_DISTINCT
            && (Math.abs(shape.skew()) > MOST_SKEW || shape.kurtosis() > MOST_KURTOSIS);
    if (!isBent) {
      return plain;
    }
    int half = ShapeTotals.likeliest(shapes, place);
    return plain.bent(half, ShapeTotals.bent(shapes, place, half));
  }

  private SealedCounts gaps(TableQuestion question, Records records) {
    steps++;
    Representation way = new Representation(scales.steps());
    double[] deviations = TableSteps.deviations(scales);
    GapTotals now = gaps;
    if (digest == null) {
      digest =
          records
              .sum(
                  (block, inside) ->
                      new WholeTotals(LongVector.of(HiddenRounding.digest(block)), LongVector.of()),
                  context.parallel())
              .counts()
              .toArray();
    }
    WholeTotals totals =
        records.sum(
            (block, inside) -> now.of(way.apply(block, inside), deviations), context.parallel());
    sealed = question;
    return SealedCounts.of(HiddenRounding.withDigest(totals.counts().toArray(), digest));
  }

  private static long[] withoutDigest(long[] totals) {
    return Arrays.copyOf(totals, totals.length - HiddenRounding.WORDS);
  }

  /** Rounds all totals but the number of records, which is known. */
  private long[] rounded(long[] totals) {
    long[] rounded =
        HiddenRounding.rounded(totals, GapTotals.multiple(plan.privacy().smallestGroup()));
    rounded[0] = totals[0];
    return rounded;
  }

  private SealedCounts sealed(TableQuestion question, WholeTotals totals) {
    sealed = question;
    return SealedCounts.of(totals.counts().toArray());
  }

  /** Seals numbers that are larger than a seal permits. */
  private SealedCounts sealedWide(TableQuestion question, WholeTotals totals) {
    sealed = question;
    return SealedCounts.of(Limbs.split(totals.counts().toArray()));
  }

  /** Every site gives the same, after a one that counts the sites. */
  private static WholeTotals given(long[] numbers) {
    long[] counts = new long[numbers.length + 1];
    counts[0] = 1;
    System.arraycopy(numbers, 0, counts, 1, numbers.length);
    return new WholeTotals(LongVector.of(counts), LongVector.of());
  }

  private CoterieException refused(String what) {
    return CoterieException.notAgreed(
        "Site %s %s; it sends nothing more in this study. Ask the coordinator why."
            .formatted(context.data().site(), what));
  }
}

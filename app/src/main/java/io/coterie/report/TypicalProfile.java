package io.coterie.report;

import io.coterie.model.FittedModel;
import io.coterie.model.TypicalValues;
import io.coterie.model.TypicalValues.Entry;
import io.coterie.model.TypicalValues.Kind;
import io.coterie.report.GroupColumn.Measure;
import java.util.List;
import java.util.Optional;

/**
 * What is typical of each cluster by the mixture that the sites let out: means and shares of levels
 * as the coordinator has them, in the units of the records. A simulation shows the same.
 *
 * @param texts of the columns
 */
record TypicalProfile(TypicalValues values, List<ColumnText> texts) {
  private static final String SOURCE =
      "what is typical of each group by the mixture that was let out, with its noise: means,"
          + " medians where a column was bent or is a logarithm, and shares of levels";

  static Optional<TypicalProfile> of(FittedModel model, List<ColumnText> texts) {
    return TypicalValues.of(model).map(values -> new TypicalProfile(values, texts));
  }

  /** The weights are noisy; how many records there are is known at level totals. */
  GroupProfile groups(double allRecords, double fewest) {
    double[] weights = values.weights().toArray();
    double[] records = new double[weights.length];
    boolean[] shown = new boolean[weights.length];
    for (int c = 0; c < shown.length; c++) {
      records[c] = allRecords * weights[c];
      shown[c] = records[c] >= fewest;
    }
    return new GroupProfile(SOURCE, columns(), texts.size(), records, shown);
  }

  /** Of two levels the second says it all. */
  List<GroupColumn> columns() {
    return values.entries().stream()
        .filter(entry -> !isFirstOfTwo(entry))
        .map(this::column)
        .toList();
  }

  private GroupColumn column(Entry entry) {
    ColumnText text = texts.get(entry.column());
    TypicalValues.Within within = entry.within();
    return new GroupColumn(
        text,
        entry.column(),
        entry.levels(),
        name(entry, text),
        subject(entry, text),
        measure(entry, text),
        entry.values().toArray(),
        entry.overall(),
        entry.effects().toArray(),
        Optional.of(
            new GroupColumn.Spread(
                within.means().toArray(),
                within.deviations().toArray(),
                within.lows().toArray(),
                within.highs().toArray())),
        Optional.empty());
  }

  private boolean isFirstOfTwo(Entry entry) {
    List<Entry> own =
        values.entries().stream().filter(other -> other.column() == entry.column()).toList();
    return entry.kind() == Kind.SHARE && own.size() == 2 && own.get(0).equals(entry);
  }

  private static String name(Entry entry, ColumnText text) {
    return switch (entry.kind()) {
      case MEAN -> text.isLog() ? text.name() + " (median)" : text.name();
      case MEDIAN -> text.name() + " (median)";
      case SHARE -> text.name(entry.levels());
      case HIGHER_SHARE -> text.column().name() + ", higher of two values";
    };
  }

  private static String subject(Entry entry, ColumnText text) {
    return switch (entry.kind()) {
      case MEAN, MEDIAN -> text.subject();
      case SHARE -> "%s is %s".formatted(text.subject(), text.level(entry.levels()));
      case HIGHER_SHARE -> "%s is the higher of two values".formatted(text.subject());
    };
  }

  private static Measure measure(Entry entry, ColumnText text) {
    return switch (entry.kind()) {
      case MEAN -> text.isLog() ? Measure.MEDIAN : Measure.MEAN;
      case MEDIAN -> Measure.MEDIAN;
      case SHARE, HIGHER_SHARE -> Measure.SHARE;
    };
  }
}

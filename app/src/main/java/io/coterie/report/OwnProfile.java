package io.coterie.report;

import io.coterie.data.column.ColumnKind;
import io.coterie.math.Matrix;
import io.coterie.model.FittedModel;
import io.coterie.report.GroupColumn.Measure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What is typical of each group among a site's own records, exactly, in the columns and the
 * measures of the model where it has any, so that the two can be compared.
 *
 * @param own means, medians and shares of the site
 * @param all the same of the model, at the same places; a column that it does not know is empty
 * @param counts how many of the site's records of a group have a value, by column and group
 * @param sizes records of the site in each group
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record OwnProfile(
    List<GroupColumn> own, List<Optional<GroupColumn>> all, List<long[]> counts, long[] sizes) {
  private static final String SOURCE =
      "what is typical of each group among this site's own records, exactly";

  /** A sixth and five sixths: two of three records are between them. */
  private static final double LOW = 1.0 / 6;

  private static final double HIGH = 5.0 / 6;

  static OwnProfile of(Matrix records, int[] clusters, FittedModel model, List<ColumnText> texts) {
    int count = model.clusters().clusterCount();
    long[] sizes = new long[count];
    Arrays.stream(clusters).forEach(c -> sizes[c]++);
    OwnProfile profile =
        new OwnProfile(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), sizes);
    Optional<TypicalProfile> typical = TypicalProfile.of(model, texts);
    if (typical.isPresent()) {
      for (GroupColumn column : typical.get().columns()) {
        boolean isTwoNumbers = column.isShare() && column.levels().isEmpty();
        profile.add(
            isTwoNumbers ? plain(column.text(), column.column()) : column,
            isTwoNumbers ? Optional.empty() : Optional.of(column),
            records,
            clusters);
      }
      return profile;
    }
    for (int j = 0; j < texts.size(); j++) {
      for (GroupColumn column : plainColumns(texts.get(j), j)) {
        profile.add(column, Optional.empty(), records, clusters);
      }
    }
    return profile;
  }

  private static List<GroupColumn> plainColumns(ColumnText text, int column) {
    ColumnKind kind = text.column().kind();
    if (kind instanceof ColumnKind.OpenCategory) {
      return List.of();
    }
    List<GroupColumn> columns = new ArrayList<>();
    for (int l = kind.unorderedLevels() == 2 ? 1 : 0; l < kind.unorderedLevels(); l++) {
      List<Integer> level = List.of(l);
      columns.add(
          template(
              text,
              column,
              level,
              text.name(level),
              "%s is %s".formatted(text.subject(), text.level(level)),
              Measure.SHARE));
    }
    return columns.isEmpty() ? List.of(plain(text, column)) : columns;
  }

  private static GroupColumn plain(ColumnText text, int column) {
    Measure measure = text.isLog() ? Measure.MEDIAN : Measure.MEAN;
    String name = text.name() + (text.isLog() ? " (median)" : "");
    return template(text, column, List.of(), name, text.subject(), measure);
  }

  private static GroupColumn template(
      ColumnText text,
      int column,
      List<Integer> levels,
      String name,
      String subject,
      Measure measure) {
    return new GroupColumn(
        text,
        column,
        levels,
        name,
        subject,
        measure,
        new double[0],
        0,
        new double[0],
        Optional.empty(),
        Optional.empty());
  }

  private void add(GroupColumn like, Optional<GroupColumn> known, Matrix records, int[] clusters) {
    double[][] values = new double[sizes.length][];
    for (int c = 0; c < values.length; c++) {
      values[c] = values(like, records, clusters, c);
    }
    double[] everything = Arrays.stream(values).flatMapToDouble(Arrays::stream).toArray();
    if (everything.length == 0) {
      return; // no record here has a value
    }
    int k = values.length;
    double[] typical = new double[k];
    double[] fromAll = new double[k];
    double[] means = new double[k];
    double[] deviations = new double[k];
    double[] lows = new double[k];
    double[] highs = new double[k];
    double mean = mean(everything);
    double spread = deviation(everything, mean);
    for (int c = 0; c < k; c++) {
      means[c] = mean(values[c]);
      deviations[c] = deviation(values[c], means[c]);
      double[] sorted = values[c].clone();
      Arrays.sort(sorted);
      lows[c] = quantile(sorted, LOW);
      highs[c] = quantile(sorted, HIGH);
      typical[c] = like.measure() == Measure.MEDIAN ? quantile(sorted, 0.5) : means[c];
      fromAll[c] = spread > 0 && values[c].length > 0 ? (means[c] - mean) / spread : 0;
    }
    double[] sorted = everything.clone();
    Arrays.sort(sorted);
    own.add(
        new GroupColumn(
            like.text(),
            like.column(),
            like.levels(),
            like.name(),
            like.subject(),
            like.measure(),
            typical,
            like.measure() == Measure.MEDIAN ? quantile(sorted, 0.5) : mean,
            fromAll,
            Optional.of(new GroupColumn.Spread(means, deviations, lows, highs)),
            Optional.empty()));
    all.add(known);
    counts.add(Arrays.stream(values).mapToLong(of -> of.length).toArray());
  }

  /** Returns the values of a group that are not missing; of levels 1 where a record has it. */
  private static double[] values(GroupColumn like, Matrix records, int[] clusters, int group) {
    double[] values = new double[clusters.length];
    int size = 0;
    for (int i = 0; i < clusters.length; i++) {
      double value = records.at(i, like.column());
      if (clusters[i] == group && !Double.isNaN(value)) {
        values[size++] = like.isShare() ? (like.levels().contains((int) value) ? 1 : 0) : value;
      }
    }
    return Arrays.copyOf(values, size);
  }

  private static double mean(double[] values) {
    return values.length > 0 ? Arrays.stream(values).sum() / values.length : Double.NaN;
  }

  private static double deviation(double[] values, double mean) {
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    return values.length > 0 ? Math.sqrt(squares / values.length) : Double.NaN;
  }

  private static double quantile(double[] sorted, double share) {
    if (sorted.length == 0) {
      return Double.NaN;
    }
    double at = share * (sorted.length - 1);
    int below = (int) at;
    double rest = at - below;
    return rest > 0 ? sorted[below] * (1 - rest) + sorted[below + 1] * rest : sorted[below];
  }

  /** Returns how many of the site's records of a group have a value in a column. */
  long count(GroupColumn column, int group) {
    return counts.get(own.indexOf(column))[group];
  }

  GroupProfile groups(int columnCount) {
    boolean[] shown = new boolean[sizes.length];
    for (int c = 0; c < shown.length; c++) {
      shown[c] = sizes[c] > 0;
    }
    return new GroupProfile(
        SOURCE, own, columnCount, Arrays.stream(sizes).asDoubleStream().toArray(), shown);
  }

  /**
   * Returns how a group here is unlike the same group of all sites in one column: higher or lower
   * by at least half a deviation, and by more than three standard errors; else nothing.
   */
  String apart(int column, int group) {
    Optional<GroupColumn> known = all.get(column);
    long count = counts.get(column)[group];
    if (known.isEmpty() || count == 0) {
      return "";
    }
    double here = own.get(column).values()[group];
    double there = known.get().values()[group];
    GroupColumn.Spread spread = known.get().spread().orElseThrow();
    double deviation =
        known.get().isShare()
            ? Math.sqrt(Math.max(0.0475, there * (1 - there))) // a share of 5 %
            : (spread.highs()[group] - spread.lows()[group]) / 2;
    double far = deviation > 0 ? (here - there) / deviation : 0;
    boolean isApart =
        Math.abs(far) >= Effect.MEDIUM && Math.abs(far) * Math.sqrt((double) count) >= 3;
    return isApart ? (far > 0 ? "higher here" : "lower here") : "";
  }
}

package io.coterie.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import io.coterie.model.TypicalValues;
import io.coterie.model.TypicalValues.Entry;
import io.coterie.model.TypicalValues.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What is typical of each cluster by the mixture that the sites let out: means and shares of levels
 * as the coordinator has them, in the units of the records. A simulation shows the same.
 *
 * @param texts of the columns
 * @param shown which clusters have enough records
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record TypicalProfile(TypicalValues values, List<ColumnText> texts, boolean[] shown) {
  private static final String SOURCE =
      "what is typical of each cluster by the mixture that was let out, with its noise: means,"
          + " medians where a column was bent or is a logarithm, and shares of levels";

  static Optional<TypicalProfile> of(ReportData.Input input) {
    return TypicalValues.of(input.model())
        .map(
            values ->
                new TypicalProfile(
                    values, ColumnText.of(input.features(), input.specs()), shown(values, input)));
  }

  /** The weights are noisy; how many records there are is known at level totals. */
  private static boolean[] shown(TypicalValues values, ReportData.Input input) {
    double records = input.records();
    boolean[] shown = new boolean[values.weights().size()];
    for (int c = 0; c < shown.length; c++) {
      shown[c] = records * values.weights().at(c) >= input.fewest();
    }
    return shown;
  }

  ObjectNode json() {
    List<Entry> chosen =
        values.entries().stream()
            .filter(entry -> !isFirstOfTwo(entry))
            .sorted(Comparator.comparingDouble(entry -> -largest(entry)))
            .limit(ClusterMeans.MOST_FEATURES)
            .toList();
    ObjectNode node = Json.object().put("source", SOURCE).put("features_in_all", texts.size());
    ArrayNode names = node.putArray("features");
    ArrayNode kinds = node.putArray("kinds");
    ArrayNode all = node.putArray("overall");
    ArrayNode allTexts = node.putArray("overall_texts");
    for (Entry entry : chosen) {
      names.add(name(entry));
      kinds.add(kind(entry));
      all.add(GraphCells.significant(number(entry, entry.overall())));
      allTexts.add(text(entry, entry.overall()));
    }
    ArrayNode clusters = node.putArray("clusters");
    for (int c = 0; c < shown.length; c++) {
      ObjectNode one = clusters.addObject().put("shown", shown[c]);
      ArrayNode own = one.putArray("means");
      ArrayNode words = one.putArray("texts");
      ArrayNode effects = one.putArray("effects");
      for (Entry entry : chosen) {
        double value = shown[c] ? entry.values().at(c) : 0;
        own.add(shown[c] ? GraphCells.significant(number(entry, value)) : 0);
        words.add(shown[c] ? text(entry, value) : "");
        effects.add(shown[c] ? PlaceMap.rounded(entry.effects().at(c), 2) : 0);
      }
    }
    return node;
  }

  /** Of two levels the second says it all. */
  private boolean isFirstOfTwo(Entry entry) {
    List<Entry> own =
        values.entries().stream().filter(other -> other.column() == entry.column()).toList();
    return entry.kind() == Kind.SHARE && own.size() == 2 && own.get(0).equals(entry);
  }

  private double largest(Entry entry) {
    return IntStream.range(0, shown.length)
        .filter(c -> shown[c])
        .mapToDouble(c -> Math.abs(entry.effects().at(c)))
        .max()
        .orElse(0);
  }

  private String name(Entry entry) {
    ColumnText text = texts.get(entry.column());
    return switch (entry.kind()) {
      case MEAN -> text.isLog() ? text.name() + " (median)" : text.name();
      case MEDIAN -> text.name() + " (median)";
      case SHARE -> text.name(entry.levels());
      case HIGHER_SHARE -> text.column().name() + ", higher of two values";
    };
  }

  private String kind(Entry entry) {
    return switch (entry.kind()) {
      case MEAN -> texts.get(entry.column()).isLog() ? "median" : "mean";
      case MEDIAN -> "median";
      case SHARE, HIGHER_SHARE -> "share";
    };
  }

  private static boolean isShare(Entry entry) {
    return entry.kind() == Kind.SHARE || entry.kind() == Kind.HIGHER_SHARE;
  }

  private double number(Entry entry, double value) {
    return isShare(entry) ? value : texts.get(entry.column()).inUnits(value);
  }

  private String text(Entry entry, double value) {
    return isShare(entry) ? ColumnText.share(value) : texts.get(entry.column()).value(value);
  }
}

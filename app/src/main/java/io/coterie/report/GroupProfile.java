package io.coterie.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What is typical of each group, column by column, numbers and levels together.
 *
 * @param source where it comes from, in words
 * @param columns all that is known
 * @param columnCount how many columns the records have
 * @param records of each group, as far as they are known
 * @param shown which groups have enough records
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record GroupProfile(
    String source, List<GroupColumn> columns, int columnCount, double[] records, boolean[] shown) {
  /** More columns are a list, not a picture. */
  static final int MOST_COLUMNS = 24;

  GroupProfile {
    columns = List.copyOf(columns);
  }

  /** Returns the columns that set groups apart most, the strongest first. */
  List<GroupColumn> strongest() {
    return columns.stream()
        .sorted(Comparator.comparingDouble(column -> -largest(column)))
        .limit(MOST_COLUMNS)
        .toList();
  }

  private double largest(GroupColumn column) {
    return IntStream.range(0, shown.length)
        .filter(c -> shown[c])
        .mapToDouble(c -> Math.abs(column.strength(c, records)))
        .max()
        .orElse(0);
  }

  ObjectNode json() {
    List<GroupColumn> chosen = strongest();
    ObjectNode node = Json.object().put("source", source).put("features_in_all", columnCount);
    ArrayNode names = node.putArray("features");
    ArrayNode kinds = node.putArray("kinds");
    ArrayNode all = node.putArray("overall");
    ArrayNode allTexts = node.putArray("overall_texts");
    for (GroupColumn column : chosen) {
      names.add(column.name());
      kinds.add(column.measure().word());
      all.add(GraphCells.significant(column.allNumber()));
      allTexts.add(column.all());
    }
    ArrayNode clusters = node.putArray("clusters");
    for (int c = 0; c < shown.length; c++) {
      ObjectNode one = clusters.addObject().put("shown", shown[c]);
      ArrayNode own = one.putArray("means");
      ArrayNode words = one.putArray("texts");
      ArrayNode effects = one.putArray("effects");
      ArrayNode ranges = one.putArray("ranges");
      ArrayNode differences = one.putArray("differences");
      for (GroupColumn column : chosen) {
        boolean isKnown = shown[c] && !Double.isNaN(column.values()[c]);
        own.add(isKnown ? GraphCells.significant(column.ownNumber(c)) : 0);
        words.add(isKnown ? column.own(c) : "");
        effects.add(isKnown ? PlaceMap.rounded(column.fromAll()[c], 2) : 0);
        ranges.add(isKnown ? column.range(c).orElse("") : "");
        Optional<Effect> effect = isKnown ? column.effect(c, records) : Optional.empty();
        differences.add(effect.map(GroupProfile::json).orElseGet(Json::object));
      }
    }
    return node;
  }

  private static ObjectNode json(Effect effect) {
    return Json.object()
        .put("strength", PlaceMap.rounded(effect.strength(), 2))
        .put("difference", PlaceMap.rounded(effect.difference(), 3))
        .put("low", PlaceMap.rounded(effect.low(), 3))
        .put("high", PlaceMap.rounded(effect.high(), 3))
        .put("text", effect.text());
  }
}

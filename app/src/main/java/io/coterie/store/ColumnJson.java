package io.coterie.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.EnumText;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnKind.Date.Part;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.column.ColumnSpec.Absence;
import io.coterie.data.column.ColumnSpec.Range;
import io.coterie.json.FieldJson;
import io.coterie.json.Json;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** What a column holds, as JSON, so that new records are read as those of a model were. */
final class ColumnJson {
  private ColumnJson() {}

  static ObjectNode write(ColumnSpec spec) {
    ColumnKind kind = spec.kind();
    ObjectNode node = Json.object().put("name", spec.name()).put("kind", kind.word());
    if (kind instanceof ColumnKind.Numeric number && number.isLog()) {
      node.put("log", true);
    }
    if (!kind.levels().isEmpty()) {
      kind.levels().forEach(node.putArray("levels")::add);
    }
    if (kind instanceof ColumnKind.Date date) {
      node.put("part", EnumText.of(date.part()));
      date.reference().ifPresent(day -> node.put("at", day.toString()));
    }
    spec.unit().ifPresent(unit -> node.put("unit", unit));
    spec.range().ifPresent(range -> node.put("lower", range.lower()).put("upper", range.upper()));
    spec.decimals().ifPresent(decimals -> node.put("decimals", decimals));
    if (!spec.missing().isEmpty()) {
      spec.missing().forEach(node.putArray("missing")::add);
    }
    if (spec.absence() != Absence.UNKNOWN) {
      node.put("absence", EnumText.of(spec.absence()));
    }
    return node;
  }

  /** Reads a column; what does not fit is an {@link IllegalArgumentException}. */
  static ColumnSpec read(JsonNode node) {
    try {
      return new ColumnSpec(
          FieldJson.text(node, "name"),
          kind(node),
          text(node, "unit"),
          node.has("lower") || node.has("upper")
              ? Optional.of(new Range(number(node, "lower"), number(node, "upper")))
              : Optional.empty(),
          node.has("decimals")
              ? Optional.of(FieldJson.integer(node, "decimals"))
              : Optional.empty(),
          new LinkedHashSet<>(texts(node, "missing")),
          text(node, "absence").map(word -> choice(Absence.class, word)).orElse(Absence.UNKNOWN));
    } catch (CoterieException | DateTimeException e) {
      throw new IllegalArgumentException("a column is described wrongly", e);
    }
  }

  private static ColumnKind kind(JsonNode node) {
    String word = FieldJson.text(node, "kind");
    return switch (word) {
      case "number" -> new ColumnKind.Numeric(node.path("log").asBoolean());
      case "ordinal" -> new ColumnKind.Ordinal(texts(node, "levels"));
      case "category" -> new ColumnKind.Category(texts(node, "levels"));
      case "binary" -> new ColumnKind.Binary(texts(node, "levels"));
      case "date" ->
          new ColumnKind.Date(
              choice(Part.class, FieldJson.text(node, "part")),
              text(node, "at").map(LocalDate::parse));
      default -> throw new IllegalArgumentException("a column has a kind that is not known");
    };
  }

  private static <E extends Enum<E>> E choice(Class<E> type, String word) {
    return EnumText.parse(type, word)
        .orElseThrow(() -> new IllegalArgumentException("a column has a word that is not known"));
  }

  private static Optional<String> text(JsonNode node, String key) {
    return node.has(key) ? Optional.of(FieldJson.text(node, key)) : Optional.empty();
  }

  private static double number(JsonNode node, String key) {
    if (!node.path(key).isNumber()) {
      throw new IllegalArgumentException("a column has a limit that is no number");
    }
    return node.get(key).asDouble();
  }

  private static List<String> texts(JsonNode node, String key) {
    List<String> texts = new ArrayList<>();
    if (node.has(key)) {
      FieldJson.list(node, key).forEach(text -> texts.add(text.asText()));
    }
    return texts;
  }
}

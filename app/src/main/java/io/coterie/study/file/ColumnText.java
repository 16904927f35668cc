package io.coterie.study.file;

import io.coterie.CoterieException;
import io.coterie.EnumText;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnKind.Date.Part;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.column.ColumnSpec.Absence;
import io.coterie.study.SetAside;
import io.coterie.study.SetAside.Use;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A column of the schema as the keys and values of a study file. */
final class ColumnText {
  private static final List<String> KINDS =
      List.of("number", "ordinal", "category", "binary", "date");

  private static final List<String> ASIDE = List.of("id", "ignore");

  private ColumnText() {}

  /** Returns a column that is no feature, if it is of such a kind. */
  static Optional<SetAside> setAside(Section part) {
    Optional<Use> use =
        part.text("kind").filter(ASIDE::contains).flatMap(word -> EnumText.parse(Use.class, word));
    if (use.isEmpty()) {
      return Optional.empty();
    }
    for (String key : StudyKeys.COLUMN) {
      boolean isForeign = !List.of("name", "kind").contains(key);
      refuse(part, key, isForeign, part.text("kind").orElseThrow());
    }
    String name = part.required("name", "every column has one");
    try {
      return Optional.of(new SetAside(name, use.get()));
    } catch (CoterieException e) {
      throw part.wrong("name", "is not usable. " + e.getMessage().replaceFirst("\\.$", ""));
    }
  }

  static ColumnSpec read(Section part) {
    String name = part.required("name", "every column has one");
    try {
      ColumnSpec spec =
          new ColumnSpec(
              name,
              kind(part),
              part.text("unit").map(unit -> unit(part, unit)),
              range(part),
              part.whole("decimals", 0, 12).map(Math::toIntExact),
              codes(part).keySet(),
              part.choice("absence", Absence.class).orElse(Absence.UNKNOWN));
      if (spec.unit().isPresent() && !(spec.kind() instanceof ColumnKind.Numeric)) {
        throw part.wrong("unit", "is for numbers; leave it out");
      }
      return spec;
    } catch (CoterieException e) {
      if (e.getMessage().startsWith(part.origin())) {
        throw e;
      }
      throw part.wrong("name", "is not usable. " + e.getMessage().replaceFirst("\\.$", ""));
    }
  }

  private static Map<String, String> codes(Section part) {
    Map<String, String> codes = new LinkedHashMap<>();
    for (String code : part.texts("missing")) {
      if (code.length() > ColumnSpec.LONGEST_NAME || codes.put(code, code) != null) {
        throw part.wrong("missing", "names a code twice or has one that is too long");
      }
    }
    return codes;
  }

  private static String unit(Section part, String unit) {
    if (!unit.matches("[!-~]{1,40}")) {
      throw part.wrong("unit", "must be a UCUM code of at most 40 characters, as mg/dL");
    }
    return unit;
  }

  private static Optional<ColumnSpec.Range> range(Section part) {
    Optional<Double> lower = part.number("lower");
    Optional<Double> upper = part.number("upper");
    if (lower.isPresent() != upper.isPresent()) {
      throw part.wrong("name", "has one bound; state both lower and upper, or none");
    }
    if (lower.isPresent() && !(lower.get() < upper.get())) {
      throw part.wrong("upper", "must be above lower");
    }
    return lower.map(low -> new ColumnSpec.Range(low, upper.get()));
  }

  private static ColumnKind kind(Section part) {
    String word = part.text("kind").orElse("number");
    if (word.equals("text")) {
      throw part.wrong(
          "kind",
          "is text, which cannot be clustered; make columns of what matters in it, or say kind: ignore");
    }
    if (!KINDS.contains(word)) {
      throw part.wrong(
          "kind",
          "is '%s'; it must be one of %s, or id or ignore for a column that is no feature"
              .formatted(word, String.join(", ", KINDS)));
    }
    boolean isOfLevels = List.of("ordinal", "category", "binary").contains(word);
    refuse(part, "levels", !isOfLevels, word);
    refuse(part, "log", !word.equals("number"), word);
    refuse(part, "part", !word.equals("date"), word);
    refuse(part, "at", !word.equals("date"), word);
    return switch (word) {
      case "ordinal" -> new ColumnKind.Ordinal(levels(part));
      case "category" ->
          part.has("levels")
              ? new ColumnKind.Category(levels(part))
              : new ColumnKind.OpenCategory();
      case "binary" -> new ColumnKind.Binary(levels(part));
      case "date" ->
          new ColumnKind.Date(
              part.choice("part", Part.class).orElse(Part.DAYS),
              part.text("at").map(day -> day(part, day)));
      default -> new ColumnKind.Numeric(part.isTrue("log"));
    };
  }

  private static void refuse(Section part, String key, boolean isForeign, String kind) {
    if (isForeign && part.has(key)) {
      throw part.wrong(key, "is not for a column of kind %s; leave it out".formatted(kind));
    }
  }

  private static List<String> levels(Section part) {
    List<String> levels = part.texts("levels");
    if (levels.isEmpty()) {
      throw part.missing("levels", "name the levels of the column, as [low, high]");
    }
    return levels;
  }

  private static LocalDate day(Section part, String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeException e) {
      throw part.wrong("at", "must be a day, as 2020-12-31");
    }
  }

  /** Returns every key but the name, as text of a study file, defaults left out. */
  static Map<String, String> values(ColumnSpec column) {
    Map<String, String> values = new LinkedHashMap<>();
    ColumnKind kind = column.kind();
    if (!(kind instanceof ColumnKind.Numeric)) {
      values.put("kind", kind.word());
    }
    column.unit().ifPresent(unit -> values.put("unit", StudyText.quoted(unit)));
    column
        .range()
        .ifPresent(
            range -> {
              values.put("lower", StudyText.number(range.lower()));
              values.put("upper", StudyText.number(range.upper()));
            });
    column.decimals().ifPresent(decimals -> values.put("decimals", decimals.toString()));
    if (kind instanceof ColumnKind.Numeric number && number.isLog()) {
      values.put("log", "true");
    }
    if (!kind.levels().isEmpty()) {
      values.put("levels", list(kind.levels()));
    }
    if (kind instanceof ColumnKind.Date date) {
      values.put("part", EnumText.of(date.part()));
      date.reference().ifPresent(day -> values.put("at", StudyText.quoted(day.toString())));
    }
    if (!column.missing().isEmpty()) {
      values.put("missing", list(List.copyOf(column.missing())));
    }
    if (column.absence() != Absence.UNKNOWN) {
      values.put("absence", EnumText.of(column.absence()));
    }
    return values;
  }

  private static String list(List<String> texts) {
    return texts.stream().map(StudyText::quoted).collect(Collectors.joining(", ", "[", "]"));
  }

  /** Returns a column that is no feature in one line. */
  static String of(SetAside column) {
    return "{name: %s, kind: %s}"
        .formatted(StudyText.quoted(column.name()), EnumText.of(column.use()));
  }

  /** Returns a column in one line. */
  static String of(ColumnSpec column) {
    StringBuilder text = new StringBuilder("{name: ").append(StudyText.quoted(column.name()));
    values(column)
        .forEach((key, value) -> text.append(", ").append(key).append(": ").append(value));
    return text.append('}').toString();
  }
}

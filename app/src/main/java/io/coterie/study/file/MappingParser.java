package io.coterie.study.file;

import io.coterie.CoterieException;
import io.coterie.NearestName;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.mapping.ColumnMapping;
import io.coterie.data.mapping.ColumnMapping.Limit;
import io.coterie.data.mapping.ColumnMapping.NumberText;
import io.coterie.data.mapping.ColumnMapping.SiteUnit;
import io.coterie.data.mapping.Mapping;
import io.coterie.data.mapping.MappingRules;
import io.coterie.data.mapping.Substance;
import io.coterie.study.Study;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes a mapping of a site's mapping file, for one study. */
public final class MappingParser {
  /** Stands where a person must still say something. */
  public static final String OPEN = "?";

  static final List<String> TOP = List.of("study", "id", "missing", "columns");
  static final List<String> COLUMN =
      List.of(
          "from",
          "levels",
          "unit",
          "substance",
          "missing",
          "decimal",
          "below",
          "above",
          "date",
          "sql",
          "absent");

  private final Optional<String> study;
  private final List<ColumnSpec> specs;
  private final Section top;

  private MappingParser(Optional<String> study, List<ColumnSpec> specs, Section top) {
    this.study = study;
    this.specs = specs;
    this.top = top;
  }

  public static Mapping read(Path file, Study study) {
    return parse(YamlText.read(file), file.toString(), study);
  }

  /** Reads the text of a mapping; the origin is for messages. */
  public static Mapping parse(String text, String origin, Study study) {
    if (study.schema().columns().isEmpty()) {
      throw CoterieException.usage(
          "%s: study %s names no columns, so there is nothing to map."
              .formatted(origin, study.name()));
    }
    return parse(text, origin, Optional.of(study.name()), study.schema().columns());
  }

  /**
   * Reads a mapping to the columns of a model.
   *
   * @param study that the model is of, where it is known; a mapping for another is refused
   */
  public static Mapping read(Path file, Optional<String> study, List<ColumnSpec> columns) {
    return parse(YamlText.read(file), file.toString(), study, columns);
  }

  private static Mapping parse(
      String text, String origin, Optional<String> study, List<ColumnSpec> specs) {
    return new MappingParser(study, specs, Section.top(text, origin, TOP)).mapping();
  }

  private Mapping mapping() {
    Optional<String> stated = top.text("study");
    if (stated.isPresent()
        && study.isPresent()
        && !ofDraft(stated.get()).equals(ofDraft(study.get()))) {
      throw top.wrong(
          "study",
          "is '%s', but this study is '%s'; take the mapping that was made for it"
              .formatted(stated.get(), study.get()));
    }
    Section part = top.part("columns", specs.stream().map(ColumnSpec::name).toList());
    Map<String, ColumnMapping> columns = new LinkedHashMap<>();
    for (ColumnSpec spec : specs) {
      if (part.has(spec.name())) {
        columns.put(spec.name(), column(part.part(spec.name(), COLUMN), spec));
      }
    }
    return new Mapping(top.text("id"), codes(top), columns);
  }

  /** A study and the profile before it have the same columns, and so the same mapping. */
  private static String ofDraft(String name) {
    return name.endsWith(StudyParser.PROFILE)
        ? name.substring(0, name.length() - StudyParser.PROFILE.length())
        : name;
  }

  private static ColumnMapping column(Section part, ColumnSpec spec) {
    requireClosed(part);
    boolean isAbsent = part.isTrue("absent");
    Optional<String> sql = part.text("sql");
    if (isAbsent || sql.isPresent()) {
      String stated = isAbsent ? "absent" : "sql";
      for (String other : isAbsent ? COLUMN : List.of("from")) {
        if (!other.equals(stated) && part.has(other)) {
          throw part.wrong(
              other,
              isAbsent
                  ? "says how a column is made, but absent says that there is none; leave one out"
                  : "is a column, but sql says how it is made; leave one out");
        }
      }
    }
    sql.ifPresent(text -> check(part, "sql", () -> MappingRules.requireExpression(text)));
    ColumnKind kind = spec.kind();
    boolean isNumber = kind instanceof ColumnKind.Numeric;
    for (String key : List.of("unit", "substance", "decimal", "below", "above")) {
      refuse(part, key, !isNumber, kind);
    }
    refuse(part, "date", !(kind instanceof ColumnKind.Date), kind);
    return new ColumnMapping(
        part.text("from"),
        levels(part, kind),
        unit(part, spec),
        codes(part),
        numbers(part),
        part.text("date").map(pattern -> date(part, pattern)),
        sql,
        isAbsent);
  }

  private static void requireClosed(Section part) {
    for (String key : part.mapping().values().keySet()) {
      boolean isText = part.mapping().values().get(key) instanceof YamlText.YamlNode.Scalar;
      if (isText && part.text(key).orElseThrow().equals(OPEN)) {
        throw part.wrong(
            key, "is still open (?); fill it in, or say 'absent: true' where there is nothing");
      }
    }
  }

  private static void refuse(Section part, String key, boolean isForeign, ColumnKind kind) {
    if (isForeign && part.has(key)) {
      throw part.wrong(key, "is not for a column of kind %s; leave it out".formatted(kind.word()));
    }
  }

  /** Runs a check of a value and puts the place before what it complains of. */
  private static void check(Section part, String key, Runnable rule) {
    try {
      rule.run();
    } catch (CoterieException e) {
      String what = e.getMessage().replaceFirst("\\.$", "");
      throw part.wrong(
          key, what.matches("(is|has|must|uses|names) .*") ? what : "is not usable. " + what);
    }
  }

  private static Map<String, String> levels(Section part, ColumnKind kind) {
    Map<String, String> levels = part.table("levels");
    for (Map.Entry<String, String> entry : levels.entrySet()) {
      String level = entry.getValue();
      if (level.equals(OPEN)) {
        throw part.wrong(
            "levels", "has a text that is still open (?); say which level of the study it is");
      }
      if (!kind.levels().isEmpty() && !kind.levels().contains(level)) {
        Optional<String> nearest = NearestName.to(level, kind.levels());
        boolean hasOther = kind.levels().contains(ColumnKind.OTHER);
        if (hasOther && nearest.isEmpty()) {
          continue; // too rare to be agreed on: it counts as 'other', as it would without a mapping
        }
        throw part.wrong(
            "levels",
            "makes '%s' of a text, but the study's levels are %s%s%s"
                .formatted(
                    level,
                    String.join(", ", kind.levels()),
                    nearest.map(". Did you mean %s?"::formatted).orElse(""),
                    hasOther ? " A level that is too rare for the study is 'other'." : ""));
      }
    }
    return levels;
  }

  private static Optional<SiteUnit> unit(Section part, ColumnSpec spec) {
    Optional<Substance> substance = part.choice("substance", Substance.class);
    Optional<String> unit = part.text("unit");
    if (unit.isEmpty()) {
      if (substance.isPresent()) {
        throw part.wrong("substance", "belongs to a unit; state both, or none");
      }
      return Optional.empty();
    }
    SiteUnit stated = new SiteUnit(unit.get(), substance);
    check(part, "unit", () -> MappingRules.requireConvertible(stated, spec));
    return Optional.of(stated);
  }

  private static NumberText numbers(Section part) {
    Optional<Limit> below = part.choice("below", Limit.class);
    Optional<Limit> above = part.choice("above", Limit.class);
    if (above.equals(Optional.of(Limit.HALF))) {
      throw part.wrong("above", "is half; of a value above a limit it must be limit or missing");
    }
    Optional<Character> decimal = decimal(part);
    return new NumberText(decimal, below, above);
  }

  private static Optional<Character> decimal(Section part) {
    return part.text("decimal")
        .map(
            text -> {
              if (!text.matches("[.,]")) {
                throw part.wrong("decimal", "must be '.' or ',', in quotes");
              }
              return text.charAt(0);
            });
  }

  private static String date(Section part, String pattern) {
    check(part, "date", () -> MappingRules.requireDate(pattern));
    return pattern;
  }

  private static Set<String> codes(Section part) {
    List<String> codes = new ArrayList<>(part.texts("missing"));
    Set<String> once = new LinkedHashSet<>();
    for (String code : codes) {
      if (code.length() > ColumnSpec.LONGEST_NAME || !once.add(code)) {
        throw part.wrong("missing", "names a code twice or has one that is too long");
      }
    }
    return once;
  }
}

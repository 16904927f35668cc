package io.coterie.data.mapping;

import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.mapping.Finding.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds columns that are wrong as a whole: in another unit, with other codes, a code for missing
 * values among the numbers, or the name of a record. A single odd value is not its business.
 */
public final class Plausibility {
  private static final int FEWEST = 20;

  /** A text that so large a share of the records has is a level of the site, no slip of the pen. */
  private static final double SHARE_OF_LEVEL = 0.05;

  private static final Set<String> ID_WORDS =
      Set.of(
          "id",
          "nr",
          "no",
          "num",
          "number",
          "nummer",
          "key",
          "mrn",
          "pid",
          "uid",
          "index",
          "row",
          "rownum",
          "patientid",
          "patid",
          "caseid",
          "fallnummer",
          "patientennummer",
          "case",
          "record",
          "identifiant",
          "numero",
          "folio");

  private Plausibility() {}

  /** Returns what is wrong with the whole of a column, as far as one can see. */
  public static List<Finding> of(ColumnSpec spec, ColumnMapping mapping, CellCounts counts) {
    List<Finding> findings = new ArrayList<>();
    if (spec.kind() instanceof ColumnKind.Numeric && counts.values().count() > 0) {
      range(spec, mapping, counts).ifPresent(findings::add);
      code(spec, mapping, counts.values()).ifPresent(findings::add);
      id(spec, counts.values()).ifPresent(findings::add);
    } else if (!spec.kind().levels().isEmpty()) {
      coding(spec, counts).ifPresent(findings::add);
    }
    return findings;
  }

  private static Optional<Finding> range(
      ColumnSpec spec, ColumnMapping mapping, CellCounts counts) {
    if (spec.range().isEmpty() || counts.outside() == 0) {
      return Optional.empty();
    }
    double share = (double) counts.outside() / counts.values().count();
    Optional<UnitGuess> guess =
        mapping.unit().isPresent()
            ? Optional.empty()
            : UnitGuess.of(spec, counts.values().sorted(), 1 - share);
    if (guess.isPresent() && share > 0.2) {
      UnitGuess found = guess.get();
      return Optional.of(
          new Finding(
              spec.name(),
              Kind.UNIT,
              "Column '%s' looks as if it were in %s; the study wants %s (%s). %s"
                  .formatted(
                      spec.name(), found.site(), found.study(), found.words(), found.advice(spec)),
              ""));
    }
    if (share <= 0.5) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            spec.name(),
            Kind.RANGE,
            ("Most values of column '%s' are outside the range that the study calls plausible. Is it"
                    + " the right column, %s?")
                .formatted(
                    spec.name(),
                    mapping.unit().isPresent() ? "and the right unit" : "in the unit of the study"),
            ""));
  }

  private static Optional<Finding> code(ColumnSpec spec, ColumnMapping mapping, ValueWatch values) {
    Conversion conversion = ColumnCoder.conversion(spec, mapping);
    for (int c = 0; c < ValueWatch.CODES.length; c++) {
      double code = ValueWatch.CODES[c];
      double converted = conversion == null ? code : conversion.of(code);
      boolean isPlausible =
          spec.range()
              .map(range -> converted >= range.lower() && converted <= range.upper())
              .orElse(false);
      if (values.codes(c) >= 2 && !isPlausible && isApart(code, values.sorted())) {
        return Optional.of(
            new Finding(
                spec.name(),
                Kind.CODE,
                ("Column '%s' holds a number that looks like a code for a missing value. Name it"
                        + " under 'missing' of the column in a mapping.")
                    .formatted(spec.name()),
                "%.0f in %d records".formatted(code, values.codes(c))));
      }
    }
    return Optional.empty();
  }

  /** Returns whether a code is far from all other values, or the only one below 0. */
  private static boolean isApart(double code, double[] sorted) {
    double[] rest =
        Arrays.stream(sorted)
            .filter(value -> Arrays.stream(ValueWatch.CODES).noneMatch(c -> c == value))
            .toArray();
    if (rest.length < 2) {
      return false;
    }
    double least = rest[0];
    double largest = rest[rest.length - 1];
    double gap = (largest - least) / 2;
    boolean isFar = code < least - gap || code > largest + gap;
    return code < 0 ? least >= 0 || isFar : isFar;
  }

  private static Optional<Finding> id(ColumnSpec spec, ValueWatch values) {
    List<String> words = Words.parts(spec.name());
    boolean isNamed =
        ID_WORDS.contains(String.join("", words))
            || (!words.isEmpty() && words.get(words.size() - 1).equals("id"));
    boolean isId = values.counts() || (isNamed && values.isAllDifferent());
    if (values.count() < FEWEST || !isId) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            spec.name(),
            Kind.ID,
            ("Column '%s' looks like the number of a record: whole numbers, each of one record. Such"
                    + " a column is no feature; is it the right one?")
                .formatted(spec.name()),
            ""));
  }

  private static Optional<Finding> coding(ColumnSpec spec, CellCounts counts) {
    List<String> levels = spec.kind().levels();
    List<String> unseen = new ArrayList<>();
    for (int l = 0; l < levels.size(); l++) {
      boolean isOwn = !Set.of(ColumnKind.OTHER, ColumnSpec.ABSENT).contains(levels.get(l));
      if (isOwn && !counts.hasSeen(l)) {
        unseen.add(levels.get(l));
      }
    }
    long filled = counts.filled();
    boolean isFrequent =
        counts.oddTexts().values().stream().anyMatch(n -> n >= SHARE_OF_LEVEL * filled);
    boolean hasOther = levels.contains(ColumnKind.OTHER);
    Map<String, String> meant = LevelWords.propose(counts.oddTexts().keySet(), unseen);
    boolean isWrong =
        counts.isMostlyUnknown()
            || (isFrequent && !unseen.isEmpty() && (!hasOther || !meant.isEmpty()));
    if (counts.unknown() == 0 || !isWrong) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            spec.name(),
            Kind.CODING,
            ("Column '%s' has levels that the study does not know, and lacks some of the study's. Say"
                    + " under 'levels' of the column in a mapping which is which.")
                .formatted(spec.name()),
            "unknown here: %s; not found: %s"
                .formatted(
                    String.join(", ", counts.oddTexts().keySet()), String.join(", ", unseen))));
  }
}

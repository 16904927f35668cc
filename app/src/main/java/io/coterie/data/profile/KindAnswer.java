package io.coterie.data.profile;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.EnumText;
import io.coterie.NearestName;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnKind.Date.Part;
import io.coterie.data.column.ColumnProfile;
import io.coterie.data.column.ColumnSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a person says a column holds, as {@code stage=ordinal:I,II,III}.
 *
 * @param word number, log, ordinal, category, binary or date
 * @param more levels, or which part of a date counts
 */
public record KindAnswer(String column, String word, List<String> more) {
  private static final List<String> WORDS =
      List.of("number", "log", "ordinal", "category", "binary", "date");
  private static final Pattern ANSWER = Pattern.compile("(.+?)=([a-z]+)(?::(.*))?", Pattern.DOTALL);

  public KindAnswer {
    requireNonNull(column, "column is null");
    more = List.copyOf(more);
  }

  public static KindAnswer parse(String text) {
    Matcher parts = ANSWER.matcher(text);
    if (!parts.matches()) {
      throw CoterieException.usage(
          "--kind is '%s'; it must be COLUMN=KIND, as sex=category or stage=ordinal:I,II,III."
              .formatted(text));
    }
    String word = parts.group(2);
    if (!WORDS.contains(word)) {
      throw CoterieException.usage(
          "--kind says '%s' of column '%s'; it must be one of %s.%s"
              .formatted(
                  word, parts.group(1), String.join(", ", WORDS), NearestName.hint(word, WORDS)));
    }
    List<String> more =
        parts.group(3) == null
            ? List.of()
            : Arrays.stream(parts.group(3).split(",")).map(String::strip).toList();
    if (!more.isEmpty() && (word.equals("number") || word.equals("log"))) {
      throw CoterieException.usage(
          "--kind says '%s' of column '%s'; a number has nothing after its kind."
              .formatted(text, parts.group(1)));
    }
    return new KindAnswer(parts.group(1), word, more);
  }

  /**
   * Returns what the column holds; levels that nobody named are those that enough records have.
   *
   * @param missing codes for missing values
   */
  ColumnSpec spec(ColumnProfile profile, int smallestGroup, Set<String> missing) {
    ColumnSpec plain = ColumnSpec.of(column, kind(profile, smallestGroup));
    return new ColumnSpec(
        column,
        plain.kind(),
        plain.unit(),
        plain.range(),
        plain.decimals(),
        missing,
        plain.absence());
  }

  private ColumnKind kind(ColumnProfile profile, int smallestGroup) {
    return switch (word) {
      case "number" -> new ColumnKind.Numeric(false);
      case "log" -> new ColumnKind.Numeric(true);
      case "date" -> new ColumnKind.Date(part(), Optional.empty());
      case "ordinal" -> new ColumnKind.Ordinal(more.isEmpty() ? ordered(profile) : more);
      case "binary" ->
          new ColumnKind.Binary(more.isEmpty() ? drafted(profile, smallestGroup).levels() : more);
      default -> more.isEmpty() ? drafted(profile, smallestGroup) : new ColumnKind.Category(more);
    };
  }

  private Part part() {
    if (more.isEmpty()) {
      return Part.DAYS;
    }
    return EnumText.parse(Part.class, more.get(0))
        .filter(part -> part != Part.AGE && more.size() == 1)
        .orElseThrow(
            () ->
                CoterieException.usage(
                    ("--kind of column '%s' is a date; what counts of it must be days, year, month or"
                            + " weekday, as --kind COLUMN=date:year. An age needs a study file.")
                        .formatted(column)));
  }

  private List<String> ordered(ColumnProfile profile) {
    return profile
        .draft()
        .spec()
        .map(ColumnSpec::kind)
        .filter(ColumnKind.Ordinal.class::isInstance)
        .map(ColumnKind::levels)
        .orElseThrow(
            () ->
                CoterieException.usage(
                    "The levels of column '%s' do not say their order; name them, as %s."
                        .formatted(column, "--kind '" + column + "=ordinal:low,high'")));
  }

  private ColumnKind drafted(ColumnProfile profile, int smallestGroup) {
    Map<String, Long> counts = profile.levels();
    return LevelDraft.of(counts, smallestGroup)
        .unordered()
        .orElseThrow(
            () ->
                CoterieException.badData(
                    "Column '%s' has no two levels that %d records have. Set it aside with --ignore."
                        .formatted(column, smallestGroup)));
  }
}

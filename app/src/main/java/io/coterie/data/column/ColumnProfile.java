package io.coterie.data.column;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one column of a site's own table looks like. It holds values of records, so it never leaves
 * the site.
 *
 * @param name as the file has it
 * @param records how many there are
 * @param missing how many cells are empty or a usual word for missing
 * @param numbers how many cells are numbers
 * @param dates how many cells are dates
 * @param texts how many cells are anything else
 * @param distinct how many different texts there are, as far as they were counted
 * @param levels the most frequent texts and how often each occurs, the most frequent first
 * @param quantiles the smallest number, the quarters and the largest; empty without numbers
 * @param draft what the column seems to be
 */
public record ColumnProfile(
    String name,
    long records,
    long missing,
    long numbers,
    long dates,
    long texts,
    long distinct,
    Map<String, Long> levels,
    List<Double> quantiles,
    Draft draft) {
  /** What a column is for. */
  public enum Role {
    FEATURE,
    ID,
    TEXT,
    IGNORE
  }

  /**
   * A guess that a person can confirm.
   *
   * @param kind of a feature; empty where the column is none
   * @param why the guess is what it is, for the owner
   * @param isSure whether nothing speaks against it
   * @param questions what a person must look at, in full sentences
   */
  public record Draft(
      Role role, Optional<ColumnSpec> kind, String why, boolean isSure, List<String> questions) {
    public Draft {
      requireNonNull(role, "role is null");
      requireNonNull(kind, "kind is null");
      requireNonNull(why, "why is null");
      questions = List.copyOf(questions);
    }
  }

  public ColumnProfile {
    requireNonNull(name, "name is null");
    levels = Collections.unmodifiableMap(new LinkedHashMap<>(levels));
    quantiles = List.copyOf(quantiles);
    requireNonNull(draft, "draft is null");
  }

  /** Never shows a value. */
  @Override
  public String toString() {
    return "ColumnProfile[%s, %d records]".formatted(name, records);
  }
}

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
 * @param distinct how many different values there are, as far as they were counted
 * @param levels the most frequent texts and how often each occurs, the most frequent first
 * @param quantiles the smallest number, the quarters and the largest; empty without numbers
 * @param histogram how many numbers are in each of equal parts of their range; empty without
 *     numbers
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
    List<Long> histogram,
    Draft draft) {
  /** What a column is for. */
  public enum Role {
    FEATURE,
    ID,
    TEXT,
    /** A feature of a study where a mapping says how its cells are written, and of nothing else. */
    MAPPED,
    IGNORE
  }

  /**
   * A guess that a person can confirm.
   *
   * @param spec of a feature, also where it needs a mapping; empty where the column is none
   * @param why the guess is what it is, without any value of a record
   * @param isSure whether nothing speaks against it
   * @param findings what a person should look at
   */
  public record Draft(
      Role role, Optional<ColumnSpec> spec, String why, boolean isSure, List<Finding> findings) {
    public Draft {
      requireNonNull(role, "role is null");
      requireNonNull(spec, "spec is null");
      requireNonNull(why, "why is null");
      findings = List.copyOf(findings);
    }

    /** Returns what must be answered before anything is computed. */
    public List<Finding> questions() {
      return findings.stream().filter(Finding::isQuestion).toList();
    }
  }

  /**
   * Something about a column that a person should look at.
   *
   * @param isQuestion whether nothing is computed until it is answered
   * @param what it is, in a sentence without any value of a record
   * @param line of the first cell that it is about, counted from 1; 0 where it is about many
   * @param detail what is there, for the owner; it may show values
   * @param answers options of a command that settle it
   */
  public record Finding(
      boolean isQuestion, String what, long line, String detail, List<String> answers) {
    public Finding {
      requireNonNull(what, "what is null");
      requireNonNull(detail, "detail is null");
      answers = List.copyOf(answers);
    }

    public static Finding question(String what, String detail, String... answers) {
      return new Finding(true, what, 0, detail, List.of(answers));
    }

    public static Finding remark(String what, String detail, String... answers) {
      return new Finding(false, what, 0, detail, List.of(answers));
    }

    /** Returns the same, first found in a line of the source. */
    public Finding inLine(long first) {
      return new Finding(isQuestion, what, first, detail, answers);
    }

    /** Never shows a value. */
    @Override
    public String toString() {
      return what;
    }
  }

  public ColumnProfile {
    requireNonNull(name, "name is null");
    levels = Collections.unmodifiableMap(new LinkedHashMap<>(levels));
    quantiles = List.copyOf(quantiles);
    histogram = List.copyOf(histogram);
    requireNonNull(draft, "draft is null");
  }

  /** Never shows a value. */
  @Override
  public String toString() {
    return "ColumnProfile[%s, %d records]".formatted(name, records);
  }
}

package io.coterie.study;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.method.Methods;
import io.coterie.plan.DpTerms;
import io.coterie.plan.PrivacyLevel;
import io.coterie.study.file.Section;
import io.coterie.study.file.StudyText;
import io.coterie.study.file.YamlText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a site's owner lets a study do, with any coordinator. It stays at the site; a study that
 * breaks it is refused before any record is read into a message.
 *
 * @param methods allowed by name; empty for any
 * @param levels allowed
 * @param maxEpsilon the largest budget of level dp
 * @param maxDelta the largest chance of a larger loss, of level dp
 * @param minRecords the fewest records with which the site takes part
 * @param limits on what leaves, at any level
 */
public record SitePolicy(
    Set<String> methods,
    Set<PrivacyLevel> levels,
    Optional<Double> maxEpsilon,
    Optional<Double> maxDelta,
    long minRecords,
    ReleaseLimits limits) {
  public static final List<String> KEYS =
      List.of(
          "methods",
          "levels",
          "max-epsilon",
          "max-delta",
          "min-records",
          "min-group",
          "sums",
          "max-rounds",
          "max-bytes",
          "never-columns");

  /** Makes a policy without limits on what leaves. */
  public SitePolicy(
      Set<String> methods,
      Set<PrivacyLevel> levels,
      Optional<Double> maxEpsilon,
      Optional<Double> maxDelta,
      long minRecords) {
    this(methods, levels, maxEpsilon, maxDelta, minRecords, ReleaseLimits.none());
  }

  public SitePolicy {
    methods = Collections.unmodifiableSet(new TreeSet<>(methods));
    levels = Set.copyOf(levels);
    requireNonNull(maxEpsilon, "maxEpsilon is null");
    requireNonNull(maxDelta, "maxDelta is null");
    requireNonNull(limits, "limits is null");
    methods.forEach(Methods::named);
    if (levels.isEmpty()) {
      throw CoterieException.usage("levels is empty; a policy must allow at least one.");
    }
    maxEpsilon.ifPresent(limit -> requirePositive("max-epsilon", limit));
    maxDelta.ifPresent(limit -> requirePositive("max-delta", limit));
    if (minRecords < 1) {
      throw CoterieException.usage(
          "min-records is %d; it must be at least 1.".formatted(minRecords));
    }
  }

  private static void requirePositive(String key, double limit) {
    if (!(limit > 0 && limit < Double.POSITIVE_INFINITY)) {
      throw CoterieException.usage("%s is %s; it must be above 0.".formatted(key, limit));
    }
  }

  /** A policy file to begin with. */
  public static final String TEMPLATE =
      """
      # What this site lets a study do, with any coordinator. It stays at the site; a study that breaks
      # it is refused before anything leaves. A key that is left out has the value shown.

      # Methods that may run, as [anchor-graph, k-fed]; [] for any. 'coterie methods' lists them.
      methods: []

      # Privacy levels that may be used: totals, dp, component (which gives means of small groups away,
      # some of a single record), paper (from which records can be rebuilt).
      levels: [totals, dp]

      # The largest epsilon of a study of level dp. Default: no limit but that of the ledger.
      # max-epsilon: 1

      # The largest delta of a study of level dp. Default: no limit.
      # max-delta: 1e-6

      # The fewest records with which this site takes part.
      min-records: 1

      # The smallest K of level totals, and the smallest group of level component; a study with a
      # smaller min-group is refused. Level dp sends only noisy sums and is not held to it.
      min-group: 1

      # 'masked': sums leave under masks, or not at all. 'any': as the study says.
      sums: any

      # The most rounds that a study may ask this site. Default: as many as the study needs.
      # max-rounds: 100

      # The most bytes that leave this site in one study; it leaves the study before it would send
      # more. Default: no limit.
      # max-bytes: 20000000

      # Columns that are never used, whatever a study names, as [name, birth_date].
      never-columns: []
      """;

  /** Returns the policy of a site that has none: any method, totals and noisy sums only. */
  public static SitePolicy standard() {
    return new SitePolicy(
        Set.of(),
        EnumSet.of(PrivacyLevel.TOTALS, PrivacyLevel.DP),
        Optional.empty(),
        Optional.empty(),
        1);
  }

  public static SitePolicy read(Path file) {
    return parse(YamlText.read(file), file.toString());
  }

  /** Reads the text of a policy file; the origin is for messages. */
  public static SitePolicy parse(String yaml, String origin) {
    Section top = Section.top(yaml, origin, KEYS);
    try {
      List<PrivacyLevel> levels = top.choices("levels", PrivacyLevel.class);
      return new SitePolicy(
          new TreeSet<>(top.texts("methods")),
          top.has("levels") ? new TreeSet<>(levels) : standard().levels(),
          top.number("max-epsilon"),
          top.number("max-delta"),
          top.whole("min-records", 1, Long.MAX_VALUE).orElse(1L),
          ReleaseLimits.read(top));
    } catch (CoterieException e) {
      throw e.getMessage().startsWith(origin)
          ? e
          : new CoterieException(e.code(), "%s: %s".formatted(origin, e.getMessage()), e);
    }
  }

  /**
   * Refuses a study that breaks this policy, with every reason at once.
   *
   * @param columns of the site's records that the study would use
   */
  public void check(Study study, long records, Collection<String> columns) {
    List<String> reasons = reasons(study, records, columns);
    if (!reasons.isEmpty()) {
      throw CoterieException.usage(
          "This site's policy refuses study %s: %s. Ask for another study, or let the owner of the records change the policy."
              .formatted(study.name(), String.join("; ", reasons)));
    }
  }

  /** Returns why a study is refused, without an exact number of records; nothing if it is not. */
  public List<String> reasons(Study study, long records, Collection<String> columns) {
    List<String> reasons = new ArrayList<>();
    String method = study.plan().method();
    if (!methods.isEmpty() && !methods.contains(method)) {
      reasons.add(
          "method %s is not allowed, only %s".formatted(method, String.join(", ", methods)));
    }
    PrivacyLevel level = study.plan().privacy().level();
    if (!levels.contains(level)) {
      reasons.add("level %s is not allowed, only %s".formatted(level.word(), words(levels)));
    }
    study.terms().ifPresent(terms -> addBudget(reasons, terms));
    if (records < minRecords) {
      reasons.add("the site has fewer than %d records, its min-records".formatted(minRecords));
    }
    reasons.addAll(limits.reasons(study, columns));
    return reasons;
  }

  private void addBudget(List<String> reasons, DpTerms terms) {
    double epsilon = terms.budget().epsilon();
    double delta = terms.budget().delta();
    maxEpsilon
        .filter(limit -> epsilon > limit)
        .ifPresent(limit -> reasons.add(above("epsilon", epsilon, limit)));
    maxDelta
        .filter(limit -> delta > limit)
        .ifPresent(limit -> reasons.add(above("delta", delta, limit)));
  }

  private static String above(String what, double value, double limit) {
    return "%s %s is above the largest allowed, %s"
        .formatted(what, StudyText.number(value), StudyText.number(limit));
  }

  private static String words(Set<PrivacyLevel> levels) {
    return levels.stream().sorted().map(PrivacyLevel::word).collect(Collectors.joining(", "));
  }
}

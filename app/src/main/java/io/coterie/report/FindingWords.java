package io.coterie.report;

import io.coterie.method.CoordinatorContext.Findings;
import io.coterie.method.verdict.Verdict;
import io.coterie.terminal.Table;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a coordinator found out on the way, for a terminal. Terms of a method are left out unless
 * they are asked for; of the others, the line says what they mean.
 */
public final class FindingWords {
  public static final String NOT_TESTED =
      "not tested: these need not be real groups; 'coterie suggest' tests it";

  /** For those who know the method. */
  private static final Set<String> TERMS =
      Set.of(
          "representation",
          "eigengaps",
          "eigengap",
          "anchors",
          "neighbors",
          "components",
          "refinement",
          "axes",
          "cells",
          "prototypes",
          "fuzzifier",
          "site graphs",
          "learned graph",
          "subspace graph",
          "self-expression",
          "local clusters",
          "site centers");

  /** Shown by themselves, above. */
  private static final Set<String> APART = Set.of("clusters", Verdict.FINDING);

  private static final String EVIDENCE = "evidence";
  private static final String DISTINCT = "not distinct";

  private static final String VALLEY =
      "R: records in the valley between two clusters for one on its side; Z: how sure the valley is,"
          + " from 1 for weak groups, from 3 for clear ones";

  private FindingWords() {}

  /**
   * Adds the findings.
   *
   * @param all whether terms of the method are shown, too
   */
  public static void rows(Table facts, Map<String, String> findings, boolean all) {
    String explained = findings.containsKey(DISTINCT) ? DISTINCT : EVIDENCE;
    findings.forEach(
        (name, value) -> {
          boolean isTerm = TERMS.contains(name) || name.startsWith("loss of round");
          if (!APART.contains(name) && (all || !isTerm)) {
            row(facts, name, value);
          }
          if (name.equals(explained)) {
            facts.row("", VALLEY);
          }
        });
  }

  /** Returns the verdict with what speaks for it. */
  public static Table verdict(Map<String, String> findings) {
    Table facts = Table.ofFacts();
    for (String name : List.of(Verdict.FINDING, "range", EVIDENCE)) {
      if (findings.containsKey(name)) {
        row(facts, name, findings.get(name));
      }
    }
    return findings.containsKey(EVIDENCE) ? facts.row("", VALLEY) : facts;
  }

  private static void row(Table facts, String name, String value) {
    switch (name) {
      case "range" -> facts.row("possible", value.equals("1") ? "1 cluster" : value + " clusters");
      case Findings.STABILITY ->
          facts.row(
              name,
              "%s of 1: how alike the clusters are where a tenth of the data is left out; noise can be stable, too"
                  .formatted(value.replaceFirst(":.*", "")));
      default -> facts.row(name, value);
    }
  }
}

package io.coterie.method.sppfgc;

import io.coterie.CoterieException;
import io.coterie.method.MethodOption;
import io.coterie.method.MethodOption.Values;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.StudyPlan;

/** What the graph that a site of SPP-FGC sends is a graph of. */
public enum Resolution {
  /** Its records, as in the paper: this gives the records away. */
  RECORD,
  /** Nothing: the prototypes of its connected components alone. */
  COMPONENT,
  /** Its microclusters. */
  COARSE;

  static final MethodOption<Resolution> OPTION =
      new MethodOption<>(
          "resolution",
          "HOW",
          Values.of(Resolution.class),
          "record at level paper, else component",
          "What the sites' graphs join: record, component or coarse.");

  /** Returns what the plan says; else what the level allows, and no more than that. */
  public static Resolution of(StudyPlan plan) {
    boolean isPaper = plan.privacy().level() == PrivacyLevel.PAPER;
    Resolution resolution = OPTION.in(plan).orElse(isPaper ? RECORD : COMPONENT);
    if (resolution == RECORD && !isPaper) {
      throw CoterieException.usage(
          "--resolution record sends graphs over records, from which records can be rebuilt. Use"
              + " component or coarse, or say --privacy paper --accept-graph-disclosure.");
    }
    return resolution;
  }
}

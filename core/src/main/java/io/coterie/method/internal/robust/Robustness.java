package io.coterie.method.internal.robust;

import io.coterie.CoterieException;
import io.coterie.method.MethodOption;
import io.coterie.method.MethodOption.Values;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.SumMode;

/** What the coordinator does about sites whose sums may be made up. */
public enum Robustness {
  /** Adds up what it is told. */
  NONE,

  /** No site counts for more than twice the records of the middle one. */
  CAP,

  /** As {@link #CAP}, and leaves out sites that disagree with the others. */
  TRIMMED,

  /** As {@link #TRIMMED}, and takes medians over the sites where means are asked for. */
  MEDIAN;

  public static final MethodOption<Robustness> OPTION =
      new MethodOption<>(
          "robust",
          "HOW",
          Values.of(Robustness.class),
          "none",
          "What is done about sites that may lie: none, cap, trimmed or median. Needs --sums"
              + " plain.");

  public static Robustness of(StudyPlan plan) {
    return OPTION.in(plan).orElse(NONE);
  }

  /** Refuses a plan under which nobody sees what a site says. */
  public static void check(StudyPlan plan) {
    if (of(plan) == NONE) {
      return;
    }
    if (plan.privacy().isDp()) {
      throw CoterieException.usage(
          "--robust compares what sites say; at privacy level dp each site's sums are hidden by"
              + " noise or masks. Leave it out, or use level component.");
    }
    if (plan.privacy().sums() == SumMode.MASKED) {
      throw CoterieException.usage(
          "--robust compares every site's own sums, which masks hide: the coordinator would see"
              + " them. Say --sums plain if the sites agree to that (sums: plain in a study file),"
              + " or leave --robust out.");
    }
  }
}

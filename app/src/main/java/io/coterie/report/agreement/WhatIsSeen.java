package io.coterie.report.agreement;

import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.SumMode;
import io.coterie.study.Study;
import io.coterie.study.SumTerms;
import java.util.List;

/** Who can read what of a site, in plain words, with a picture where masks hide its sums. */
public record WhatIsSeen(Study study) {
  private static final String MASKED =
      "Only totals are seen. This site adds up its records, and to each sum it adds a large random"
          + " number, its mask, before it sends it. The masks of all sites cancel out in the total."
          + " So the total over all sites can be read, and the sum of one site cannot.";

  private static final String OF_TWO =
      " With two sites, each can take its own sum off the total, and then knows the other's.";

  private static final List<String> PICTURE =
      List.of(
          "  this site      12 + mask  --\\",
          "  another site   30 + mask  ---+-->  the coordinator reads 50, and nothing else",
          "  another site    8 + mask  --/      (the masks add up to 0)");

  /** Returns whether a site's sums are hidden in a total. */
  public boolean isMasked() {
    return study.participation().sites().size() > 1 && SumTerms.of(study).areMasked();
  }

  /** Returns one paragraph for people who know nothing of cryptography. */
  public String words() {
    PrivacyPlan privacy = study.plan().privacy();
    if (privacy.level() == PrivacyLevel.PAPER) {
      return "More than totals is seen. Graphs over this site's records leave it as they are, and"
          + " records can be rebuilt from them.";
    }
    if (privacy.level() == PrivacyLevel.COMPONENT) {
      return "More than totals is seen. Means of small groups of this site's records leave it as"
          + " they are, some of a single record."
          + (privacy.sums() == SumMode.MASKED
              ? " Of its other sums only totals over all sites are seen."
              : " Its other sums are seen as well.");
    }
    if (privacy.terms().filter(terms -> terms.noise() == NoiseMode.LOCAL).isPresent()) {
      return "Only sums with noise are seen. This site adds random noise to each sum of its records"
          + " before it sends it, so much that nobody can tell whether one person is among them.";
    }
    if (!isMasked()) {
      return "This site is the only one, or its sums leave without masks: the coordinator reads"
          + " them.";
    }
    String masked = MASKED + (study.participation().sites().size() == 2 ? OF_TWO : "");
    return privacy.isDp()
        ? masked
            + " Noise is added to each sum besides, so much that nobody can tell from the totals"
            + " whether one person is among the records."
        : masked;
  }

  /** Returns the picture in lines of plain characters; none where nothing is masked. */
  List<String> picture() {
    return isMasked() && study.plan().privacy().level() != PrivacyLevel.COMPONENT
        ? PICTURE
        : List.of();
  }
}

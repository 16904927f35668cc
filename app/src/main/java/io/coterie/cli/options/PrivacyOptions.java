package io.coterie.cli.options;

import io.coterie.CoterieException;
import io.coterie.data.BoundsReader;
import io.coterie.plan.Budget;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StrictTerms;
import io.coterie.plan.SumMode;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What a study promises about the records. */
public final class PrivacyOptions {
  @Option(
      names = "--privacy",
      paramLabel = "LEVEL",
      description = {
        "paper: graphs over records leave the site; component: summaries of groups; strict: noisy",
        "sums alone, with a proof. Default: strict where --bounds are given, else component."
      })
  String level;

  @Option(
      names = "--accept-graph-disclosure",
      description = "Say that records may be rebuilt from what leaves the sites (level paper).")
  boolean acceptsGraphDisclosure;

  @Option(
      names = "--min-group",
      paramLabel = "K",
      defaultValue = "1",
      description = {
        "Groups of fewer records are joined to others or withheld (level component). Not",
        "differential privacy.",
        "Default: ${DEFAULT-VALUE}."
      })
  int minGroup;

  @Option(
      names = "--sums",
      paramLabel = "HOW",
      description = {
        "masked: the coordinator sees totals over the sites, no site's own sums; plain: it sees",
        "them (level component). Default: masked where there are 3 to 100 sites."
      })
  String sums;

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      description = {
        "The budget of level strict. At other levels noise on prototypes (spp-fgc) or sums",
        "(dp-lloyd): a nominal epsilon, no proof of privacy."
      })
  public String epsilon;

  @Option(
      names = "--delta",
      paramLabel = "D",
      description = "The chance of a larger loss (level strict). Default: 1e-6.")
  Double delta;

  @Option(
      names = "--noise",
      paramLabel = "WHERE",
      description = {
        "secure-sums: sums are masked and the sites add shares of the noise; local: each site adds",
        "all of it (level strict). Default: secure-sums."
      })
  String noise;

  @Option(
      names = "--colluders",
      paramLabel = "T",
      description = "How many sites may be in league with the coordinator. Default: 0.")
  Integer colluders;

  @Option(
      names = "--lost-sites",
      paramLabel = "L",
      description = {
        "How many sites may be lost in a round of secure sums without costing it; the noise allows",
        "for it. Default: 0."
      })
  Integer lostSites;

  @Option(
      names = "--public-records",
      paramLabel = "N",
      description = {
        "How many records there are in all, as a public order of magnitude (level strict).",
        "Default in a simulation: the nearest power of ten."
      })
  Long publicRecords;

  @Option(
      names = "--records-per-person",
      paramLabel = "M",
      description = "The most records of one person at one site (level strict). Default: 1.")
  Integer recordsPerPerson;

  @Option(
      names = "--bounds",
      paramLabel = "FILE|LO:HI",
      description = {
        "What the features can be, agreed on before anybody looked (level strict): a table of",
        "feature, lower and upper, or two numbers for all."
      })
  String bounds;

  /** Returns whether the study is of the level with a proof. */
  public boolean isStrict() {
    return level() == PrivacyLevel.STRICT;
  }

  public PrivacyLevel level() {
    if (level != null) {
      return Choice.of("--privacy", level, PrivacyLevel.class);
    }
    return bounds != null ? PrivacyLevel.STRICT : PrivacyLevel.COMPONENT;
  }

  /** Refuses what can be refused before the records are read. */
  public void check() {
    if (!isStrict()) {
      refuse("--delta", delta);
      refuse("--noise", noise);
      refuse("--colluders", colluders);
      refuse("--lost-sites", lostSites);
      refuse("--public-records", publicRecords);
      refuse("--records-per-person", recordsPerPerson);
      refuse("--bounds", bounds);
      plan(SumMode.FEWEST_SITES);
    } else {
      if (sums != null) {
        throw CoterieException.usage(
            "--sums is for privacy level component; at level strict, --noise says it.");
      }
      if (minGroup > 1) {
        throw CoterieException.usage("--min-group is for privacy level component; leave it out.");
      }
      budget();
      noise();
    }
  }

  private static void refuse(String option, Object value) {
    if (value != null) {
      throw CoterieException.usage(
          "%s belongs to privacy level strict; say --privacy strict, or leave it out."
              .formatted(option));
    }
  }

  /** Returns the privacy of a study over so many sites, which hold so many records. */
  public PrivacyPlan plan(List<String> features, long records, int sites) {
    if (!isStrict()) {
      return plan(sites);
    }
    return PrivacyPlan.strict(
        new StrictTerms(
            budget(),
            noise(),
            sites,
            colluders == null ? 0 : colluders,
            lostSites == null ? 0 : lostSites,
            publicRecords == null ? powerOfTen(records) : publicRecords,
            recordsPerPerson == null ? 1 : recordsPerPerson,
            Optional.ofNullable(bounds).map(text -> BoundsReader.read(text, features))));
  }

  /** Returns the privacy of a study without a budget. */
  private PrivacyPlan plan(int sites) {
    return new PrivacyPlan(
        level(), acceptsGraphDisclosure, minGroup, sums(sites), Optional.empty());
  }

  private SumMode sums(int sites) {
    if (sums != null) {
      SumMode said = Choice.of("--sums", sums, SumMode.class);
      return sites < SumMode.FEWEST_SITES ? SumMode.PLAIN : said; // nothing is hidden in a total
    }
    return level() == PrivacyLevel.COMPONENT ? SumMode.among(sites) : SumMode.PLAIN;
  }

  private static long powerOfTen(long records) {
    return (long) Math.pow(10, Math.rint(Math.log10(Math.max(1.0, (double) records))));
  }

  private NoiseMode noise() {
    if (noise == null) {
      return NoiseMode.SECURE_SUMS;
    }
    return Choice.of("--noise", noise, "local", "secure-sums").equals("local")
        ? NoiseMode.LOCAL
        : NoiseMode.SECURE_SUMS;
  }

  private Budget budget() {
    if (epsilon == null) {
      throw CoterieException.usage(
          "Privacy level strict needs a budget: say --epsilon E, for example 1; smaller is more"
              + " private.");
    }
    try {
      return new Budget(Double.parseDouble(epsilon), delta == null ? Budget.DEFAULT_DELTA : delta);
    } catch (NumberFormatException e) {
      throw CoterieException.usage("--epsilon is %s, which is no number.".formatted(epsilon));
    }
  }
}

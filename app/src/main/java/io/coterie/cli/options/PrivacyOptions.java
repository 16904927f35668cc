package io.coterie.cli.options;

import io.coterie.CoterieException;
import io.coterie.EnumText;
import io.coterie.data.BoundsReader;
import io.coterie.data.DataSet;
import io.coterie.data.column.ColumnSpec;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Methods;
import io.coterie.plan.Budget;
import io.coterie.plan.DpTerms;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.SumMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** What a study promises about the records. */
final class PrivacyOptions {
  /** What only one level has; the help shows those of the level that is chosen. */
  private static final Map<PrivacyLevel, List<String>> OF_LEVEL =
      Map.of(
          PrivacyLevel.PAPER,
          List.of("--accept-graph-disclosure"),
          PrivacyLevel.COMPONENT,
          List.of("--accept-group-disclosure", "--min-group", "--sums"),
          PrivacyLevel.TOTALS,
          List.of("--min-group"),
          PrivacyLevel.DP,
          List.of(
              "--delta",
              "--noise",
              "--colluders",
              "--lost-sites",
              "--public-records",
              "--records-per-person",
              "--bounds"));

  @Option(
      names = "--privacy",
      paramLabel = "LEVEL",
      description = {
        "totals: only totals over all sites can be read, exact ones over at least --min-group",
        "records; dp: noisy sums only, with a proof; component: summaries of groups of each site; paper:",
        "graphs over records. Default: dp where --bounds are given, else totals where the method",
        "offers it."
      })
  String level;

  @Option(
      names = "--accept-graph-disclosure",
      hidden = true,
      description = "Accept that records may be rebuilt from what leaves the sites (level paper).")
  boolean acceptsGraphs;

  @Option(
      names = "--accept-group-disclosure",
      hidden = true,
      description = {
        "Accept that means of small groups leave each site, some of a single record (level",
        "component)."
      })
  boolean acceptsGroups;

  @Option(
      names = "--min-group",
      hidden = true,
      paramLabel = "K",
      defaultValue = "auto",
      description = {
        "Level totals: no sum over fewer records of all sites is given out. Level component:",
        "groups of fewer records are joined to others or withheld. Not differential privacy. auto",
        "is 10 at level totals, else 1.",
        "Default: ${DEFAULT-VALUE}."
      })
  String minGroup;

  @Option(
      names = "--sums",
      hidden = true,
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
        "The budget of level dp. At other levels noise on prototypes (spp-fgc) or sums",
        "(dp-lloyd): a nominal epsilon, no proof of privacy."
      })
  String epsilon;

  @Option(
      names = "--delta",
      hidden = true,
      paramLabel = "D",
      description = "The chance of a larger loss (level dp). Default: 1e-6.")
  Double delta;

  @Option(
      names = "--noise",
      hidden = true,
      paramLabel = "WHERE",
      description = {
        "secure-sums: sums are masked and the sites add shares of the noise; local: each site adds",
        "all of it (level dp). Default: secure-sums."
      })
  String noise;

  @Option(
      names = "--colluders",
      hidden = true,
      paramLabel = "T",
      description = "How many sites may collude with the coordinator. Default: 0.")
  Integer colluders;

  @Option(
      names = "--lost-sites",
      hidden = true,
      paramLabel = "L",
      description = {
        "How many sites may be lost in a round of secure sums without costing it; the noise allows",
        "for it. Default: 0."
      })
  Integer lostSites;

  @Option(
      names = "--public-records",
      hidden = true,
      paramLabel = "N",
      description = {
        "How many records there are in all, as a public order of magnitude (level dp).",
        "Default in a simulation: the nearest power of ten."
      })
  Long publicRecords;

  @Option(
      names = "--records-per-person",
      hidden = true,
      paramLabel = "M",
      description = "The most records of one person at one site (level dp). Default: 1.")
  Integer recordsPerPerson;

  @Option(
      names = "--bounds",
      hidden = true,
      paramLabel = "FILE|LO:HI",
      description = {
        "What the features can be, agreed on before anybody looked (level dp): a table of",
        "feature, lower and upper, or two numbers for all. Columns of levels need none. Without",
        "them a tenth of the budget is spent on finding bounds from noisy totals, in a table of",
        "numbers only."
      })
  String bounds;

  static List<String> of(PrivacyLevel level) {
    return OF_LEVEL.get(level);
  }

  /** Returns the level whose options the help shows; a misspelt word is no reason for no help. */
  PrivacyLevel shown(String method) {
    return Optional.ofNullable(level)
        .flatMap(text -> EnumText.parse(PrivacyLevel.class, text))
        .orElseGet(
            () ->
                bounds != null
                    ? PrivacyLevel.DP
                    : Optional.ofNullable(method)
                        .map(Methods.all()::get)
                        .map(Methods::usualLevel)
                        .orElse(PrivacyLevel.TOTALS));
  }

  PrivacyLevel level(FederatedMethod method) {
    if (level != null) {
      return Choice.of("--privacy", level, PrivacyLevel.class);
    }
    return bounds != null ? PrivacyLevel.DP : Methods.usualLevel(method);
  }

  /** Refuses what can be refused before the records are read. */
  void check(FederatedMethod method, ParseResult given) {
    if (level(method) == PrivacyLevel.DP) {
      if (sums != null) {
        throw CoterieException.usage(
            "--sums is for privacy level component; at level dp, use --noise.");
      }
      if (!minGroup.equals("auto") && minGroup(PrivacyLevel.DP) > 1) {
        throw CoterieException.usage(
            "--min-group is for privacy levels totals and component; leave it out.");
      }
      budget();
      noise();
      return;
    }
    for (String option : OF_LEVEL.get(PrivacyLevel.DP)) {
      if (given.hasMatchedOption(option)) {
        throw CoterieException.usage(
            "%s belongs to privacy level dp; use --privacy dp, or leave it out.".formatted(option));
      }
    }
    withoutBudget(method, SumMode.FEWEST_SITES);
  }

  PrivacyPlan plan(FederatedMethod method, DataSet data, long records, int sites) {
    if (level(method) != PrivacyLevel.DP) {
      PrivacyPlan plan = withoutBudget(method, sites);
      if (plan.level() == PrivacyLevel.TOTALS && records < plan.smallestGroup()) {
        throw CoterieException.badData(
            "All sites together have %d records, fewer than --min-group %d, so no total could be given out; bring more records, or permit smaller totals."
                .formatted(records, plan.smallestGroup()));
      }
      return plan;
    }
    return PrivacyPlan.dp(
        new DpTerms(
            budget(),
            noise(),
            sites,
            colluders == null ? 0 : colluders,
            lostSites == null ? 0 : lostSites,
            publicRecords == null ? powerOfTen(records) : publicRecords,
            recordsPerPerson == null ? 1 : recordsPerPerson,
            bounds(data)));
  }

  /** Returns the public bounds; those of levels follow from what the columns hold. */
  private Optional<PublicBounds> bounds(DataSet data) {
    boolean hasLevels = data.specs().stream().anyMatch(ColumnSpec::isOfLevels);
    return bounds == null && !hasLevels
        ? Optional.empty()
        : Optional.of(BoundsReader.read(Optional.ofNullable(bounds), data.columns(), data.specs()));
  }

  private PrivacyPlan withoutBudget(FederatedMethod method, int sites) {
    PrivacyLevel chosen = level(method);
    return new PrivacyPlan(
        chosen, accepts(method, chosen), minGroup(chosen), sums(chosen, sites), Optional.empty());
  }

  /** Returns whether the flag of the level is given; the records of a reference never leave. */
  private boolean accepts(FederatedMethod method, PrivacyLevel chosen) {
    requireOf(PrivacyLevel.PAPER, acceptsGraphs, chosen);
    requireOf(PrivacyLevel.COMPONENT, acceptsGroups, chosen);
    return acceptsGraphs || acceptsGroups || !method.isFederated();
  }

  private static void requireOf(PrivacyLevel owner, boolean isGiven, PrivacyLevel chosen) {
    if (isGiven && chosen != owner) {
      throw CoterieException.usage(
          "--%s is for privacy level %s, but the level is %s; leave it out or use --privacy %s."
              .formatted(
                  owner.acceptance().orElseThrow(), owner.word(), chosen.word(), owner.word()));
    }
  }

  private int minGroup(PrivacyLevel chosen) {
    if (minGroup.equals("auto")) {
      return chosen == PrivacyLevel.TOTALS ? PrivacyPlan.SMALLEST_TOTAL : 1;
    }
    try {
      return Integer.parseInt(minGroup);
    } catch (NumberFormatException e) {
      throw CoterieException.usage(
          "--min-group is '%s'; it must be a whole number of at least 1, or auto."
              .formatted(minGroup));
    }
  }

  private SumMode sums(PrivacyLevel chosen, int sites) {
    if (sums != null) {
      SumMode stated = Choice.of("--sums", sums, SumMode.class);
      return chosen != PrivacyLevel.TOTALS && sites < SumMode.FEWEST_SITES
          ? SumMode.PLAIN
          : stated; // nothing is hidden in a total
    }
    return switch (chosen) {
      case COMPONENT -> SumMode.among(sites);
      case TOTALS -> SumMode.MASKED;
      default -> SumMode.PLAIN;
    };
  }

  private static long powerOfTen(long records) {
    return (long) Math.pow(10, Math.rint(Math.log10(Math.max(1.0, (double) records))));
  }

  private NoiseMode noise() {
    return noise == null ? NoiseMode.SECURE_SUMS : Choice.of("--noise", noise, NoiseMode.class);
  }

  private Budget budget() {
    if (epsilon == null) {
      throw CoterieException.usage(
          "Privacy level dp needs a budget: use --epsilon E, for example 1; smaller is more"
              + " private.");
    }
    try {
      return new Budget(Double.parseDouble(epsilon), delta == null ? Budget.DEFAULT_DELTA : delta);
    } catch (NumberFormatException e) {
      throw CoterieException.usage("--epsilon is %s, which is no number.".formatted(epsilon));
    }
  }
}

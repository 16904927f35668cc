package io.coterie.report;

import io.coterie.EnumText;
import io.coterie.method.Methods;
import io.coterie.method.dp.DpForecast;
import io.coterie.plan.DpTerms;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.SumMode;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import io.coterie.terminal.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a study promises, expects and spends, in the words of every report. */
public record PrivacySummary(StudyPlan plan) {
  /** What every report says of noise that a seed repeats. */
  public static final String REPEATABLE = "repeatable: NOT PRIVATE";

  /** What every report says of noise that nobody can repeat. */
  public static final String SECURE = "secure: drawn afresh, not repeatable";

  /** Fewer records in a cell than most rules of disclosure control permit are close to records. */
  private static final int USUAL_SMALLEST = 5;

  /** Adds what is promised, and what may be expected of it, known before anything is spent. */
  public void begin(Table facts) {
    facts.row("privacy", promise());
    sums().ifPresent(words -> facts.row("sums", words));
    Optional<DpTerms> terms = plan.privacy().terms();
    if (terms.isPresent()) {
      facts.row("budget", budget(terms.get()));
      facts.row("noise added by", noise(terms.get()));
      DpForecast forecast = forecast();
      facts.row("route", forecast.route().description());
      facts.row("expected", expected(forecast));
    }
  }

  private DpForecast forecast() {
    return DpForecast.of(Methods.named(plan.method()).clustered(plan));
  }

  public String promise() {
    if (!Methods.named(plan.method()).isFederated()) {
      return "none: the method pools all records";
    }
    PrivacyPlan privacy = plan.privacy();
    String groups =
        privacy.level() == PrivacyLevel.COMPONENT && privacy.smallestGroup() > 1
            ? "; groups have at least %d records, which is not differential privacy"
                .formatted(privacy.smallestGroup())
            : "";
    String words =
        privacy.level().promise().replace("--min-group", Integer.toString(privacy.smallestGroup()));
    return "level %s: %s%s".formatted(privacy.level().word(), words, groups);
  }

  /**
   * Returns in one paragraph what leaves a site of a study of so many, who can read it, what is
   * promised of it and what is not. Whatever asks an owner or shows a result has these words.
   */
  public String account(int sites) {
    if (!Methods.named(plan.method()).isFederated()) {
      return "The method pools all records. It is a reference and hides nothing.";
    }
    return switch (plan.privacy().level()) {
      case PAPER ->
          "Level paper. Graphs over records leave a site in the clear, and records can be rebuilt"
              + " from them. It is for public data only.";
      case COMPONENT -> accountOfGroups();
      case TOTALS ->
          Methods.named(plan.method()).isClustering()
              ? accountOfTotals(sites)
              : accountOfProfile(sites);
      case DP -> accountOfNoise(plan.privacy().terms().orElseThrow());
    };
  }

  private String accountOfGroups() {
    int smallest = plan.privacy().smallestGroup();
    return ("Level component. Summaries of groups of a site's own records leave it in the clear, such"
            + " as counts and means; %s. Of its other sums the coordinator reads %s. Nothing is"
            + " proved: summaries of small groups are close to the records. At level totals only"
            + " totals over all sites can be read.")
        .formatted(
            smallest > 1
                ? "groups have at least %d records".formatted(smallest)
                : "a group can be a single record",
            plan.privacy().sums() == SumMode.MASKED
                ? "only the totals over all sites"
                : "those of each site");
  }

  private String accountOfTotals(int sites) {
    int smallest = plan.privacy().smallestGroup();
    long multiple = PrivacyPlan.countMultiple(smallest);
    String leaves =
        sites > 1
            ? "What leaves a site are whole numbers under masks; the coordinator can read only their totals over all %d sites."
                .formatted(sites)
            : "There is one site, so the coordinator reads the totals of this site.";
    String finer =
        multiple > 1
            ? "What may be about fewer records leaves only rounded, counts to multiples of %d, with borders that the coordinator does not know."
                .formatted(multiple)
            : "Counts that may be about a single record leave as they are.";
    String coarse =
        smallest > 1
            ? "; below %d records, unless these are all, it adds up values rounded to a quarter of a deviation"
                .formatted(PrivacyPlan.exactTotal(smallest))
            : "";
    return ("Level totals, K = %1$d. %2$s A site gives a sum only if at least %3$s of all sites"
            + " together are in it%5$s. It checks this itself, by counts that the sites can read"
            + " and the coordinator cannot. %4$s This is not differential privacy: someone who knows all"
            + " but one of the records in a sum knows the last one, and a site that colludes with the"
            + " coordinator can undo the limit of K records. Level dp adds noise, with a proof of how"
            + " little one record changes what leaves.")
        .formatted(smallest, leaves, Format.count(smallest, "record"), finer, coarse);
  }

  private String accountOfProfile(int sites) {
    int smallest = plan.privacy().smallestGroup();
    return ("Level totals, K = %1$d. Nothing is clustered. %2$s The coordinator cannot read them; the"
            + " sites can, and work out a profile from them, which all of them and the coordinator"
            + " get: counts of missing values, of levels and of numbers in the stated ranges,"
            + " rounded to multiples of %3$d, none over fewer than %1$d records of all sites; and the"
            + " names of levels that at least %1$d records of all sites have. Of a rarer level no name"
            + " leaves a site. This is not differential privacy. A site that changes its program can"
            + " read counts below %1$d, and find out whether somebody has a level that it can name; one"
            + " that colludes with the coordinator can undo the limit.")
        .formatted(
            smallest,
            sites > 1
                ? "What leaves a site are whole numbers under masks, of which only totals over all %d sites can be opened."
                    .formatted(sites)
                : "There is one site, so nothing is hidden from the coordinator.",
            PrivacyPlan.countMultiple(smallest));
  }

  private static String accountOfNoise(DpTerms terms) {
    boolean isLocal = terms.noise() == NoiseMode.LOCAL;
    return ("Level dp. What leaves a site are whole numbers with noise%s. All messages together are"
            + " differentially private, with epsilon %s at delta %s, for one person with at most %s"
            + " at a site: what they tell about this person is bounded, whatever else somebody knows."
            + " This holds %s. It does not hide that a site takes part, which features there are, or"
            + " the clusters that are found.")
        .formatted(
            isLocal ? "" : " under masks; only their totals over the sites can be read",
            number(terms.budget().epsilon()),
            number(terms.budget().delta()),
            Format.count(terms.recordsPerPerson(), "record"),
            isLocal
                ? "whatever the coordinator and the other sites do"
                : "as long as the coordinator follows the protocol and %s with it"
                    .formatted(
                        switch (terms.colluders()) {
                          case 0 -> "no site colludes";
                          case 1 -> "at most one site colludes";
                          default -> "at most %d sites collude".formatted(terms.colluders());
                        }));
  }

  /** Returns who sees a site's sums, where the level leaves that open. */
  public Optional<String> sums() {
    if (plan.privacy().level() != PrivacyLevel.COMPONENT
        || !Methods.named(plan.method()).isFederated()) {
      return Optional.empty();
    }
    return Optional.of(
        plan.privacy().sums() == SumMode.MASKED
            ? "masked: the coordinator sees their totals over the sites, no site's own"
            : "plain: the coordinator sees every site's own (masks need 3 sites, --sums masked)");
  }

  private static String budget(DpTerms terms) {
    return "epsilon %s at delta %s for one person of at most %s a site"
        .formatted(
            number(terms.budget().epsilon()),
            number(terms.budget().delta()),
            Format.count(terms.recordsPerPerson(), "record"));
  }

  private static String noise(DpTerms terms) {
    return terms.noise() == NoiseMode.LOCAL
        ? "every site, all of it (local)"
        : "%d sites in shares, their sums masked (secure-sums), %d of them may collude"
            .formatted(terms.sites(), terms.colluders());
  }

  static String expected(DpForecast forecast) {
    if (forecast.same().isPresent()) {
      return "about %,.0f records a cluster; noise %,.1f records; in trials about %.0f %% of the records joined the same cluster as without noise: %s"
          .formatted(
              forecast.typicalCount(),
              forecast.noise(),
              100 * forecast.same().getAsDouble(),
              utility(forecast));
    }
    return "about %,.0f cells of %,.0f records; noise %,.1f records, %.0f %% of a typical count: %s"
        .formatted(
            forecast.cells(),
            forecast.typicalCount(),
            forecast.noise(),
            100 * forecast.share(),
            utility(forecast));
  }

  /** Returns the verdict with what it means as a number; docs/scores.md has the definition. */
  private static String utility(DpForecast forecast) {
    String of = forecast.same().isPresent() ? "the records' spread" : "a cluster";
    String off = "noise about %.0f %% of %s".formatted(100 * forecast.off(), of);
    String limits =
        switch (forecast.verdict()) {
          case GOOD ->
              forecast.goodBelow().isPresent()
                  ? "%s; below %.0f %% is GOOD"
                      .formatted(off, 100 * forecast.goodBelow().getAsDouble())
                  : "enough cells to follow the clusters' shape";
          case FAIR -> "%s; below %.0f %% is FAIR".formatted(off, 100 * forecast.fairBelow());
          case LOW ->
              forecast.off() < forecast.fairBelow()
                  ? "bounds that have to be found may miss a quarter of the records"
                  : "%s; %.0f %% and more is LOW".formatted(off, 100 * forecast.fairBelow());
        };
    return "utility %s (%s)".formatted(forecast.verdict(), limits);
  }

  /**
   * Warns of what the promise does not cover in a study of so many sites, if so many are enough.
   */
  public void warn(Console console, int sites, int enough) {
    cautions(sites, enough).forEach(console::warn);
    if (plan.privacy().isDp() && forecast().verdict() == DpForecast.Verdict.LOW) {
      console.warn(
          "Expected utility is LOW: the answer may be noise. Allow a larger --epsilon, bring more"
              + " records or sites, or use --noise secure-sums.");
    }
  }

  /** Returns what the level, the number of sites and the smallest total mean for an owner. */
  public List<String> cautions(int sites, int enough) {
    if (!Methods.named(plan.method()).isFederated()) {
      return List.of();
    }
    return switch (plan.privacy().level()) {
      case PAPER ->
          List.of(
              "Privacy level paper: graphs over records leave the sites in the clear, which gives"
                  + " the records away; use level totals or dp for records that matter.");
      case COMPONENT ->
          List.of(
              "Privacy level component: means of small groups leave each site in the clear, some of"
                  + " a single record; use level totals or dp for records that matter.");
      case TOTALS -> ofTotals(sites, enough, plan.privacy().smallestGroup());
      case DP -> List.of();
    };
  }

  private static List<String> ofTotals(int sites, int enough, int smallest) {
    List<String> cautions = new ArrayList<>();
    if (sites == 1) {
      cautions.add("One site: every total is over this site's own records.");
    } else if (sites == 2) {
      cautions.add(
          "Two sites: each site can subtract its own records from a total and then knows the total"
              + " over the other's records, which may be of a single one. Three sites or more, or"
              + " level dp, avoid this.");
    }
    if (enough < sites) {
      cautions.add(
          "participation.quorum is %d of %d sites: a coordinator that leaves a site out of a round can learn this site's own totals. Keep the quorum at all sites."
              .formatted(enough, sites));
    }
    if (smallest == 1) {
      cautions.add("--min-group 1: a total can be over a single record, which it gives away.");
    } else if (smallest < USUAL_SMALLEST) {
      cautions.add(
          "--min-group %d: totals over so few records are close to the records. Rules of disclosure control mostly ask for %d to 11."
              .formatted(smallest, USUAL_SMALLEST));
    }
    return List.copyOf(cautions);
  }

  /** Returns what was spent, for one person. */
  public static String words(RunSummary.Spent spent, int steps) {
    return "%s in %s: epsilon %.4f at delta %s, for one person"
        .formatted(
            amount(new PrivacyLoss(spent.rho(), spent.pureEpsilon())),
            Format.count(steps, "step"),
            spent.epsilon(),
            number(spent.delta()));
  }

  /** Returns a loss as "rho 0.02", "epsilon 1", or both. */
  public static String amount(PrivacyLoss loss) {
    String rho = loss.rho() > 0 ? String.format(Locale.ROOT, "rho %.5f", loss.rho()) : "";
    String pure =
        loss.pureEpsilon() > 0
            ? String.format(Locale.ROOT, "epsilon %.4f", loss.pureEpsilon())
            : "";
    return rho + (rho.isEmpty() || pure.isEmpty() ? "" : " and ") + pure;
  }

  /** Returns ε at the plan's δ for a person of as many records as were agreed on. */
  double epsilon(PrivacyLoss ofRecord) {
    DpTerms terms = plan.privacy().terms().orElseThrow();
    return ofRecord.times(terms.recordsPerPerson()).epsilon(terms.budget().delta());
  }

  public RunSummary.Privacy agreed() {
    return after(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Returns what was agreed on and what was spent, from which noise and in which steps. */
  public RunSummary.Privacy after(
      Optional<PrivacyLoss> spent,
      Optional<String> noiseSource,
      Optional<List<RunSummary.Step>> steps) {
    PrivacyPlan privacy = plan.privacy();
    return new RunSummary.Privacy(
        privacy.level().word(),
        promise(),
        privacy.isDp()
            ? Optional.empty()
            : Optional.of(new RunSummary.Groups(privacy.smallestGroup(), privacy.sums().word())),
        privacy.terms().map(this::dp),
        spent.map(this::spent),
        noiseSource,
        steps);
  }

  private RunSummary.Dp dp(DpTerms terms) {
    DpForecast forecast = forecast();
    return new RunSummary.Dp(
        terms.budget(),
        terms.noise().word(),
        terms.sites(),
        terms.colluders(),
        terms.publicRecords(),
        terms.recordsPerPerson(),
        EnumText.of(forecast.route()),
        new RunSummary.Expected(
            forecast.cells(),
            forecast.typicalCount(),
            forecast.noise(),
            forecast.share(),
            forecast.verdict().name()));
  }

  /** Returns what was spent, for one person. */
  public RunSummary.Spent spent(PrivacyLoss loss) {
    return new RunSummary.Spent(
        loss.rho(),
        loss.pureEpsilon(),
        epsilon(loss),
        plan.privacy().terms().orElseThrow().budget().delta());
  }

  /** Returns 1e-6 as that and 0.5 as that. */
  static String number(double value) {
    return value < 1e-3
        ? String.format(Locale.ROOT, "%.0e", value)
        : Double.toString(value).replaceFirst("\\.0$", "");
  }
}

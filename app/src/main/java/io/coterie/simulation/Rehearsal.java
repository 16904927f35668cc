package io.coterie.simulation;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.federation.Federation;
import io.coterie.federation.RunListener;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.method.Methods;
import io.coterie.metrics.ExternalScores;
import io.coterie.metrics.TrueLabels;
import io.coterie.plan.DpTerms;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * How far a study of level dp would agree with the same study without noise, tried on one site's
 * records before anything is spent. They stand for those of all sites: so many as the study says
 * are drawn from them with replacement and dealt to its sites. Nothing leaves the site.
 *
 * @param plan of level dp
 * @param sites that the study has
 * @param seed for the draws and the noise
 */
public record Rehearsal(StudyPlan plan, List<String> sites, Seed seed) {
  /** More records take long, and noise matters less with them. */
  static final int MOST = 20_000;

  /**
   * What the trials gave.
   *
   * @param records of each trial
   * @param agreements the share of records in the same cluster with and without noise, of each
   *     trial, by the best pairing of the clusters
   */
  public record Expected(int records, List<Double> agreements) {
    public Expected {
      agreements = List.copyOf(agreements);
    }

    public double mean() {
      return agreements.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    /** Returns the standard deviation over the trials. */
    public double spread() {
      double mean = mean();
      double squares =
          agreements.stream().mapToDouble(share -> (share - mean) * (share - mean)).sum();
      return Math.sqrt(squares / Math.max(1, agreements.size() - 1));
    }

    public String words() {
      return String.format(
          Locale.ROOT,
          "%.0f %% ± %.0f of the records in the same cluster with and without noise, mean and spread over %d trials of %,d records drawn from this table",
          100 * mean(),
          100 * spread(),
          agreements.size(),
          records);
    }
  }

  /**
   * Tries it.
   *
   * @param records of this site, as the study reads them
   * @return empty where the method has no level without noise to compare with
   */
  public Optional<Expected> of(Matrix records, int trials, Parallel parallel) {
    DpTerms terms = plan.privacy().terms().orElseThrow();
    int count = (int) Math.min(MOST, terms.publicRecords());
    StudyPlan noisy = plan.with(PrivacyPlan.dp(of(terms, count)));
    StudyPlan plain = plan.with(withoutNoise());
    try {
      Methods.of(plain);
    } catch (CoterieException e) {
      if (e.code() == ErrorCode.USAGE) {
        return Optional.empty();
      }
      throw e;
    }
    List<Double> agreements = new ArrayList<>();
    for (int trial = 0; trial < trials; trial++) {
      Seed own = seed.child("rehearsal").child(Integer.toString(trial));
      List<SiteData> dealt = dealt(records, count, own);
      agreements.add(
          ExternalScores.of(labels(plain, dealt, own, parallel), found(noisy, dealt, own, parallel))
              .accuracy());
    }
    return Optional.of(new Expected(count, agreements));
  }

  private static DpTerms of(DpTerms terms, long count) {
    return new DpTerms(
        terms.budget(),
        terms.noise(),
        terms.sites(),
        terms.colluders(),
        terms.lostSites(),
        count,
        terms.recordsPerPerson(),
        terms.bounds());
  }

  private PrivacyPlan withoutNoise() {
    return Methods.named(plan.method()).levels().contains(PrivacyLevel.TOTALS)
        ? PrivacyPlan.totals()
        : PrivacyPlan.component();
  }

  private List<SiteData> dealt(Matrix records, int count, Seed own) {
    SplittableRandom random = own.child("draw").random();
    List<SiteData> dealt = new ArrayList<>();
    for (int s = 0; s < sites.size(); s++) {
      int share = count / sites.size() + (s < count % sites.size() ? 1 : 0);
      int[] rows = random.ints(Math.max(1, share), 0, records.rows()).toArray();
      dealt.add(SiteData.of(sites.get(s), records.selectRows(rows)));
    }
    return dealt;
  }

  private Labels found(StudyPlan study, List<SiteData> dealt, Seed own, Parallel parallel) {
    Map<String, Labels> labels =
        new Federation(study, dealt, own).run(parallel, RunListener.none()).labels();
    int[] all =
        dealt.stream()
            .flatMapToInt(site -> Arrays.stream(labels.get(site.site()).clusters().toArray()))
            .toArray();
    return Labels.of(all, labels.get(sites.get(0)).clusterCount());
  }

  private TrueLabels labels(StudyPlan study, List<SiteData> dealt, Seed own, Parallel parallel) {
    return TrueLabels.of(
        Arrays.stream(found(study, dealt, own, parallel).clusters().toArray())
            .mapToObj(Integer::toString)
            .collect(Collectors.toList()));
  }
}

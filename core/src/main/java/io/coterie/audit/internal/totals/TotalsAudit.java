package io.coterie.audit.internal.totals;

import io.coterie.audit.AuditCheck;
import io.coterie.audit.AuditReport;
import io.coterie.audit.internal.membership.Participation;
import io.coterie.audit.internal.membership.Recording;
import io.coterie.audit.internal.reconstruction.NearestMean;
import io.coterie.audit.internal.reconstruction.Reconstruction;
import io.coterie.features.Representation;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.SiteMessage;
import io.coterie.message.SumPayload;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.RecordedSites.Round;
import io.coterie.method.anchor.CellRelease;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Tests the promise of level totals on the very messages of a rehearsed study: that no number of a
 * single site can be read, and no sum over fewer than K records of all sites.
 *
 * @param plan of the study
 * @param parallel runs the work
 */
public record TotalsAudit(StudyPlan plan, Parallel parallel) {
  /** More of the site's records would not change the picture. */
  private static final int MOST_TARGETS = 200;

  /** Attacks what can be read of a study; the first site is the audited one. */
  public AuditReport run(Recording recording, List<SiteData> sites, Seed seed) {
    Released released = Released.of(plan, recording, sites, parallel);
    List<AuditCheck> checks = released.checks(plan.privacy().smallestGroup());
    Participation means =
        Participation.of(
            plan,
            sites,
            released.means(),
            (other, others) -> Released.of(plan, other, others, parallel).means(),
            seed,
            parallel);
    return new AuditReport(
        checks,
        means,
        new Unprotected(
            Collusion.of(
                released.siteOf(),
                sites.size(),
                released.cells().parts(),
                released.cells().exact()),
            released.fewestWithout(),
            released.subtracted()));
  }

  /**
   * What the coordinator can read of a study, beside the records that it is about.
   *
   * @param rounds of the study
   * @param single how many answers of single sites can be read
   * @param cells the sums over cells
   * @param records of all sites as the method gets them
   * @param siteOf the site of each record
   */
  @SuppressWarnings("ArrayRecordComponent") // stays inside the audit
  record Released(
      List<Round> rounds,
      int single,
      CellRelease cells,
      Representation way,
      Matrix records,
      int[] siteOf) {
    static Released of(
        StudyPlan plan, Recording recording, List<SiteData> sites, Parallel parallel) {
      Representation way = recording.preparation();
      List<Matrix> points = new ArrayList<>();
      for (SiteData site : sites) {
        points.add(way.apply(site.records(), parallel));
      }
      int[] siteOf = new int[points.stream().mapToInt(Matrix::rows).sum()];
      for (int s = 0, at = 0; s < points.size(); at += points.get(s).rows(), s++) {
        Arrays.fill(siteOf, at, at + points.get(s).rows(), s);
      }
      Matrix records = Matrix.stacked(points);
      int single = 0;
      List<CellRelease.Exchange> exchanges = new ArrayList<>();
      for (Round round : recording.rounds()) {
        Optional<SumPayload<?>> zero = round.reply().zero();
        boolean isTotal =
            zero.isPresent() && plan.privacy().masks(zero.get(), round.answers().size());
        single += isTotal ? 0 : round.answers().size();
        exchanges.add(new CellRelease.Exchange(round.question().payload().asked(), total(round)));
      }
      return new Released(
          recording.rounds(),
          single,
          CellRelease.of(exchanges, records, plan.privacy().smallestGroup()),
          way,
          records,
          siteOf);
    }

    /** Returns what the coordinator reads: nothing of what is sealed. */
    private static WholeTotals total(Round round) {
      return round.reply().type() == WholeTotals.class
          ? SiteMessage.total(round.answers(), WholeTotals.class)
          : WholeTotals.zero(0, 0);
    }

    Participation.Means means() {
      return new Participation.Means(new NearestMean(cells.means(), 0), way);
    }

    List<AuditCheck> checks(int fewest) {
      Isolation isolation = Isolation.of(siteOf.length, cells.parts(), fewest);
      int exact = 0;
      for (boolean is : isolation.exact()) {
        exact += is ? 1 : 0;
      }
      List<AuditCheck> checks = new ArrayList<>();
      Collections.addAll(
          checks,
          atMost("answers of single sites that can be read", single, 0),
          atMost("sums that are not those of their cells", cells.others(), 0),
          atLeast("fewest records that sums tell from others", isolation.smallestAtom(), fewest),
          atLeast(
              "fewest records that exact sums tell from others",
              Isolation.of(siteOf.length, cells.exact(), 1).smallestAtom(),
              (double) cells.fewestExact(siteOf.length)),
          atLeast(
              "fewest records that a sum or difference is over", isolation.smallestSum(), fewest),
          atMost("records in groups of fewer than K", isolation.inSmallAtoms(), 0),
          atMost("records stated exactly", exact, 0),
          atMost("numbers that should be rounded and are not", unrounded(fewest), 0));
      return checks;
    }

    /** Counts of values and of records tell how many records have no value of a feature. */
    OptionalLong fewestWithout() {
      long fewest = Long.MAX_VALUE;
      for (Round round : rounds) {
        if (round.question().payload().kind().equals("exact-sums")) {
          long[] counts = total(round).counts().toArray();
          for (int j = 1; j < counts.length; j++) {
            fewest = counts[j] < counts[0] ? Math.min(fewest, counts[0] - counts[j]) : fewest;
          }
        }
      }
      return fewest == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(fewest);
    }

    /** Rounded to multiples of K/2, sums in 1024ths; scores of mixtures are means. */
    private int unrounded(int fewest) {
      int found = 0;
      String before = "";
      for (Round round : rounds) {
        String kind = round.question().payload().kind();
        if (kind.equals("rounded") && !before.equals("mixtures")) {
          long half = PrivacyPlan.countMultiple(fewest);
          long multiple =
              switch (before) {
                case "members" -> 1024 * Math.max(5, half);
                case "region-sums" -> 1024 * Math.max(3, half);
                default -> half;
              };
          long[] counts = total(round).counts().toArray();
          for (int k = 1; k < counts.length; k++) {
            found += counts[k] / counts[0] % multiple == 0 ? 0 : 1;
          }
        }
        before = kind;
      }
      return found;
    }

    private static AuditCheck atMost(String name, double measured, double limit) {
      return new AuditCheck(name, measured, limit, measured <= limit);
    }

    private static AuditCheck atLeast(String name, double measured, double limit) {
      return new AuditCheck(name, measured, limit, measured >= limit);
    }

    /** Whoever knows all records but one takes them off the sum over all. */
    Reconstruction subtracted() {
      int own = (int) Arrays.stream(siteOf).filter(site -> site == 0).count();
      int[] targets = IntStream.range(0, Math.min(own, MOST_TARGETS)).toArray();
      Matrix truth = records.selectRows(targets);
      Matrix stated = Matrix.zeros(targets.length, records.columns());
      for (int i = 0; i < targets.length; i++) {
        double[] record = cells.withoutOthers(truth.row(i));
        for (int j = 0; j < record.length; j++) {
          stated.set(i, j, record[j]);
        }
      }
      return Reconstruction.of(
          "whoever knows all records of all sites but one takes them off the sum over all",
          truth,
          stated,
          0);
    }
  }
}

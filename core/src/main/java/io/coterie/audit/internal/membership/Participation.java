package io.coterie.audit.internal.membership;

import io.coterie.CoterieException;
import io.coterie.audit.Estimate;
import io.coterie.audit.internal.reconstruction.NearestMean;
import io.coterie.audit.internal.reconstruction.Reconstruction;
import io.coterie.features.Representation;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.plan.StudyPlan;
import io.coterie.site.SiteData;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What means tell of the audited site because it takes part: each attack beside the same one on a
 * study without the site. Means of a population are near all of its records, also of those they
 * were not made from; only the difference is the site's loss.
 *
 * @param found the site's records, rebuilt from the means of the study
 * @param control the same, from the means of a study without the site
 * @param half how many records are in a half of the site
 * @param auc how often a record of one half, which took part, is nearer to a mean than one of the
 *     other half, which did not: a study with the other sites and one half of this one
 * @param controlAuc the same halves by the means of the study in which neither took part
 */
public record Participation(
    Reconstruction found, Reconstruction control, int half, Estimate auc, Estimate controlAuc) {
  /** With fewer records in a half, an AUC shows nothing. */
  private static final int SMALLEST_HALF = 5;

  /**
   * Finds the means in a rehearsed study, and the way from records to their space.
   *
   * @see #of
   */
  @FunctionalInterface
  public interface Reader {
    Means read(Recording recording, List<SiteData> sites);
  }

  /**
   * Means that can be read.
   *
   * @param nearest the attack on them
   * @param way from records to the space of the means
   */
  public record Means(NearestMean nearest, Representation way) {
    private Reconstruction rebuild(Matrix records, Parallel parallel) {
      return nearest.rebuild(way.apply(records, parallel), parallel);
    }

    /** Two halves, so both have as many records. */
    private Estimate auc(Matrix in, Matrix out, Parallel parallel) {
      return new ShadowRuns(scores(out, parallel), scores(in, parallel)).auc();
    }

    private double[] scores(Matrix records, Parallel parallel) {
      double[] distances = nearest.distances(way.apply(records, parallel), parallel);
      return Arrays.stream(distances).map(distance -> -distance).toArray();
    }
  }

  /** Tries the attacks on the means of a study; the first site is the audited one. */
  public static Participation of(
      StudyPlan plan,
      List<SiteData> sites,
      Means means,
      Reader reader,
      Seed seed,
      Parallel parallel) {
    SiteData audited = sites.get(0);
    List<SiteData> rest = sites.subList(1, sites.size());
    Matrix records = audited.records();
    int half = records.rows() / 2;
    if (rest.isEmpty() || half < SMALLEST_HALF) {
      throw CoterieException.badData(
          ("The audit compares the study with one without the audited site, and with one with half"
                  + " of its records. That takes a second site and %d records; there are %d sites,"
                  + " and %s has %d records.")
              .formatted(2 * SMALLEST_HALF, sites.size(), audited.site(), records.rows()));
    }
    int[] order = shuffled(records.rows(), seed.child("halves").random());
    Matrix in = records.selectRows(Arrays.copyOf(order, half));
    Matrix out = records.selectRows(Arrays.copyOfRange(order, half, 2 * half));
    Means without = read(plan, rest, reader, seed, parallel);
    List<SiteData> halved =
        Stream.concat(Stream.of(SiteData.of(audited.site(), in)), rest.stream()).toList();
    Means ofHalf = read(plan, halved, reader, seed, parallel);
    return new Participation(
        means.rebuild(records, parallel),
        without.rebuild(records, parallel),
        half,
        ofHalf.auc(in, out, parallel),
        without.auc(in, out, parallel));
  }

  private static Means read(
      StudyPlan plan, List<SiteData> sites, Reader reader, Seed seed, Parallel parallel) {
    try {
      return reader.read(Recording.of(plan, sites, seed, parallel), sites);
    } catch (CoterieException e) {
      throw new CoterieException(
          e.code(),
          "The audit compares the study with one without the audited site, and with one with half"
              + " of its records; such a study cannot be run: "
              + e.getMessage(),
          e);
    }
  }

  private static int[] shuffled(int count, SplittableRandom random) {
    int[] order = IntStream.range(0, count).toArray();
    for (int i = count - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[other];
      order[other] = swapped;
    }
    return order;
  }
}

package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.features.FeatureLayout;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.internal.GroupClusters;
import io.coterie.message.internal.SealedCounts;
import io.coterie.method.fit.FitSite;
import io.coterie.model.ClusterModel;
import io.coterie.secure.Seal;
import io.coterie.site.PrivacyGate;
import io.coterie.site.Records;
import io.coterie.site.SiteData;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a site part works with.
 *
 * @param data the site's own records
 * @param gate the only way out
 * @param seed for everything but privacy noise
 * @param parallel runs the work
 * @param work helps with answers that take long
 * @param opener reads totals that the sites sealed
 * @param layout what the features are, where columns of levels are among them
 * @param gaps the records with values missing, where those of the data were filled in
 * @param table as it was read, where the records are made of one
 */
public record SiteContext(
    SiteData data,
    PrivacyGate gate,
    Seed seed,
    Parallel parallel,
    LongWork work,
    Opener opener,
    Optional<FeatureLayout> layout,
    Optional<Records> gaps,
    Optional<FitSite.Table> table) {
  /** Totals beyond this are no counts; it bounds the chance of a forgery, see {@link Seal}. */
  private static final long MOST_COUNT = 1L << 40;

  /** Reads the total of the round before, which this site helped to seal. */
  @FunctionalInterface
  public interface Opener {
    /** Nothing where the words are not the total of that round. */
    Optional<long[]> open(long[] words);

    /** Returns one for totals that nobody sealed. */
    static Opener unsealed() {
      return SealedCounts::opened;
    }
  }

  /** Makes the context of a site whose totals nobody seals. */
  public SiteContext(SiteData data, PrivacyGate gate, Seed seed, Parallel parallel, LongWork work) {
    this(data, gate, seed, parallel, work, Opener.unsealed());
  }

  /** Makes the context of records whose features are numbers, as far as is known. */
  public SiteContext(
      SiteData data, PrivacyGate gate, Seed seed, Parallel parallel, LongWork work, Opener opener) {
    this(
        data,
        gate,
        seed,
        parallel,
        work,
        opener,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  public SiteContext(SiteData data, PrivacyGate gate, Seed seed, Parallel parallel) {
    this(data, gate, seed, parallel, LongWork.unseen());
  }

  /** Returns the counts of the round before, or ends this site's part where they were changed. */
  public long[] opened(SealedCounts counts) {
    long[] opened = openedSums(counts);
    for (long count : opened) {
      if (Math.abs(count) > MOST_COUNT) {
        throw changed();
      }
    }
    return opened;
  }

  /** Does the same with sums, which may be larger than counts and so are harder to protect. */
  public long[] openedSums(SealedCounts counts) {
    return opener.open(counts.words().toArray()).orElseThrow(this::changed);
  }

  private CoterieException changed() {
    return CoterieException.notAgreed(
        ("Site %s got counts back that are not those that the sites sealed; it sends"
                + " nothing more in this study. Ask the coordinator why.")
            .formatted(data.site()));
  }

  /**
   * Labels the records by the clusters of this site's own groups; or by the model, which a site
   * gets that was missing when the clusters were found: its records are new to them.
   */
  public Labels labels(CoordinatorMessage answer, Function<GroupClusters, Labels> own) {
    if (answer.payload() instanceof ClusterModel model) {
      return data.blocks().label(model::label, parallel);
    } else if (answer.payload() instanceof GroupClusters found) {
      return own.apply(found);
    }
    throw new IllegalArgumentException(
        "The answer is %s, not clusters.".formatted(answer.payload().kind()));
  }

  /** Returns the same context with the records replaced by what was made of them. */
  public SiteContext with(SiteData represented) {
    return new SiteContext(represented, gate, seed, parallel, work, opener, layout, gaps, table);
  }

  /** Returns the same context for features of which it is known what they are. */
  public SiteContext with(FeatureLayout known) {
    return new SiteContext(
        data, gate, seed, parallel, work, opener, Optional.of(known), gaps, table);
  }

  /** Returns the same context for records of which it is known what is missing. */
  public SiteContext withGaps(Records known) {
    return new SiteContext(
        data, gate, seed, parallel, work, opener, layout, Optional.of(known), table);
  }

  /** Returns the same context with the table that the records are made of. */
  public SiteContext with(FitSite.Table read) {
    return new SiteContext(
        data, gate, seed, parallel, work, opener, layout, gaps, Optional.of(read));
  }
}

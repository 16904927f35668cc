package io.coterie.method.internal.check;

import io.coterie.math.Matrix;
import io.coterie.math.internal.linear.Definiteness;
import io.coterie.message.internal.FeatureRange;
import io.coterie.message.internal.FeatureScatter;
import io.coterie.message.internal.Microclusters;
import io.coterie.message.internal.PooledRecords;
import io.coterie.message.internal.RecordBox;
import io.coterie.message.internal.SiteCenters;
import io.coterie.message.internal.SiteStructure;
import io.coterie.message.internal.SubspaceSamples;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.MethodOption;
import io.coterie.method.Reply;
import io.coterie.method.sppfgc.Resolution;
import io.coterie.method.sppfgc.SppFgcMethod;
import io.coterie.plan.StudyPlan;
import io.coterie.site.internal.RankConstrainedGraph;
import java.util.Arrays;

/** What honest sites answer where the reply is no sum. */
public final class Replies {
  private static final double UNIT_SLACK = 1e-4;

  private Replies() {}

  /** Returns groups of records: some, each of at least one record. */
  public static Reply<Microclusters> groups(CoordinatorContext context) {
    return Reply.of(
        Microclusters.class,
        groups -> {
          Reply.requireColumns("its means", groups.means().columns(), context.dimension());
          Reply.require(groups.counts().size() > 0, "it has no group");
          context.reach().requireMeans(groups.means());
          for (int g = 0; g < groups.counts().size(); g++) {
            Reply.require(groups.counts().at(g) >= 1, "a group has less than one record");
          }
          requireRecords(groups.counts().sum());
        });
  }

  private static void requireRecords(double records) {
    Reply.require(records <= Reply.MOST_RECORDS, "it counts more than 2^40 records at one site");
  }

  /** Returns the smallest and largest values, in order; a feature without values has none. */
  public static Reply<FeatureRange> range(int dimension) {
    return Reply.ofOwnNumbers(FeatureRange.class, range -> requireRange(range, dimension));
  }

  /** Returns a number of records and the box around them. */
  public static Reply<RecordBox> box(int dimension) {
    return Reply.ofOwnNumbers(
        RecordBox.class,
        box -> {
          requireRange(box.range(), dimension);
          Reply.require(box.records() >= 1, "it has less than one record");
          requireRecords(box.records());
        });
  }

  private static void requireRange(FeatureRange range, int dimension) {
    Reply.requireColumns("its bounds", range.smallest().size(), dimension);
    for (int j = 0; j < dimension; j++) {
      double smallest = range.smallest().at(j);
      double largest = range.largest().at(j);
      if (smallest != Double.MAX_VALUE || largest != -Double.MAX_VALUE) {
        Reply.requireNumber("smallest", smallest);
        Reply.requireNumber("largest", largest);
        Reply.require(smallest <= largest, "a feature's smallest value is above its largest");
      }
    }
  }

  public static Reply<SiteCenters> centers(CoordinatorContext context) {
    return Reply.of(
        SiteCenters.class,
        centers -> {
          Reply.requireColumns("its centers", centers.means().columns(), context.dimension());
          context.reach().requireMeans(centers.means());
        });
  }

  public static Reply<SubspaceSamples> samples(int dimension) {
    return Reply.of(
        SubspaceSamples.class,
        samples -> {
          Reply.requireColumns("its samples", samples.samples().columns(), dimension);
          Reply.require(samples.samples().rows() > 0, "it has no sample");
          for (int s = 0; s < samples.samples().rows(); s++) {
            double squared = Arrays.stream(samples.samples().row(s)).map(v -> v * v).sum();
            // Records of zeros have no direction.
            Reply.require(
                squared == 0 || Math.abs(squared - 1) < UNIT_SLACK,
                "a sample is not of unit length");
          }
        });
  }

  public static Reply<PooledRecords> records(int dimension) {
    return Reply.of(
        PooledRecords.class,
        pooled -> Reply.requireColumns("its records", pooled.records().columns(), dimension));
  }

  /**
   * Returns prototypes, with a graph where the resolution has one. How many records a site has is
   * not known before; so the length of a message is settled where no graph is sent, and else how
   * many edges a graph over so many records has.
   */
  public static Reply<SiteStructure> structure(CoordinatorContext context, StudyPlan plan) {
    Resolution resolution = Resolution.of(plan);
    int dimension = context.dimension();
    int triangle = dimension * (dimension + 1) / 2;
    int spreads = resolution == Resolution.COARSE ? dimension : triangle;
    int prototypes = resolution == Resolution.COARSE ? Integer.MAX_VALUE : plan.clusters().value();
    boolean isNoisy = MethodOption.EPSILON.in(plan).isPresent();
    Reply<SiteStructure> reply =
        Reply.of(
            SiteStructure.class,
            site -> {
              Reply.requireColumns("its means", site.means().columns(), dimension);
              Reply.require(
                  site.spreads().columns() == spreads,
                  "it has spreads of %d numbers a prototype where %d are asked for"
                      .formatted(site.spreads().columns(), spreads));
              Reply.require(site.counts().size() > 0, "it has no prototype");
              Reply.require(
                  site.counts().size() <= prototypes,
                  "it has more prototypes than clusters are asked for");
              if (!isNoisy) { // noise may put a mean or a spread anywhere
                context.reach().requireMeans(site.means());
                requireSpreads(site, resolution);
              }
              requireCounts(site);
              requireGraph(site, resolution, plan);
            });
    long numbers = prototypes * (1L + dimension + spreads) + SiteStructure.SEARCH_NUMBERS;
    return resolution == Resolution.COMPONENT ? reply.ofAtMost(numbers) : reply;
  }

  private static void requireGraph(SiteStructure site, Resolution resolution, StudyPlan plan) {
    long nodes =
        switch (resolution) {
          case RECORD -> site.graph().memberships().size();
          case COMPONENT -> 0;
          case COARSE -> site.counts().size();
        };
    Reply.require(
        site.graph().edges().nodeCount() == nodes
            && (resolution == Resolution.RECORD) == (site.graph().memberships().size() > 0),
        "its graph is not over what was asked for");
    double records = resolution == Resolution.RECORD ? nodes : site.counts().sum();
    int neighbors = SppFgcMethod.neighbors(plan, (int) records); // the largest int, if it is more
    Reply.require(
        site.graph().edges().edgeCount() <= records * RankConstrainedGraph.mostEdges(neighbors),
        "its graph has more edges than its records have neighbors");
  }

  private static void requireCounts(SiteStructure site) {
    for (int p = 0; p < site.counts().size(); p++) {
      Reply.require(site.counts().at(p) >= 0, "a prototype has fewer records than none");
    }
    requireRecords(site.counts().sum());
  }

  private static void requireSpreads(SiteStructure site, Resolution resolution) {
    for (int p = 0; p < site.spreads().rows(); p++) {
      double[] own = site.spreads().row(p);
      Matrix spread =
          resolution == Resolution.COARSE
              ? diagonal(own)
              : new FeatureScatter(site.means().columns(), Matrix.over(1, own.length, own))
                  .symmetric();
      Reply.require(
          !Definiteness.isBroken(spread),
          "a prototype's spread is not positive semidefinite, as a covariance is");
    }
  }

  private static Matrix diagonal(double[] variances) {
    Matrix result = Matrix.zeros(variances.length, variances.length);
    for (int j = 0; j < variances.length; j++) {
      result.set(j, j, variances[j]);
    }
    return result;
  }
}

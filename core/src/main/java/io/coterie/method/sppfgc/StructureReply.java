package io.coterie.method.sppfgc;

import io.coterie.math.Matrix;
import io.coterie.math.internal.linear.Definiteness;
import io.coterie.message.internal.FeatureScatter;
import io.coterie.message.internal.SiteStructure;
import io.coterie.message.internal.SiteStructure.SiteGraph;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.MethodOption;
import io.coterie.method.Reply;
import io.coterie.method.Schedule;
import io.coterie.method.internal.check.Replies;
import io.coterie.plan.StudyPlan;
import io.coterie.site.internal.RankConstrainedGraph;

/**
 * What an honest site of SPP-FGC answers. Prototypes of all sites make one graph, so that a false
 * one would move the clusters of every site; what no records can give is refused before it is used.
 */
final class StructureReply {
  private StructureReply() {}

  /**
   * Returns prototypes, with a graph where the resolution has one. How many records a site has is
   * not known before; so the length of a message is settled where no graph is sent, and else how
   * many edges a graph over so many records has.
   */
  static Reply<SiteStructure> of(CoordinatorContext context, StudyPlan plan) {
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
    long numbers = prototypes * (1L + dimension + spreads) + SiteGraph.SEARCH_NUMBERS;
    return resolution == Resolution.COMPONENT ? reply.ofAtMost(numbers) : reply;
  }

  /** More records a site does not bring to a method that has them all in memory. */
  private static final long MOST_RECORDS = 10_000_000;

  /** Returns how many numbers a reply has at most; of a graph over records, very many. */
  static long mostNumbers(StudyPlan plan, long dimension) {
    long clusters = plan.clusters().value();
    long components =
        clusters * (1 + dimension + Schedule.triangle(dimension)) + SiteGraph.SEARCH_NUMBERS;
    if (Resolution.of(plan) == Resolution.COMPONENT) {
      return components;
    }
    long neighbors = SppFgcMethod.neighbors(plan, (int) MOST_RECORDS);
    long graph = MOST_RECORDS * RankConstrainedGraph.mostEdges((int) neighbors);
    if (Resolution.of(plan) == Resolution.RECORD) {
      return components + graph + MOST_RECORDS;
    }
    long groups = Math.max(2 * clusters, (long) (Math.sqrt(MOST_RECORDS) * SppFgcSite.FACTOR));
    return groups * (1 + 2 * dimension) + Schedule.triangle(groups) + SiteGraph.SEARCH_NUMBERS;
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
    // A limit on the edges is one on the memory that a site can make the coordinator use.
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
    Replies.requireRecords(site.counts().sum());
  }

  private static void requireSpreads(SiteStructure site, Resolution resolution) {
    for (int p = 0; p < site.spreads().rows(); p++) {
      double[] own = site.spreads().row(p);
      Matrix spread =
          resolution == Resolution.COARSE
              ? diagonal(own)
              : new FeatureScatter(Matrix.over(1, own.length, own)).symmetric();
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

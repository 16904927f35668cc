package io.coterie.method;

import io.coterie.protocol.Microclusters;
import io.coterie.protocol.PooledRecords;
import io.coterie.protocol.SiteCenters;
import io.coterie.protocol.SiteStructure;
import io.coterie.protocol.SubspaceSamples;

/** What honest sites answer where the reply is no sum. */
final class Replies {
  private Replies() {}

  /** Returns groups of records: some, each of at least one record. */
  static Reply groups(int dimension) {
    return Reply.of(
        Microclusters.class,
        groups -> {
          Reply.requireColumns("its means", groups.means().columns(), dimension);
          Reply.require(groups.counts().size() > 0, "it has no group");
          for (int g = 0; g < groups.counts().size(); g++) {
            Reply.require(groups.counts().at(g) >= 1, "a group has less than one record");
          }
        });
  }

  static Reply centers(int dimension) {
    return Reply.of(
        SiteCenters.class,
        centers -> Reply.requireColumns("its centers", centers.means().columns(), dimension));
  }

  static Reply samples(int dimension) {
    return Reply.of(
        SubspaceSamples.class,
        samples -> {
          Reply.requireColumns("its samples", samples.samples().columns(), dimension);
          Reply.require(samples.samples().rows() > 0, "it has no sample");
        });
  }

  static Reply records(int dimension) {
    return Reply.of(
        PooledRecords.class,
        pooled -> Reply.requireColumns("its records", pooled.records().columns(), dimension));
  }

  /** Returns prototypes, with a graph where the resolution has one. */
  static Reply structure(int dimension, Resolution resolution) {
    int spreads = resolution == Resolution.COARSE ? dimension : dimension * (dimension + 1) / 2;
    return Reply.of(
        SiteStructure.class,
        site -> {
          Reply.requireColumns("its means", site.means().columns(), dimension);
          Reply.require(
              site.spreads().columns() == spreads,
              "it has spreads of %d numbers a prototype where %d are asked for"
                  .formatted(site.spreads().columns(), spreads));
          Reply.require(site.counts().size() > 0, "it has no prototype");
          int nodes =
              switch (resolution) {
                case RECORD -> site.graph().memberships().size();
                case COMPONENT -> 0;
                case COARSE -> site.counts().size();
              };
          Reply.require(
              site.graph().edges().nodeCount() == nodes
                  && (resolution == Resolution.RECORD) == (site.graph().memberships().size() > 0),
              "its graph is not over what was asked for");
        });
  }
}

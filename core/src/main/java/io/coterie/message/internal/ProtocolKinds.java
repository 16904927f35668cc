package io.coterie.message.internal;

import io.coterie.message.FieldProtection;
import io.coterie.message.FieldProtection.Disclosure;
import io.coterie.message.FieldProtection.Rule;
import io.coterie.message.PayloadKind;
import io.coterie.message.Question;
import java.util.List;

/** The payloads that several methods share, with what protects each field that a site sends. */
public final class ProtocolKinds {
  private static final String SIZES = "none: exact numbers of records, by group";

  /** Distances, and with the means places, can be solved for: records are as good as sent. */
  private static final FieldProtection RECORD_GRAPH =
      FieldProtection.of(
          "none: the graph over all records; they can be rebuilt from it",
          Disclosure.RECORDS,
          Disclosure.RECORD_ORDER,
          Disclosure.GRAPH_OVER_RECORDS,
          Disclosure.SINGLE_VALUES,
          Disclosure.EXACT_COUNTS);

  /** Every kind. */
  public static final List<PayloadKind<?>> ALL =
      List.of(
          PayloadKind.of(AnchorGraph.class)
              .field("gram", "none: weighted sums over records near two anchors")
              .field("mass", "none: weighted counts of records near an anchor"),
          PayloadKind.of(AnchorSums.class)
              .field("unit", "public: the unit that the coordinator stated")
              .field("counts", SIZES, Disclosure.EXACT_COUNTS)
              .field("sums", "none: sums over the records nearest to an anchor", Rule.BY_COUNTS),
          PayloadKind.of(Anchors.class).asks("sums around the anchors"),
          PayloadKind.of(ClusterMoments.class)
              .field("counts", SIZES, Disclosure.EXACT_COUNTS)
              .field("sums", "none: sums over the records of a cluster")
              .field("triangle", "none: sums of products over all records"),
          PayloadKind.of(ClusterSums.class)
              .field("counts", SIZES, Disclosure.EXACT_COUNTS)
              .field("sums", "none: sums over the records of a cluster", Rule.BY_COUNTS),
          PayloadKind.of(GroupClusters.class),
          PayloadKind.of(FeatureRange.class)
              .field("smallest", "none: the smallest value by feature", Disclosure.SINGLE_VALUES)
              .field("largest", "none: the largest value by feature", Disclosure.SINGLE_VALUES),
          PayloadKind.of(FeatureScatter.class)
              .field("triangle", "none: sums of products over all records"),
          PayloadKind.of(FeatureSums.class)
              .field("records", "none: exact number of records", Disclosure.EXACT_COUNTS)
              .field(
                  "present", "none: exact numbers of values, by feature", Disclosure.EXACT_COUNTS)
              .field(
                  "sums",
                  "none: sums over all records of the site",
                  (usual, sent) -> sent.smallestCount() == 1 ? usual.ofGroups(1) : usual),
          PayloadKind.of(FuzzySums.class)
              .field("masses", "none: weighted counts over all records")
              .field("sums", "none: weighted sums over all records"),
          PayloadKind.of(Microclusters.class)
              .field("counts", SIZES, Disclosure.EXACT_COUNTS)
              .field("means", "none: means of groups", Rule.BY_COUNTS),
          PayloadKind.of(MixtureTotals.class)
              .field("counts", "none: weighted counts over all records")
              .field("firsts", "none: weighted sums over all records")
              .field("seconds", "none: weighted sums of products over all")
              .field("scores", "none: two sums over all records"),
          PayloadKind.of(NoisyTotals.class).field("step", "public: the name of the step"),
          PayloadKind.of(Question.class).asks("small groups of records"),
          PayloadKind.of(SealedCounts.class)
              .field("words", "sealed: only the sites can read the total"),
          PayloadKind.of(SiteCenters.class)
              .field("means", "none: means of local clusters", Rule.ofAtLeast(2)),
          PayloadKind.of(SiteStructure.class)
              .field("counts", SIZES, Disclosure.EXACT_COUNTS)
              .field("means", "none: means of groups", ProtocolKinds::ofPrototypes)
              .field("spreads", "none: variances of groups", ProtocolKinds::ofPrototypes)
              .field(
                  "edges",
                  "none: a graph over groups",
                  (usual, sent) -> sent.has("memberships") ? RECORD_GRAPH : usual)
              .field(
                  "memberships",
                  "none: the group of each record, in order",
                  Disclosure.RECORD_ORDER)
              .field("search", FieldProtection.SEARCH),
          PayloadKind.of(WholeTotals.class)
              .field(
                  "counts",
                  "masked: totals over all sites, none over fewer records than --min-group, or rounded")
              .field(
                  "sums", "masked: sums over all sites, none over fewer records than --min-group"),
          PayloadKind.of(WeightSums.class)
              .field("records", "none: exact number of records", Disclosure.EXACT_COUNTS)
              .field("weights", "none: a network trained on the records")
              .field("loss", "none: the mean loss over the records"));

  private ProtocolKinds() {}

  private static FieldProtection ofPrototypes(FieldProtection usual, FieldProtection.Sent sent) {
    return sent.hasNominalNoise()
        ? FieldProtection.of("Laplace noise, nominal: the groups are chosen by the records")
        : Rule.BY_COUNTS.in(usual, sent);
  }
}

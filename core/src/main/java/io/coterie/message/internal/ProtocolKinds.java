package io.coterie.message.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.math.IntVector;
import io.coterie.math.internal.cluster.FuzzyCMeans;
import io.coterie.message.Disclosure;
import io.coterie.message.FieldMismatch;
import io.coterie.message.FieldProtection;
import io.coterie.message.FieldProtection.Rule;
import io.coterie.message.Fields;
import io.coterie.message.PayloadKind;
import io.coterie.message.Question;
import java.util.List;

/**
 * The payloads of this package that may cross a border. {@link PooledRecords} is not among them:
 * records never do.
 */
public final class ProtocolKinds {
  private static final String SIZES = "none: exact numbers of records, by group";
  private static final String SEARCH = "none: how the site's own search ended";
  private static final String NOMINAL = "Laplace noise, nominal: its bounds are the records' own";

  /** Means and sums of groups are judged by the sizes that go with them. */
  private static final Rule BY_COUNTS = (usual, sent) -> usual.ofGroups(sent.smallestCount());

  /** Distances, and with the means places, can be solved for: records are as good as sent. */
  private static final FieldProtection RECORD_GRAPH =
      FieldProtection.of(
          "none: the graph over all records; they can be rebuilt from it",
          Disclosure.RECORDS,
          Disclosure.RECORD_ORDER,
          Disclosure.GRAPH_OVER_RECORDS,
          Disclosure.SINGLE_VALUES,
          Disclosure.EXACT_COUNTS);

  /** What a simulation pools. It is described and cannot be rebuilt. */
  public static final PayloadKind<PooledRecords> POOLED =
      new PayloadKind<>(
              "pooled-records",
              PooledRecords.class,
              fields -> {
                throw new FieldMismatch("Records do not cross a border.");
              })
          .field(
              "records",
              "none: the records themselves",
              Disclosure.RECORDS,
              Disclosure.RECORD_ORDER,
              Disclosure.SINGLE_VALUES,
              Disclosure.EXACT_COUNTS);

  /** Every kind. */
  public static final List<PayloadKind<?>> ALL =
      List.of(
          new PayloadKind<>(
                  "anchor-graph",
                  AnchorGraph.class,
                  fields -> new AnchorGraph(fields.graph("gram"), fields.vector("mass")))
              .field("gram", "none: weighted sums over records near two anchors")
              .field("mass", "none: weighted counts of records near an anchor"),
          new PayloadKind<>(
                  "anchor-sums",
                  AnchorSums.class,
                  fields ->
                      new AnchorSums(
                          fields.vector("counts"), fields.numbers("sums"), SumUnit.in(fields)))
              .field("unit", "public: the unit that the coordinator stated")
              .field("counts", SIZES, Disclosure.EXACT_COUNTS)
              .field("sums", "none: sums over the records nearest to an anchor", BY_COUNTS),
          new PayloadKind<>("anchors", Anchors.class, Anchors::of).asks("sums around the anchors"),
          new PayloadKind<>("cluster-moments", ClusterMoments.class, ProtocolKinds::moments)
              .field("counts", SIZES, Disclosure.EXACT_COUNTS)
              .field("sums", "none: sums over the records of a cluster")
              .field("triangle", "none: sums of products over all records"),
          new PayloadKind<>(
                  "cluster-sums",
                  ClusterSums.class,
                  fields -> new ClusterSums(fields.vector("counts"), fields.numbers("sums")))
              .field("counts", SIZES, Disclosure.EXACT_COUNTS)
              .field("sums", "none: sums over the records of a cluster", BY_COUNTS),
          new PayloadKind<>(
              "clusters",
              GroupClusters.class,
              fields -> new GroupClusters(fields.integers("clusters"), fields.integer("count"))),
          new PayloadKind<>(
              "common-centroids",
              CommonCentroids.class,
              fields -> new CommonCentroids(fields.numbers("centroids"))),
          new PayloadKind<>("feature-range", FeatureRange.class, ProtocolKinds::range)
              .field("smallest", "none: the smallest value by feature", Disclosure.SINGLE_VALUES)
              .field("largest", "none: the largest value by feature", Disclosure.SINGLE_VALUES),
          new PayloadKind<>(
                  "feature-scatter",
                  FeatureScatter.class,
                  fields -> FeatureScatter.ofTriangle(fields.numbers("triangle")))
              .field("triangle", "none: sums of products over all records"),
          new PayloadKind<>(
                  "feature-sums",
                  FeatureSums.class,
                  fields ->
                      new FeatureSums(
                          fields.number("records"),
                          fields.vector("present"),
                          fields.vector("sums")))
              .field("records", "none: exact number of records", Disclosure.EXACT_COUNTS)
              .field(
                  "present", "none: exact numbers of values, by feature", Disclosure.EXACT_COUNTS)
              .field(
                  "sums",
                  "none: sums over all records of the site",
                  (usual, sent) -> sent.smallestCount() == 1 ? usual.ofGroups(1) : usual),
          new PayloadKind<>("fuzzy-centers", FuzzyCenters.class, ProtocolKinds::fuzzyCenters)
              .asks("sums by membership"),
          new PayloadKind<>("fuzzy-sums", FuzzySums.class, ProtocolKinds::fuzzySums)
              .field("masses", "none: weighted counts over all records")
              .field("sums", "none: weighted sums over all records"),
          new PayloadKind<>(
                  "microclusters",
                  Microclusters.class,
                  fields -> new Microclusters(fields.vector("counts"), fields.numbers("means")))
              .field("counts", SIZES, Disclosure.EXACT_COUNTS)
              .field("means", "none: means of groups", BY_COUNTS),
          new PayloadKind<>("mixture-sums", MixtureTotals.class, MixtureTotals::of)
              .field("counts", "none: weighted counts over all records")
              .field("firsts", "none: weighted sums over all records")
              .field("seconds", "none: weighted sums of products over all")
              .field("scores", "none: two sums over all records"),
          new PayloadKind<>(
                  "noisy-sums",
                  NoisySums.class,
                  fields -> new NoisySums(fields.vector("counts"), fields.numbers("residuals")))
              .field("counts", NOMINAL)
              .field("residuals", NOMINAL),
          new PayloadKind<>("noisy-totals", NoisyTotals.class, NoisyTotals::of)
              .field("step", "public: the name of the step"),
          new PayloadKind<>(
                  "point-offer",
                  PointOffer.class,
                  fields -> new PointOffer(flag(fields.integer("possible"))))
              .field("possible", "none: whether there are records enough"),
          new PayloadKind<>(
              "point-request", PointRequest.class, fields -> new PointRequest(fields.text("site"))),
          new PayloadKind<>("question", Question.class, fields -> new Question(fields.text("name")))
              .asks("small groups of records"),
          new PayloadKind<>(
                  "record-box",
                  RecordBox.class,
                  fields -> new RecordBox(fields.number("records"), range(fields)))
              .field("records", "none: exact number of records", Disclosure.EXACT_COUNTS)
              .field("smallest", "none: the smallest value by feature", Disclosure.SINGLE_VALUES)
              .field("largest", "none: the largest value by feature", Disclosure.SINGLE_VALUES),
          new PayloadKind<>(
                  "shared-point",
                  SharedPoint.class,
                  fields -> new SharedPoint(fields.vector("point"), fields.vector("embedding")))
              .field("point", "none: mean of near records", ofAtLeast(SharedPoint.LEAST))
              .field("embedding", "none: that mean in the site's own graph"),
          new PayloadKind<>(
                  "site-centers",
                  SiteCenters.class,
                  fields -> new SiteCenters(fields.numbers("means")))
              .field("means", "none: means of local clusters", ofAtLeast(2)),
          new PayloadKind<>("spectral-centroids", SpectralCentroids.class, ProtocolKinds::spectral)
              .field(
                  "centroids",
                  "none: means of eigenvector entries",
                  (usual, sent) ->
                      sent.smallestGroup() > 1 ? usual.ofGroups(sent.smallestGroup()) : usual)
              .field("search", SEARCH),
          new PayloadKind<>("structure", SiteStructure.class, ProtocolKinds::structure)
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
              .field("search", SEARCH),
          new PayloadKind<>(
                  "subspace-samples",
                  SubspaceSamples.class,
                  fields ->
                      new SubspaceSamples(
                          fields.numbers("samples"), flag(fields.integer("search"))))
              .field(
                  "samples", "none: random points of local subspaces", ofAtLeast(SharedPoint.LEAST))
              .field("search", SEARCH),
          new PayloadKind<>(
                  "weight-sums",
                  WeightSums.class,
                  fields ->
                      new WeightSums(
                          fields.number("records"),
                          fields.vector("weights"),
                          fields.number("loss")))
              .field("records", "none: exact number of records", Disclosure.EXACT_COUNTS)
              .field("weights", "none: a network trained on the records")
              .field("loss", "none: the mean loss over the records"));

  private ProtocolKinds() {}

  /** Groups whose sizes are not sent have at least so many records. */
  private static Rule ofAtLeast(int fewest) {
    return (usual, sent) -> usual.ofGroups(Math.max(fewest, sent.smallestGroup()));
  }

  private static FieldProtection ofPrototypes(FieldProtection usual, FieldProtection.Sent sent) {
    return sent.hasNominalNoise()
        ? FieldProtection.of("Laplace noise, nominal: the groups are chosen by the records")
        : BY_COUNTS.in(usual, sent);
  }

  private static ClusterMoments moments(Fields fields) {
    return new ClusterMoments(
        fields.vector("counts"),
        fields.numbers("sums"),
        FeatureScatter.ofTriangle(fields.numbers("triangle")));
  }

  private static FeatureRange range(Fields fields) {
    return new FeatureRange(fields.vector("smallest"), fields.vector("largest"));
  }

  private static FuzzyCenters fuzzyCenters(Fields fields) {
    return new FuzzyCenters(new FuzzyCMeans(fields.numbers("centers"), fields.number("fuzzifier")));
  }

  private static FuzzySums fuzzySums(Fields fields) {
    return new FuzzySums(new FuzzyCMeans.Sums(fields.vector("masses"), fields.numbers("sums")));
  }

  private static SpectralCentroids spectral(Fields fields) {
    IntVector search = fields.integers("search", 2);
    return new SpectralCentroids(fields.numbers("centroids"), search.at(0), flag(search.at(1)));
  }

  private static SiteStructure structure(Fields fields) {
    IntVector search = fields.integers("search", 2);
    SparseGraph edges =
        fields.has("edges") ? fields.graph("edges") : SparseGraph.builder(0).build();
    IntVector memberships =
        fields.has("memberships") ? fields.integers("memberships") : IntVector.of();
    return new SiteStructure(
        fields.vector("counts"),
        fields.numbers("means"),
        fields.numbers("spreads"),
        new SiteGraph(edges, memberships, flag(search.at(0)), search.at(1)));
  }

  private static boolean flag(int value) {
    if (value != 0 && value != 1) {
      throw new IllegalArgumentException("A flag is neither 0 nor 1.");
    }
    return value == 1;
  }
}

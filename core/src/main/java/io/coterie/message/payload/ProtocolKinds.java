package io.coterie.message.payload;

import io.coterie.graph.SparseGraph;
import io.coterie.math.IntVector;
import io.coterie.math.internal.cluster.FuzzyCMeans;
import io.coterie.message.Fields;
import io.coterie.message.PayloadKind;
import io.coterie.message.Question;
import io.coterie.message.SumUnit;
import java.util.List;

/**
 * The payloads of this package that may cross a border. {@link PooledRecords} is not among them:
 * records never do.
 */
public final class ProtocolKinds {
  /** Every kind. */
  public static final List<PayloadKind<?>> ALL =
      List.of(
          new PayloadKind<>(
              "anchor-graph",
              AnchorGraph.class,
              fields -> new AnchorGraph(fields.graph("gram"), fields.vector("mass"))),
          new PayloadKind<>(
              "anchor-sums",
              AnchorSums.class,
              fields ->
                  new AnchorSums(
                      fields.vector("counts"), fields.numbers("sums"), SumUnit.in(fields))),
          new PayloadKind<>("anchors", Anchors.class, Anchors::of),
          new PayloadKind<>("cluster-moments", ClusterMoments.class, ProtocolKinds::moments),
          new PayloadKind<>(
              "cluster-sums",
              ClusterSums.class,
              fields -> new ClusterSums(fields.vector("counts"), fields.numbers("sums"))),
          new PayloadKind<>(
              "clusters",
              GroupClusters.class,
              fields -> new GroupClusters(fields.integers("clusters"), fields.integer("count"))),
          new PayloadKind<>(
              "common-centroids",
              CommonCentroids.class,
              fields -> new CommonCentroids(fields.numbers("centroids"))),
          new PayloadKind<>("feature-range", FeatureRange.class, ProtocolKinds::range),
          new PayloadKind<>(
              "feature-scatter",
              FeatureScatter.class,
              fields -> FeatureScatter.ofTriangle(fields.numbers("triangle"))),
          new PayloadKind<>(
              "feature-sums",
              FeatureSums.class,
              fields ->
                  new FeatureSums(
                      fields.number("records"), fields.vector("present"), fields.vector("sums"))),
          new PayloadKind<>("fuzzy-centers", FuzzyCenters.class, ProtocolKinds::fuzzyCenters),
          new PayloadKind<>("fuzzy-sums", FuzzySums.class, ProtocolKinds::fuzzySums),
          new PayloadKind<>(
              "microclusters",
              Microclusters.class,
              fields -> new Microclusters(fields.vector("counts"), fields.numbers("means"))),
          new PayloadKind<>("mixture-sums", MixtureTotals.class, MixtureTotals::of),
          new PayloadKind<>(
              "noisy-sums",
              NoisySums.class,
              fields -> new NoisySums(fields.vector("counts"), fields.numbers("residuals"))),
          new PayloadKind<>("noisy-totals", NoisyTotals.class, NoisyTotals::of),
          new PayloadKind<>(
              "point-offer",
              PointOffer.class,
              fields -> new PointOffer(flag(fields.integer("possible")))),
          new PayloadKind<>(
              "point-request", PointRequest.class, fields -> new PointRequest(fields.text("site"))),
          new PayloadKind<>(
              "question", Question.class, fields -> new Question(fields.text("name"))),
          new PayloadKind<>(
              "record-box",
              RecordBox.class,
              fields -> new RecordBox(fields.number("records"), range(fields))),
          new PayloadKind<>(
              "shared-point",
              SharedPoint.class,
              fields -> new SharedPoint(fields.vector("point"), fields.vector("embedding"))),
          new PayloadKind<>(
              "site-centers",
              SiteCenters.class,
              fields -> new SiteCenters(fields.numbers("means"))),
          new PayloadKind<>("spectral-centroids", SpectralCentroids.class, ProtocolKinds::spectral),
          new PayloadKind<>("structure", SiteStructure.class, ProtocolKinds::structure),
          new PayloadKind<>(
              "subspace-samples",
              SubspaceSamples.class,
              fields ->
                  new SubspaceSamples(fields.numbers("samples"), flag(fields.integer("search")))),
          new PayloadKind<>(
              "weight-sums",
              WeightSums.class,
              fields ->
                  new WeightSums(
                      fields.number("records"), fields.vector("weights"), fields.number("loss"))));

  private ProtocolKinds() {}

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

package io.coterie.bench.paper;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.bench.BenchData;
import io.coterie.bench.BenchmarkRun;
import io.coterie.bench.CellRunner;
import io.coterie.bench.ObservedFederation;
import io.coterie.bench.Variant;
import io.coterie.federation.RunResult;
import io.coterie.fusion.internal.ConstrainedLaplacianRank;
import io.coterie.fusion.internal.FusedGraph;
import io.coterie.fusion.internal.LearnedGraph;
import io.coterie.fusion.internal.StructureFusion;
import io.coterie.graph.SparseGraph;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.AnchorGraph;
import io.coterie.message.internal.Anchors;
import io.coterie.message.internal.SiteStructure;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Methods;
import io.coterie.partition.Partition;
import io.coterie.plan.StudyPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The paper's Fig. 5: the private graphs of two sites, the fused graph E* and the learned graph S
 * of SPP-FGC, and below them the same of the anchor graph. Records are drawn in order of their true
 * groups, anchors in order of their clusters; no method sees that order.
 *
 * @param data a small set
 */
record GraphPictures(BenchData data, int sites, Parallel parallel) {
  private static final Seed SEED = new Seed(0);

  List<ObjectNode> draw() {
    return Stream.concat(structure().stream(), anchors().stream()).toList();
  }

  private List<ObjectNode> structure() {
    Partition partition = CellRunner.partition(data, BenchmarkRun.Split.iid(sites, 0), SEED);
    List<SiteStructure> sent = new ArrayList<>();
    rehearse(
        Variant.parse("spp-fgc:resolution=record"),
        (question, replies) -> {
          if (replies.get(0).payload() instanceof SiteStructure) {
            replies.forEach(reply -> sent.add(reply.payloadAs(SiteStructure.class)));
          }
        });
    List<int[]> rows = partition.sites().stream().map(Partition.Site::toArray).toList();
    int[] all = rows.stream().flatMapToInt(IntStream::of).toArray();
    Seed coordinator = SEED.child("coordinator");
    int clusters = data.truth().classCount();
    FusedGraph fused = new StructureFusion(clusters, coordinator, parallel).recordGraph(sent);
    ConstrainedLaplacianRank.Trace learned =
        new ConstrainedLaplacianRank(clusters, coordinator.child("clr"), parallel).trace(fused);
    List<ObjectNode> panels = new ArrayList<>();
    for (int s = 0; s < Math.min(2, sent.size()); s++) {
      int[] own = rows.get(s);
      panels.add(
          Figure.heatMap(
              "spp-fgc: private graph of site %d, %d records".formatted(s + 1, own.length),
              ordered(dense(sent.get(s).graph().edges()), i -> data.truth().of(own[i]))));
    }
    panels.add(
        Figure.heatMap(
            "fused graph E*, %d records".formatted(all.length),
            ordered(LearnedGraph.of(fused, parallel).dense(), i -> data.truth().of(all[i]))));
    panels.add(
        Figure.heatMap(
            "learned graph S, %d components".formatted(learned.result().components()),
            ordered(learned.learned().dense(), i -> data.truth().of(all[i]))));
    return panels;
  }

  private List<ObjectNode> anchors() {
    List<SiteMessage> sent = new ArrayList<>();
    List<Matrix> points = new ArrayList<>();
    RunResult outcome =
        rehearse(
            Variant.of(GridParts.GROUPS),
            (question, replies) -> {
              if (question instanceof Anchors asked && asked.neighbors() > 0) {
                points.add(asked.points());
                sent.addAll(replies);
              }
            });
    Labels clusters = outcome.model().clusters().label(points.get(0), parallel);
    List<ObjectNode> panels = new ArrayList<>();
    for (int s = 0; s < Math.min(2, sent.size()); s++) {
      panels.add(
          Figure.heatMap(
              "anchor-graph:groups: B of site %d, %d anchors".formatted(s + 1, clusters.size()),
              ordered(dense(sent.get(s).payloadAs(AnchorGraph.class).gram()), clusters::of)));
    }
    AnchorGraph total = SiteMessage.total(sent, AnchorGraph.class);
    panels.add(Figure.heatMap("sum B over all sites", ordered(dense(total.gram()), clusters::of)));
    panels.add(Figure.heatMap("clusters of the anchors", blocks(clusters)));
    return panels;
  }

  private RunResult rehearse(Variant variant, ObservedFederation.Watcher watcher) {
    FederatedMethod method = Methods.named(variant.method());
    StudyPlan plan = CellRunner.plan(variant, data, BenchmarkRun.Input.AUTO);
    Partition partition = CellRunner.partition(data, BenchmarkRun.Split.iid(sites, 0), SEED);
    return new ObservedFederation(method, plan, CellRunner.sites(data, partition), SEED)
        .run(parallel, watcher);
  }

  private static Matrix dense(SparseGraph graph) {
    Matrix all = Matrix.zeros(graph.nodeCount(), graph.nodeCount());
    for (int i = 0; i < graph.nodeCount(); i++) {
      int row = i;
      graph.forEachNeighbor(i, (j, weight) -> all.set(row, j, weight));
    }
    return all;
  }

  private static Matrix blocks(Labels clusters) {
    Matrix all = Matrix.zeros(clusters.size(), clusters.size());
    for (int i = 0; i < clusters.size(); i++) {
      for (int j = 0; j < clusters.size(); j++) {
        all.set(i, j, clusters.of(i) == clusters.of(j) ? 1 : 0);
      }
    }
    return ordered(all, clusters::of);
  }

  private static Matrix ordered(Matrix matrix, IntUnaryOperator group) {
    int[] order =
        IntStream.range(0, matrix.rows())
            .boxed()
            .sorted(Comparator.comparingInt(group::applyAsInt))
            .mapToInt(Integer::intValue)
            .toArray();
    Matrix result = Matrix.zeros(order.length, order.length);
    for (int i = 0; i < order.length; i++) {
      for (int j = 0; j < order.length; j++) {
        result.set(i, j, matrix.at(order[i], order[j]));
      }
    }
    return result;
  }
}

package io.coterie.bench.speed;

import io.coterie.message.Labels;
import io.coterie.metrics.ExternalScores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The whole way from images to clusters, ours across sites and the others' on all records.
 *
 * @param lab where they run
 * @param peers the others
 * @param program the class of the command line
 */
record ClusterBench(ProcessRunner lab, Peers peers, String program) {
  private static final int CLUSTERS = 10;
  private static final int SITES = 10;
  private static final String REFERENCE = "scikit-learn kneighbors, float64, alone";

  /** Clusters digits; the row of exact neighbors is what the promise is about. */
  CostTable table(Digits digits, Row neighbors, boolean slow) {
    Map<String, String> steps = new TreeMap<>();
    steps.put("scikit-learn KMeans, 10 starts", "kmeans");
    steps.put("scikit-learn MiniBatchKMeans, 10 starts", "minibatch");
    if (slow) {
      steps.put("scikit-learn SpectralClustering, lobpcg, cluster_qr", "spectral");
    }
    List<Row> rows = new ArrayList<>();
    rows.add(ours(digits));
    steps.forEach((name, step) -> rows.add(peer(digits, name, step)));
    rows.add(
        neighbors.named(REFERENCE).withNote(neighbors.costs().isEmpty() ? neighbors.note() : ""));
    return new CostTable(
        "cluster",
        "Clusters of MNIST, %,d x %d".formatted(digits.points().rows(), digits.points().columns()),
        REFERENCE,
        rows,
        List.of(
            "ours: %d sites, reading, gradients of the images, scores and files included;"
                    .formatted(SITES)
                + " the others: all pixels in one place"));
  }

  private Row ours(Digits digits) {
    return lab.java(
            "coterie simulate, %d sites".formatted(SITES),
            program,
            "simulate",
            "--data",
            digits.images().toString(),
            "--labels",
            digits.labels().toString(),
            "--clusters",
            Integer.toString(CLUSTERS),
            "--sites",
            Integer.toString(SITES),
            "--out",
            lab.scratch().file("simulated").toString(),
            "--format",
            "json")
        .scored();
  }

  private Row peer(Digits digits, String name, String step) {
    ProcessRunner.Ended ended =
        peers.run(
            name,
            step,
            digits.points().folder().toString(),
            Integer.toString(digits.points().columns()),
            Integer.toString(CLUSTERS));
    return ended.isMeasured() ? scored(ended.row(), digits) : ended.row();
  }

  private static Row scored(Row row, Digits digits) {
    int[] found = RawFile.readInts(digits.points().folder().resolve("labels.i32"));
    int count = Arrays.stream(found).max().orElse(0) + 1;
    return row.withScores(
        Row.Scores.of(ExternalScores.of(digits.truth(), Labels.of(found, count))));
  }
}

package io.coterie.bench.speed;

import io.coterie.bench.Catalogue;
import io.coterie.bench.DataLibrary;
import io.coterie.data.DataReader;
import io.coterie.data.DataSet;
import io.coterie.data.LabelReader;
import io.coterie.data.ReadOptions;
import io.coterie.message.Labels;
import io.coterie.method.Methods;
import io.coterie.metrics.ExternalScores;
import io.coterie.metrics.TrueLabels;
import io.coterie.plan.PrivacyLevel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The whole way from images to clusters, ours across sites and the others' on all records.
 *
 * @param program the class of the command line
 */
record ClusterBench(ProcessRunner lab, String program) {
  private static final int CLUSTERS = 10;
  private static final int SITES = 10;
  private static final String REFERENCE = "scikit-learn kneighbors, float64, alone";

  /**
   * MNIST as contenders read it.
   *
   * @param images the file as it is
   * @param points the pixels, 0 to 1, as raw numbers
   * @param truth the true group of each image, for scores alone
   */
  record Digits(Path images, Path labels, NeighborBench.PointFolder points, TrueLabels truth) {
    static final Catalogue.Entry ENTRY = Catalogue.builtIn().named("mnist");

    /** Writes the pixels to the scratch folder; the set must be there. */
    static Digits write(DataLibrary library, Scratch scratch) {
      Path images = library.path(ENTRY.source().data().orElseThrow());
      Path labels = library.path(ENTRY.source().labels().orElseThrow());
      DataSet data = DataReader.read(images.toString(), ReadOptions.defaults());
      TrueLabels truth = TrueLabels.of(LabelReader.read(labels.toString(), data.positions()));
      Path folder = scratch.newFolder("mnist");
      RawFile.write(folder.resolve("points.f64"), data.records().array());
      return new Digits(
          images,
          labels,
          new NeighborBench.PointFolder(folder, data.size(), data.records().columns()),
          truth);
    }
  }

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
        new Row(
            REFERENCE,
            neighbors.costs(),
            neighbors.scores(),
            neighbors.costs().isEmpty() ? neighbors.note() : ""));
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
            "coterie simulate, %s, level totals, %d sites".formatted(Methods.DEFAULT, SITES),
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
            "--method",
            Methods.DEFAULT,
            "--privacy",
            PrivacyLevel.TOTALS.word(),
            "--out",
            lab.scratch().file("simulated").toString(),
            "--format",
            "json")
        .scored();
  }

  private Row peer(Digits digits, String name, String step) {
    ProcessRunner.Ended ended =
        lab.peer(
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
    ExternalScores scores = ExternalScores.of(digits.truth(), Labels.of(found, count));
    return row.withScores(scores.accuracy(), scores.nmi());
  }
}

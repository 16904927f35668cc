package io.coterie.method;

import io.coterie.fusion.internal.BlockMap;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.internal.SiteStructure.SiteGraph;
import java.util.Map;

/**
 * What a coordinator can draw of a study: what the sites let out and what follows from it, nothing
 * else. A report that is made of sketches alone therefore tells no more than the sites did.
 */
public sealed interface Diagnostics {
  /**
   * Anchors, microclusters or prototypes, in the space of the model.
   *
   * @param name what they are
   * @param points one row each
   * @param mass how many records each stands for: exact, weighted or noisy, as it was let out
   * @param clusters the cluster of each
   */
  record Places(String name, Matrix points, Vector mass, IntVector clusters)
      implements Diagnostics {
    public Places {
      if (points.rows() != mass.size() || points.rows() != clusters.size()) {
        throw new IllegalArgumentException(
            "%d places, %d masses and %d clusters do not fit together."
                .formatted(points.rows(), mass.size(), clusters.size()));
      }
    }
  }

  /**
   * A graph as blocks.
   *
   * @param name of the graph, as "learned graph S"
   * @param map its weights
   */
  record Blocks(String name, BlockMap map) implements Diagnostics {}

  /**
   * The largest eigenvalues of the graph, which tell how many clusters it has.
   *
   * @param eigenvalues largest first
   */
  record Spectrum(Vector eigenvalues) implements Diagnostics {}

  /**
   * How the work came to rest.
   *
   * @param name what is shown
   * @param step what is counted along the way, as "step of EM"
   * @param measure what a value is, as "distance"
   * @param values one for each step
   */
  record Curve(String name, String step, String measure, Vector values) implements Diagnostics {}

  /**
   * How a round of a method that learns went, in numbers that need no label.
   *
   * @param stage of the method, such as "prototypes"
   * @param round of that stage; 0 before the first
   * @param values by name, such as "loss"
   */
  record Signals(String stage, int round, Map<String, Double> values) implements Diagnostics {
    public Signals {
      values = Map.copyOf(values);
    }
  }

  /**
   * What clusters look like, as images: means over all sites, or what a network makes of them.
   *
   * @param name what they are, as "prototypes as the network draws them, round 2"
   * @param height of an image
   * @param width of an image
   * @param pixels one row an image, channel after channel
   * @param mass how many records each stands for; a single one's image might be the record itself
   * @param clusters of the answer, one an image; none where the clusters are those of a round on
   *     the way
   */
  record Images(String name, int height, int width, Matrix pixels, Vector mass, IntVector clusters)
      implements Diagnostics {
    public Images {
      if (pixels.rows() != mass.size()
          || (clusters.size() > 0 && clusters.size() != pixels.rows())) {
        throw new IllegalArgumentException(
            "%d images, %d masses and %d clusters do not fit together."
                .formatted(pixels.rows(), mass.size(), clusters.size()));
      }
      if (height < 1 || width < 1 || pixels.columns() % (height * width) != 0) {
        throw new IllegalArgumentException(
            "%d values are no image of %d x %d.".formatted(pixels.columns(), height, width));
      }
    }
  }

  /**
   * How many records of a site are in each cluster, as far as the groups tell that it sent by
   * itself; no site is named whose counts were hidden by masks or by noise.
   *
   * @param site which
   * @param records one number for each cluster
   */
  record SiteSizes(String site, Vector records) implements Diagnostics {}

  /**
   * A graph over records that a site sent in the clear (level paper).
   *
   * @param site which
   * @param graph over its records
   */
  record SentGraph(String site, SiteGraph graph) implements Diagnostics {}

  /**
   * How far noise takes a total over the records of a cluster, as a standard deviation; known
   * before anything is spent, but for the scale of the records.
   *
   * @param records of a count
   * @param shares of how many records have a level
   * @param ranges of a sum of numbers, in ranges of their columns
   */
  record SumNoise(double records, double shares, double ranges) implements Diagnostics {}
}

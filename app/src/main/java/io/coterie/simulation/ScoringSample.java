package io.coterie.simulation;

import io.coterie.features.Representation;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.metrics.InternalScores;
import io.coterie.metrics.ScoreSample;
import java.util.Arrays;

/**
 * The lines of an answer whose records are looked at as the model sees them: all, or where there
 * are many a sample. To see all of them would cost as much as a site's own work with them.
 *
 * @param lines in increasing order
 * @param points of these lines, one row each
 * @param isSample whether there are other lines
 */
public record ScoringSample(IntVector lines, Matrix points, boolean isSample) {
  /**
   * Looks at records.
   *
   * @param rows the record of each line
   * @param seed chooses the sample
   */
  public static ScoringSample of(
      Representation representation, Matrix records, IntVector rows, Seed seed, Parallel parallel) {
    IntVector lines = ScoreSample.of(rows.size(), seed);
    int[] chosen = Arrays.stream(lines.toArray()).map(rows::at).toArray();
    return new ScoringSample(
        lines,
        representation.apply(records.selectRows(chosen), parallel),
        lines.size() < rows.size());
  }

  /** Returns how compact the clusters of these lines are. */
  public InternalScores score(Labels clusters, Parallel parallel) {
    int[] own = Arrays.stream(lines.toArray()).map(clusters::of).toArray();
    return InternalScores.of(points, Labels.of(own, clusters.clusterCount()), parallel);
  }
}

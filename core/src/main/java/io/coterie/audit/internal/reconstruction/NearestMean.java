package io.coterie.audit.internal.reconstruction;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The attack on means: each record is taken to be the nearest of those that can be read. Which one
 * that is was not sent; the attacker is granted it.
 *
 * @param means one row each
 * @param alone how many of them are of a single record
 */
public record NearestMean(Matrix means, int alone) {
  /** Finds the means of so many features in a site's replies; empty if there are none. */
  public static Optional<NearestMean> sent(List<Payload> replies, int dimension) {
    List<Matrix> sent = new ArrayList<>();
    int alone = 0;
    for (Payload reply : replies) {
      boolean hasPoints = false;
      int ofOne = 0;
      for (Field field : reply.fields()) {
        if (field instanceof Field.Numbers numbers && isPoints(numbers, dimension)) {
          sent.add(numbers.values());
          hasPoints = true;
        } else if (field instanceof Field.Numbers counts && field.name().equals("counts")) {
          for (double count : counts.values().array()) {
            ofOne += count == 1 ? 1 : 0;
          }
        }
      }
      alone += hasPoints ? ofOne : 0;
    }
    return sent.isEmpty()
        ? Optional.empty()
        : Optional.of(new NearestMean(Matrix.stacked(sent), alone));
  }

  /** States records as the means that are nearest to them. */
  public Reconstruction rebuild(Matrix points, Parallel parallel) {
    int[] nearest = KMeans.nearest(points, means, parallel);
    return Reconstruction.of(
        "each record is taken to be the nearest of %d means".formatted(means.rows()),
        points,
        means.selectRows(nearest),
        alone);
  }

  /** Returns the squared distance of each record to the mean that is nearest. */
  public double[] distances(Matrix points, Parallel parallel) {
    int[] nearest = KMeans.nearest(points, means, parallel);
    double[] distances = new double[nearest.length];
    for (int i = 0; i < nearest.length; i++) {
      for (int j = 0; j < points.columns(); j++) {
        distances[i] += Math.pow(points.at(i, j) - means.at(nearest[i], j), 2);
      }
    }
    return distances;
  }

  private static boolean isPoints(Field.Numbers numbers, int dimension) {
    return numbers.values().columns() == dimension
        && (numbers.name().equals("means") || numbers.name().equals("centers"));
  }
}

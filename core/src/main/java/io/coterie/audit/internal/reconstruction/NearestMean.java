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
 * The attack on summaries of groups: each record is taken to be the nearest of the points that were
 * sent. Which one that is was not sent; the attacker is granted it.
 */
public final class NearestMean {
  private NearestMean() {}

  /** Empty if the replies hold no points. */
  public static Optional<Reconstruction> of(
      Matrix points, List<Payload> replies, Parallel parallel) {
    List<Matrix> sent = new ArrayList<>();
    int alone = 0;
    for (Payload reply : replies) {
      boolean hasPoints = false;
      int ofOne = 0;
      for (Field field : reply.fields()) {
        if (field instanceof Field.Numbers numbers && isPoints(numbers, points.columns())) {
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
    if (sent.isEmpty()) {
      return Optional.empty();
    }
    Matrix all = Matrix.stacked(sent);
    int[] nearest = KMeans.nearest(points, all, parallel);
    return Optional.of(
        Reconstruction.of(
            "each record is taken to be the nearest of the %d points that were sent"
                .formatted(all.rows()),
            points,
            all.selectRows(nearest),
            alone));
  }

  private static boolean isPoints(Field.Numbers numbers, int dimension) {
    return numbers.values().columns() == dimension
        && (numbers.name().equals("means") || numbers.name().equals("centers"));
  }
}

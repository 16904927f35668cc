package io.coterie.site.internal;

import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import java.util.stream.IntStream;

/**
 * A point near a site's records that is none of them: the mean of ⌈√n⌉ records, at least {@link
 * #LEAST}, nearest to one drawn at random.
 */
public final class SharedMean {
  /** The fewest records whose mean may be shared: fewer would be given away. */
  public static final int LEAST = 5;

  private SharedMean() {}

  /** A mean of too few records would not hide them. */
  public static boolean isPossible(Matrix records, int smallestGroup) {
    return records.rows() >= Math.max(LEAST, smallestGroup);
  }

  /** There must be enough records. */
  public static Vector of(Matrix records, int smallestGroup, Seed seed, Parallel parallel) {
    int n = records.rows();
    int least = Math.max(LEAST, smallestGroup);
    if (!isPossible(records, smallestGroup)) {
      throw new IllegalArgumentException(
          "A mean of %d records gives them away; it needs at least %d.".formatted(n, least));
    }
    int group = Math.max(least, (int) Math.ceil(Math.sqrt(n)));
    Matrix drawn = records.selectRows(new int[] {seed.random().nextInt(n)});
    Neighbors near = NearestNeighbors.of(drawn, records, group, parallel);
    int[] nearest = IntStream.range(0, group).map(h -> near.index(0, h)).toArray();
    return Vector.of(records.selectRows(nearest).columnMeans());
  }
}

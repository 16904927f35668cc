package io.coterie.method.strict;

import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Payload;
import io.coterie.privacy.NoisyBlock;
import java.util.List;
import java.util.Map;

/** A question of the strict level. It is answered by whole-number sums over the records. */
sealed interface StrictQuestion extends Payload
    permits EdgesQuestion,
        GridQuestion,
        LineQuestion,
        LloydQuestion,
        StrictMomentsQuestion,
        ScatterQuestion {
  /** No coordinate of a point is larger; the unit ball is what matters. */
  double FARTHEST = 1e6;

  /** Returns the steps that are taken with all records before this question is answered. */
  List<RecordMap> steps();

  /**
   * Returns the points that records become. What is no number or beyond all bounds is put within
   * them, so that no record, however strange, makes a site fail: an error would tell of it.
   */
  default Matrix points(Matrix records, Parallel parallel) {
    Matrix points = new Representation(steps()).apply(records, parallel).copy();
    double[] values = points.array();
    for (int i = 0; i < values.length; i++) {
      double value = Math.max(-FARTHEST, Math.min(FARTHEST, values[i]));
      values[i] = Double.isNaN(value) ? 0 : value;
    }
    return points;
  }

  /**
   * Returns the sizes of the blocks that answer it, in order.
   *
   * @param step that pays for it
   * @param dimension of a record in the unit ball
   */
  Map<String, Integer> blockSizes(StrictStep step, int dimension);

  /** Refuses what no records give with the noise of the step; see {@link NoisySumInvariants}. */
  void require(NoisySumInvariants totals);

  /** Returns the exact sums over the points, each with the mechanism that the step pays for. */
  List<NoisyBlock> measure(Matrix points, StrictStep step, Parallel parallel);
}

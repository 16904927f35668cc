package io.coterie.method.strict;

import io.coterie.features.RecordMap;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.privacy.NoisyBlock;
import io.coterie.protocol.Payload;
import java.util.List;

/** A question of the strict level. It is answered by whole-number sums over the records. */
sealed interface StrictQuestion extends Payload
    permits EdgesQuestion,
        GridQuestion,
        LineQuestion,
        LloydQuestion,
        MomentsQuestion,
        ScatterQuestion {
  /** Returns the steps that are taken with all records before this question is answered. */
  List<RecordMap> steps();

  /** Returns the exact sums over the points, each with the mechanism that the step pays for. */
  List<NoisyBlock> measure(Matrix points, StrictStep step, Parallel parallel);
}

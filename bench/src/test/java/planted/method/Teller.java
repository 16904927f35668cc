package planted.method;

import io.coterie.math.LongVector;
import io.coterie.method.SiteContext;
import io.coterie.method.dp.DpClustering;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.NoisyBlock;
import java.util.List;

/** Exact sums that were taken past the gate. */
public final class Teller {
  public LongVector before(NoisyBlock block) {
    return block.exact();
  }

  public List<List<NoisyBlock>> around(StudyPlan plan, SiteContext context) {
    return DpClustering.exactSums(plan, context, List.of());
  }
}

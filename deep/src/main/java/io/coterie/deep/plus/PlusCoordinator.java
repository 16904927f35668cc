package io.coterie.deep.plus;

import io.coterie.math.Vector;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Sites;
import io.coterie.plan.StudyPlan;

/**
 * The coordinator of SPP-FGC+, one after the other: shared anchors where networks are averaged,
 * pre-training, the graph of the embedded records with rounds towards its prototypes, and teaching.
 */
record PlusCoordinator(StudyPlan plan, CoordinatorContext context, Sites sites) {
  Clustering coordinate() {
    PlusOptions options = PlusOptions.of(plan);
    Vector shares = Vector.of();
    Vector weights = Vector.of();
    if (options.trains()) {
      // As the paper has it, there are no shares where every site trains its own network.
      shares =
          options.prototypes().isAlone()
              ? shares
              : new SharedAnchors(plan, context, sites).shares();
      weights = new PreTraining(plan, context, sites).train(shares);
    }
    Clustering found = new PrototypeRounds(plan, context, sites, shares).run(weights);
    return options.teaches() && found.model().clusters().clusterCount() >= 2
        ? new SelfTeaching(plan, context, sites).teach(found)
        : found;
  }
}

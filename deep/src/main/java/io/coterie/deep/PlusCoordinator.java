package io.coterie.deep;

import io.coterie.math.Vector;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.CoordinatorPart;
import io.coterie.method.Step;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import io.coterie.protocol.WeightSums;
import java.util.List;

/**
 * The coordinator part of SPP-FGC+, one after the other: shared anchors where networks are
 * averaged, pre-training, the graph of the embedded records with rounds towards its prototypes, and
 * teaching.
 */
final class PlusCoordinator implements CoordinatorPart {
  private final StudyPlan plan;
  private final PlusOptions options;
  private final CoordinatorContext context;
  private Stage stage = Stage.START;
  private Vector shares = Vector.of();
  private SharedAnchors anchors;
  private PreTraining training;
  private PrototypeRounds rounds;
  private SelfTeaching teaching;

  private enum Stage {
    START,
    ANCHORS,
    TRAINING,
    ROUNDS,
    TEACHING
  }

  PlusCoordinator(StudyPlan plan, CoordinatorContext context) {
    this.plan = plan;
    this.options = PlusOptions.of(plan);
    this.context = context;
  }

  @Override
  public Step next(List<SiteMessage> replies) {
    return switch (stage) {
      case START -> start();
      case ANCHORS -> anchors.next(replies).orElseGet(this::train);
      case TRAINING ->
          training.next(SiteMessage.total(replies, WeightSums.class)).orElseGet(this::cluster);
      case ROUNDS -> rounds.next(replies).orElseGet(this::answer);
      case TEACHING -> teaching.next(replies);
    };
  }

  private Step start() {
    if (!options.trains()) {
      return cluster();
    }
    if (options.prototypes().isAlone()) {
      return train(); // as the paper has it, without shares
    }
    stage = Stage.ANCHORS;
    anchors = new SharedAnchors(plan, context);
    return anchors.start();
  }

  private Step train() {
    shares = anchors == null ? shares : anchors.shares();
    stage = Stage.TRAINING;
    training = new PreTraining(plan, context, shares);
    return training.start();
  }

  private Step cluster() {
    stage = Stage.ROUNDS;
    rounds =
        new PrototypeRounds(
            plan, context, shares, training == null ? Vector.of() : training.weights());
    return rounds.start();
  }

  private Step answer() {
    Step.Finish found = rounds.answer();
    if (!options.teaches() || found.model().clusters().clusterCount() < 2) {
      return found;
    }
    stage = Stage.TEACHING;
    teaching = new SelfTeaching(plan, context, found);
    return teaching.start();
  }
}

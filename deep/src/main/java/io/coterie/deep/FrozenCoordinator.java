package io.coterie.deep;

import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.CoordinatorPart;
import io.coterie.method.Step;
import io.coterie.model.FittedModel;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import java.util.ArrayList;
import java.util.List;

/** The coordinator part over records that a public network embeds; it needs no file itself. */
final class FrozenCoordinator implements CoordinatorPart {
  private final StudyPlan plan;
  private final FrozenMap encoder;
  private final CoordinatorPart part;

  FrozenCoordinator(StudyPlan plan, FrozenMap encoder, CoordinatorContext context) {
    this.plan = plan;
    this.encoder = encoder;
    int d = encoder.network().dimension();
    context.findings().report("encoder", encoder.network().word());
    this.part =
        Frozen.method()
            .coordinator(
                Frozen.embedded(plan, encoder),
                new CoordinatorContext(context.seed(), context.parallel(), context.findings(), d));
  }

  @Override
  public Step next(List<SiteMessage> replies) {
    Step step = part.next(replies);
    if (step instanceof Step.Finish finish) {
      List<RecordMap> steps = new ArrayList<>(List.of(encoder));
      steps.addAll(finish.model().representation().steps());
      return new Step.Finish(
          new FittedModel(
              plan.input().dimension(), new Representation(steps), finish.model().clusters()),
          finish.answers());
    }
    return step;
  }
}

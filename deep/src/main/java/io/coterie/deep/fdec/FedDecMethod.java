package io.coterie.deep.fdec;

import io.coterie.deep.RefineQuestion;
import io.coterie.deep.TrainQuestion;
import io.coterie.deep.Weights;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import io.coterie.message.internal.AnchorSums;
import io.coterie.message.internal.SiteCenters;
import io.coterie.message.internal.WeightSums;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodOption;
import io.coterie.method.Schedule;
import io.coterie.method.Schedule.Stage;
import io.coterie.method.Schedule.Step;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.method.internal.prepare.PreparationSchedule;
import io.coterie.plan.StudyPlan;
import java.util.List;

/**
 * F-DEC, deep embedded clustering (Xie et al., 2016) by federated averaging, after what the
 * abstract of Mashhadi et al. (IJCNN 2021) says.
 */
public final class FedDecMethod implements FederatedMethod {
  @Override
  public String name() {
    return "f-dec";
  }

  @Override
  public String summary() {
    return "an averaged autoencoder, whose codes are drawn towards shared centers";
  }

  @Override
  public List<MethodOption<?>> options() {
    return FedDecOptions.ALL;
  }

  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(PayloadKind.of(CodeQuestion.class));
  }

  @Override
  public String whyNoOtherLevel() {
    return "its network is trained on records without noise, so no privacy loss is accounted for";
  }

  @Override
  public void check(StudyPlan plan) {
    FedDecOptions.of(plan);
  }

  @Override
  public boolean learnsFeatures(StudyPlan plan) {
    return true;
  }

  @Override
  public Schedule schedule(StudyPlan plan) {
    FedDecOptions options = FedDecOptions.of(plan);
    int d = PreparationSchedule.dimension(this, plan);
    long codes = FedDecOptions.network(plan, d).dimension();
    long clusters = plan.clusters().value();
    String train = Payload.kindOf(TrainQuestion.class);
    String ask = Payload.kindOf(CodeQuestion.class);
    Step centers = Step.sum(plan, ask, AnchorSums.class, 1, 2 + clusters * (1 + codes));
    return Schedule.of(
            Stage.required(Step.sum(plan, train, WeightSums.class, options.rounds(), Weights.MOST)),
            Stage.required(Step.clear(plan, ask, SiteCenters.class, 1, clusters * codes)),
            Stage.required(centers))
        .then(
            Schedule.of(
                    Stage.optional(
                        Step.sum(
                            plan,
                            Payload.kindOf(RefineQuestion.class),
                            WeightSums.class,
                            1,
                            Weights.MOST)),
                    Stage.optional(centers))
                .repeated(options.drawingRounds()));
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    return new FedDecSite(plan, context);
  }

  @Override
  public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    return new FedDecCoordinator(plan, context, sites).coordinate();
  }
}

package io.coterie.deep.gan;

import io.coterie.message.FieldProtection.Disclosure;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
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
 * PPFC-GAN: J. Yan, J. Liu, J. Qi, Z.-Y. Zhang. <i>Privacy-Preserving Federated Deep Clustering
 * Based on GAN</i>. arXiv 2211.16965. Each site trains a GAN on its own records and sends records
 * that the GAN makes up; the coordinator trains an autoencoder on all of them and clusters their
 * codes ({@link DeepClusters}); each site labels its records by the nearest center of their codes.
 *
 * <p>Departures. There is no published code; the networks are those of the same authors' SDA-FC,
 * narrower by {@code --width} ({@link GeneratorOptions}). Records of a table or vectors have a GAN
 * of fully connected layers and are standardised at the site before it. With {@code --generator
 * vae} it is a synthetic-data baseline, no longer PPFC-GAN.
 */
public final class PpfcGanMethod implements FederatedMethod {
  @Override
  public String name() {
    return "ppfc-gan";
  }

  @Override
  public String summary() {
    return "records made up by each site's GAN, once; a network learned from them clusters all";
  }

  @Override
  public List<MethodOption<?>> options() {
    return GeneratorOptions.ALL;
  }

  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(
        PayloadKind.of(SyntheticCoordinator.CodeCenters.class),
        PayloadKind.of(SyntheticCoordinator.SyntheticRecords.class)
            .field(
                "samples",
                "none: made-up records, as many as there are; the GAN may repeat real ones",
                Disclosure.RECORDS,
                Disclosure.SINGLE_VALUES,
                Disclosure.EXACT_COUNTS));
  }

  @Override
  public String whyNoOtherLevel() {
    return "its generators are trained on records without noise, so no privacy loss is accounted"
        + " for";
  }

  @Override
  public void check(StudyPlan plan) {
    GeneratorOptions.of(plan);
  }

  @Override
  public boolean learnsFeatures(StudyPlan plan) {
    return true;
  }

  @Override
  public Schedule schedule(StudyPlan plan) {
    return Schedule.of(
        Stage.required(
            Step.clear(
                plan,
                SyntheticCoordinator.SYNTHETIC,
                SyntheticCoordinator.SyntheticRecords.class,
                1,
                (long) GeneratorOptions.of(plan).samples()
                    * PreparationSchedule.dimension(this, plan))));
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    return new GeneratorSite(plan, context);
  }

  @Override
  public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    return new SyntheticCoordinator(plan, context, sites).coordinate();
  }
}

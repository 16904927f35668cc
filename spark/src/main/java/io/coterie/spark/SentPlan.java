package io.coterie.spark;

import io.coterie.math.IntVector;
import io.coterie.plan.Budget;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.DpTerms;
import io.coterie.plan.FeatureMap;
import io.coterie.plan.InputKind;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.plan.SumMode;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Optional;

/** A study's plan on its way to the machines of a cluster: words and numbers alone. */
record SentPlan(
    String method, int clusters, Input input, HashMap<String, String> options, Privacy privacy)
    implements Serializable {
  private record Input(String kind, int dimension, Scaling scaling, FeatureMap features)
      implements Serializable {}

  private record Privacy(
      PrivacyLevel level, boolean accepted, int smallestGroup, SumMode sums, Terms terms)
      implements Serializable {}

  /** The terms of level dp; null in a plan of another level, as the bounds are without any. */
  private record Terms(
      double epsilon,
      double delta,
      NoiseMode noise,
      IntVector sites,
      long publicRecords,
      int recordsPerPerson,
      PublicBounds bounds)
      implements Serializable {}

  static SentPlan of(StudyPlan plan) {
    InputPlan input = plan.input();
    PrivacyPlan privacy = plan.privacy();
    return new SentPlan(
        plan.method(),
        plan.clusters().isAuto() ? 0 : plan.clusters().value(),
        new Input(input.kind().toString(), input.dimension(), input.scaling(), input.features()),
        new HashMap<>(plan.options().values()),
        new Privacy(
            privacy.level(),
            privacy.disclosureAccepted(),
            privacy.smallestGroup(),
            privacy.sums(),
            privacy.terms().map(SentPlan::terms).orElse(null)));
  }

  private static Terms terms(DpTerms terms) {
    return new Terms(
        terms.budget().epsilon(),
        terms.budget().delta(),
        terms.noise(),
        IntVector.of(terms.sites(), terms.colluders(), terms.lostSites()),
        terms.publicRecords(),
        terms.recordsPerPerson(),
        terms.bounds().orElse(null));
  }

  StudyPlan plan() {
    return new StudyPlan(
        method,
        clusters == 0 ? ClusterCount.auto() : ClusterCount.of(clusters),
        new InputPlan(InputKind.parse(input.kind), input.dimension, input.scaling, input.features),
        new MethodOptions(options),
        new PrivacyPlan(
            privacy.level,
            privacy.accepted,
            privacy.smallestGroup,
            privacy.sums,
            Optional.ofNullable(privacy.terms).map(SentPlan::terms)));
  }

  private static DpTerms terms(Terms sent) {
    return new DpTerms(
        new Budget(sent.epsilon, sent.delta),
        sent.noise,
        sent.sites.at(0),
        sent.sites.at(1),
        sent.sites.at(2),
        sent.publicRecords,
        sent.recordsPerPerson,
        Optional.ofNullable(sent.bounds));
  }
}

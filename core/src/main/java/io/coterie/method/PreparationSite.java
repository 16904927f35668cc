package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.features.Representation;
import io.coterie.math.Matrix;
import io.coterie.math.Moments;
import io.coterie.math.Vector;
import io.coterie.protocol.CoordinatorMessage;
import io.coterie.protocol.FeatureRange;
import io.coterie.protocol.FeatureScatter;
import io.coterie.protocol.FeatureSums;
import io.coterie.protocol.Labels;
import io.coterie.protocol.Payload;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import io.coterie.site.SiteData;

/**
 * A site that first measures its features for the shared representation and then hands its mapped
 * records to the method's own site part.
 */
final class PreparationSite implements SitePart {
  private final FederatedMethod method;
  private final StudyPlan plan;
  private final SiteContext context;
  private Matrix records;
  private SitePart part;

  PreparationSite(FederatedMethod method, StudyPlan plan, SiteContext context) {
    this.method = method;
    this.plan = plan;
    this.context = context;
  }

  @Override
  public SiteMessage reply(CoordinatorMessage message) {
    Payload payload = message.payload();
    if (part != null) {
      return part.reply(message); // a method may prepare what it makes of the records, too
    }
    if (payload instanceof PreparationQuestion question) {
      apply(new Representation(question.steps()));
      return context.gate().release(measure(question));
    } else if (payload instanceof PreparedQuestion question) {
      apply(new Representation(question.steps()));
      part = method.site(plan, context.with(SiteData.of(context.data().site(), records)));
      records = null; // the method's part keeps what it needs
      return part.reply(new CoordinatorMessage(message.round(), question.question()));
    }
    throw new IllegalArgumentException("Unknown question: %s".formatted(payload.kind()));
  }

  @Override
  public Labels labels(CoordinatorMessage answer) {
    return part.labels(answer);
  }

  private void apply(Representation steps) {
    if (records == null) {
      records = context.data().records();
      if (records.rows() == 0) {
        throw CoterieException.badData(
            "Site %s has no records; a site needs at least one, or must stay out of the study."
                .formatted(context.data().site()));
      }
      if (records.rows() < plan.privacy().smallestGroup()) {
        throw CoterieException.badData(
            ("Site %s has fewer than %d records, the smallest group that may be sent (--min-group)."
                    + " Let it join another site or stay out of the study.")
                .formatted(context.data().site(), plan.privacy().smallestGroup()));
      }
    }
    records = steps.apply(records, context.parallel());
  }

  private Payload measure(PreparationQuestion question) {
    return switch (question.measure()) {
      case SUMS -> featureSums(Vector.of(new double[records.columns()]), 1);
      case DEVIATIONS -> featureSums(question.center(), 2);
      case SCATTER -> scatter(question.center());
      case RANGE -> range();
    };
  }

  private FeatureSums featureSums(Vector center, int power) {
    double[] present = new double[records.columns()];
    double[] sums = new double[records.columns()];
    for (int i = 0; i < records.rows(); i++) {
      for (int j = 0; j < sums.length; j++) {
        double value = records.at(i, j) - center.at(j);
        if (!Double.isNaN(value)) {
          present[j]++;
          sums[j] += power == 2 ? value * value : value;
        }
      }
    }
    return new FeatureSums(records.rows(), Vector.of(present), Vector.of(sums));
  }

  private FeatureScatter scatter(Vector center) {
    return FeatureScatter.of(Moments.of(records, center.toArray(), context.parallel()).scatter());
  }

  private FeatureRange range() {
    FeatureRange none = FeatureRange.none(records.columns());
    double[] smallest = none.smallest().toArray();
    double[] largest = none.largest().toArray();
    for (int i = 0; i < records.rows(); i++) {
      for (int j = 0; j < smallest.length; j++) {
        double value = records.at(i, j);
        if (!Double.isNaN(value)) {
          smallest[j] = Math.min(smallest[j], value);
          largest[j] = Math.max(largest[j], value);
        }
      }
    }
    return new FeatureRange(Vector.of(smallest), Vector.of(largest));
  }
}

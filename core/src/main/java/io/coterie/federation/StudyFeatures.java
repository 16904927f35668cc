package io.coterie.federation;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.math.IntVector;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Question;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Schedule;
import io.coterie.method.Schedule.Stage;
import io.coterie.method.Schedule.Step;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.site.Records;
import io.coterie.site.SiteData;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The features of a study's records: its columns on one scale with levels as indicators, the unit
 * rows of vectors, the gradients of images. The rounds of sums by which a study at level totals
 * prepares its records choose them, here over records in one place. They hang on the records and
 * the input only, so that distances between them compare answers of any method, route and level.
 */
public final class StudyFeatures {
  private static final String NAME = "features";

  private StudyFeatures() {}

  /**
   * Returns the features, a row for each record. What is missing counts as the mean.
   *
   * @return empty where no column tells one record from another
   */
  public static Optional<Matrix> of(InputPlan input, Matrix records, Parallel parallel) {
    Kept kept = new Kept();
    StudyPlan plan =
        new StudyPlan(
            NAME, ClusterCount.of(1), input, MethodOptions.none(), privacy(input, records));
    try {
      new Federation(plan, List.of(SiteData.of(NAME, records)), new Seed(0))
          .run(kept, parallel, RunListener.none());
    } catch (CoterieException e) {
      if (e.code() == ErrorCode.BAD_DATA) {
        return Optional.empty();
      }
      throw e;
    }
    return Optional.of(kept.features.get().map((i, j, value) -> Double.isNaN(value) ? 0 : value));
  }

  /** No total leaves this process; K decides only which levels are too rare to count by. */
  private static PrivacyPlan privacy(InputPlan input, Matrix records) {
    boolean hasEnough = true;
    for (int j = 0; j < records.columns() && hasEnough; j++) {
      int known = 0;
      for (int i = 0; i < records.rows() && known < PrivacyPlan.SMALLEST_TOTAL; i++) {
        known += Double.isNaN(records.at(i, j)) ? 0 : 1;
      }
      hasEnough = known == PrivacyPlan.SMALLEST_TOTAL;
    }
    if (input.scaling() == Scaling.MINMAX) {
      return PrivacyPlan.component(); // no total shows a smallest or largest value
    }
    return hasEnough ? PrivacyPlan.totals() : PrivacyPlan.totals(1);
  }

  /** Keeps what the preparation hands to a method. */
  private static final class Kept implements FederatedMethod {
    private final AtomicReference<Matrix> features = new AtomicReference<>();

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public String summary() {
      return "keeps the prepared records of one process";
    }

    @Override
    public Schedule schedule(StudyPlan plan) {
      return Schedule.of(Stage.required(Step.sum(plan, NAME, WholeTotals.class, 1, 1)));
    }

    @Override
    public SitePart site(StudyPlan plan, SiteContext context) {
      features.set(context.gaps().map(Records::whole).orElseGet(() -> context.data().records()));
      return new Part(context);
    }

    @Override
    public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
      sites.total(new Question(NAME), WholeTotals.zero(1, 0));
      return Clustering.of(
          plan, new NearestPrototype(Matrix.zeros(1, context.dimension()), IntVector.of(0), 1));
    }
  }

  private record Part(SiteContext context) implements SitePart {
    @Override
    public SiteMessage reply(CoordinatorMessage message) {
      return context.gate().release(new WholeTotals(LongVector.of(1), LongVector.of()));
    }

    @Override
    public Labels labels(CoordinatorMessage answer) {
      return Labels.of(new int[Math.toIntExact(context.data().blocks().size())], 1);
    }
  }
}

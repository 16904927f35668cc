package io.coterie.method.internal.prepare;

import io.coterie.CoterieException;
import io.coterie.features.Representation;
import io.coterie.features.internal.Regress;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.Moments;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.FeatureRange;
import io.coterie.message.internal.FeatureScatter;
import io.coterie.message.internal.FeatureSums;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Reply;
import io.coterie.method.Schedule;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.method.fit.FitSite;
import io.coterie.method.fit.SiteFit;
import io.coterie.method.internal.prepare.table.TableQuestion;
import io.coterie.method.internal.prepare.table.TableSite;
import io.coterie.method.internal.robust.RobustSites;
import io.coterie.method.internal.robust.Robustness;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.StudyPlan;
import io.coterie.site.Records;
import io.coterie.site.SiteData;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A method preceded by the rounds of sums that choose the records' representation. At the dp level
 * there are none: the representation is public.
 *
 * @param method has agreed to the plan
 */
public record PreparedMethod(FederatedMethod method) {
  public SitePart site(StudyPlan plan, SiteContext context) {
    return method.isPrepared(plan)
        ? new PreparationSite(method, plan, context)
        : method.site(plan, context);
  }

  /** Returns what a site may be asked, the preparation first. */
  public Schedule schedule(StudyPlan plan) {
    Schedule own = method.schedule(plan);
    return method.isPrepared(plan)
        ? new PreparationSchedule(method, plan).schedule().then(own)
        : own;
  }

  /** Clusters the records of all sites; where the plan asks for it, against sites that lie. */
  public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    Robustness robustness = Robustness.of(plan);
    if (robustness == Robustness.NONE) {
      return prepared(plan, context, sites);
    }
    RobustSites robust = new RobustSites(sites, robustness, context.findings());
    Clustering found = prepared(plan, context, robust);
    robust.report();
    return found;
  }

  private Clustering prepared(StudyPlan plan, CoordinatorContext context, Sites sites) {
    return method.isPrepared(plan)
        ? new PreparationCoordinator(method, plan, context, sites).coordinate()
        : method.coordinate(plan, context, sites);
  }

  /**
   * Sites that prepare their records before they answer the first question, which brings with it
   * what is to be done.
   *
   * <p>Not thread-safe.
   */
  public static final class PreparedSites implements Sites {
    private final Sites sites;
    private final UnaryOperator<Payload> preparation;
    private boolean isPrepared;

    /** Makes sites whose first question is put into another one. */
    public PreparedSites(Sites sites, UnaryOperator<Payload> preparation) {
      this.sites = sites;
      this.preparation = preparation;
    }

    @Override
    public List<SiteMessage> ask(Payload question, Reply<?> reply) {
      Payload asked = isPrepared ? question : preparation.apply(question);
      isPrepared = true;
      return sites.ask(asked, reply);
    }

    boolean isPrepared() {
      return isPrepared;
    }
  }

  /**
   * A site that first measures its features for the shared representation and then hands its mapped
   * records to the method's own site part.
   */
  private static final class PreparationSite implements SitePart {
    private final FederatedMethod method;
    private final StudyPlan plan;
    private SiteContext context;
    private final ExactAnswers exact;
    private final PreparationCheck check;
    private final TableSite table;
    private Records records;
    private SitePart part;

    PreparationSite(FederatedMethod method, StudyPlan plan, SiteContext context) {
      this.method = method;
      this.plan = plan;
      this.context = context;
      this.exact = new ExactAnswers(context, plan.privacy().smallestGroup());
      this.check = new PreparationCheck(new PreparationSchedule(method, plan));
      this.table = new TableSite(plan, context);
    }

    @Override
    public SiteMessage reply(CoordinatorMessage message) {
      Payload payload = message.payload();
      if (part != null) {
        return part.reply(message); // a method may prepare what it makes of the records, too
      }
      boolean isExact = plan.privacy().level() == PrivacyLevel.TOTALS;
      if (TableSite.isFor(plan)) {
        return table(message);
      }
      if (isExact && payload instanceof ExactQuestion question) {
        check.steps(question.steps());
        apply(new Representation(question.steps()));
        return context.gate().release(exact.answer(question, records));
      } else if (!isExact && payload instanceof PreparationQuestion question) {
        check.steps(question.steps());
        check.measure(question.measure(), question.center());
        apply(new Representation(question.steps()));
        return context.gate().release(measure(question));
      } else if (payload instanceof PreparedQuestion question) {
        check.steps(question.steps());
        return prepared(message, question);
      }
      throw new IllegalArgumentException("Unknown question: %s".formatted(payload.kind()));
    }

    /** Answers about a table, whose representation the sites work out. */
    private SiteMessage table(CoordinatorMessage message) {
      if (message.payload() instanceof TableQuestion question) {
        apply(Representation.identity());
        return context.gate().release(table.answer(question, records));
      } else if (message.payload() instanceof PreparedQuestion question) {
        apply(Representation.identity());
        table.requireSteps(question.steps());
        context =
            context
                .with(table.layout())
                .with(
                    new FitSite.Table(
                        context.data(), new Representation(question.steps()), plan.input()));
        if (table.layout().hasGaps()) {
          Representation way = Regress.left(new Representation(question.steps()));
          context = context.withGaps(records.map(way::apply, context.parallel()));
        }
        return prepared(message, question);
      }
      throw new IllegalArgumentException(
          "Unknown question: %s".formatted(message.payload().kind()));
    }

    private SiteMessage prepared(CoordinatorMessage message, PreparedQuestion question) {
      apply(new Representation(question.steps()));
      part = method.site(plan, context.with(SiteData.of(context.data().site(), records)));
      records = null; // the method's part keeps what it needs
      return part.reply(new CoordinatorMessage(message.round(), question.question()));
    }

    @Override
    public Optional<SiteFit> fit() {
      return part == null ? Optional.empty() : part.fit();
    }

    @Override
    public Labels labels(CoordinatorMessage answer) {
      return part.labels(answer);
    }

    private void apply(Representation steps) {
      if (records == null) {
        records = context.data().blocks();
        if (records.size() == 0) {
          throw CoterieException.badData(
              "Site %s has no records; a site needs at least one, or must stay out of the study."
                  .formatted(context.data().site()));
        }
        boolean isBySite = plan.privacy().level() != PrivacyLevel.TOTALS;
        if (isBySite && records.size() < plan.privacy().smallestGroup()) {
          throw CoterieException.badData(
              ("Site %s has fewer than %d records, the smallest group that may be sent (--min-group)."
                      + " Let it join another site or stay out of the study.")
                  .formatted(context.data().site(), plan.privacy().smallestGroup()));
        }
      }
      if (!steps.steps().isEmpty()) {
        records = records.map(steps::apply, context.parallel());
      }
    }

    private Payload measure(PreparationQuestion question) {
      Parallel parallel = context.parallel();
      Vector center = question.center();
      return switch (question.measure()) {
        case SUMS -> {
          Vector zero = Vector.of(new double[records.features()]);
          yield records.sum((block, inside) -> featureSums(block, zero, 1), parallel);
        }
        case DEVIATIONS -> records.sum((block, inside) -> featureSums(block, center, 2), parallel);
        case SCATTER -> records.sum((block, inside) -> scatter(block, center, inside), parallel);
        case RANGE ->
            records.reduce((block, inside) -> range(block), FeatureRange::union, parallel);
      };
    }

    private static FeatureSums featureSums(Matrix block, Vector center, int power) {
      double[] present = new double[block.columns()];
      double[] sums = new double[block.columns()];
      for (int i = 0; i < block.rows(); i++) {
        for (int j = 0; j < sums.length; j++) {
          double value = block.at(i, j) - center.at(j); // NaN where it is missing
          if (!Double.isNaN(value)) {
            present[j]++;
            sums[j] += power == 2 ? value * value : value;
          }
        }
      }
      return new FeatureSums(block.rows(), Vector.of(present), Vector.of(sums));
    }

    private static FeatureScatter scatter(Matrix block, Vector center, Parallel parallel) {
      return FeatureScatter.of(Moments.of(block, center.toArray(), parallel).scatter());
    }

    private static FeatureRange range(Matrix block) {
      FeatureRange none = FeatureRange.none(block.columns());
      double[] smallest = none.smallest().toArray();
      double[] largest = none.largest().toArray();
      for (int i = 0; i < block.rows(); i++) {
        for (int j = 0; j < smallest.length; j++) {
          double value = block.at(i, j);
          if (!Double.isNaN(value)) {
            smallest[j] = Math.min(smallest[j], value);
            largest[j] = Math.max(largest[j], value);
          }
        }
      }
      return new FeatureRange(Vector.of(smallest), Vector.of(largest));
    }
  }
}

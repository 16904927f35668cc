package io.coterie.method.profile;

import io.coterie.CoterieException;
import io.coterie.math.LongVector;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import io.coterie.message.SumPayload;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Reply;
import io.coterie.method.Schedule;
import io.coterie.method.Schedule.Stage;
import io.coterie.method.Schedule.Step;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.method.internal.check.SameTotals;
import io.coterie.model.ProfileAnswer;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.StudyPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Describes the columns of all sites together and agrees on levels; it clusters nothing.
 *
 * <p>The coordinator carries sealed totals between the sites, which work out the same profile from
 * them. It learns the profile and nothing else.
 */
public final class ProfileMethod implements FederatedMethod {
  /** The name of a study's method that asks for a profile. */
  public static final String NAME = "profile";

  /** More columns would be more than 50 megabytes a round from each site. */
  private static final int MOST_OPEN = 200;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "what the columns of all sites look like, and the levels on which they agree";
  }

  @Override
  public boolean isClustering() {
    return false;
  }

  @Override
  public boolean takesLevels(StudyPlan plan) {
    return true;
  }

  @Override
  public boolean findsClusterCount() {
    return true;
  }

  @Override
  public boolean isPrepared(StudyPlan plan) {
    return false;
  }

  @Override
  public Set<PrivacyLevel> levels() {
    return Set.of(PrivacyLevel.TOTALS);
  }

  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(
        PayloadKind.of(ProfileQuestion.Counts.class).asks("counts of cells and buckets of levels"),
        PayloadKind.of(ProfileQuestion.Marks.class).asks("marks of frequent levels"),
        PayloadKind.of(ProfileQuestion.Names.class).asks("names of frequent levels"),
        PayloadKind.of(ProfileQuestion.FurtherCounts.class).asks("further buckets of levels"),
        PayloadKind.of(ProfileQuestion.Result.class).asks("the profile, rounded"));
  }

  @Override
  public void check(StudyPlan plan) {
    if (!plan.input().kind().isTable()) {
      throw CoterieException.usage(
          "A profile is of the columns of a table; this study is of %s."
              .formatted(plan.input().kind()));
    }
    if (!plan.clusters().isAuto()) {
      throw CoterieException.usage(
          "A profile has no clusters; leave --clusters out, or let it be auto.");
    }
    int open = new ProfileLayout(plan.input()).openColumns().length;
    if (open > MOST_OPEN) {
      throw CoterieException.usage(
          "%d categories have no levels; sites can agree on those of %d at a time."
              .formatted(open, MOST_OPEN));
    }
  }

  @Override
  public Schedule schedule(StudyPlan plan) {
    ProfileLayout layout = new ProfileLayout(plan.input());
    List<Stage> stages = new ArrayList<>();
    stages.add(sealed(plan, ProfileQuestion.Counts.class, layout.counts()));
    for (int attempt = 1; layout.buckets() > 0 && attempt <= ColumnLevels.ATTEMPTS; attempt++) {
      if (attempt > 1) {
        stages.add(sealed(plan, ProfileQuestion.FurtherCounts.class, layout.buckets()));
      }
      stages.add(sealed(plan, ProfileQuestion.Marks.class, layout.marks()));
      stages.add(sealed(plan, ProfileQuestion.Names.class, layout.names()));
    }
    stages.add(
        stage(plan, ProfileQuestion.Result.class, WholeTotals.class, 1L + layout.answerSize()));
    return new Schedule(stages);
  }

  private static Stage sealed(
      StudyPlan plan, Class<? extends ProfileQuestion> question, long counts) {
    return stage(plan, question, SealedCounts.class, 2 * counts);
  }

  private static Stage stage(
      StudyPlan plan,
      Class<? extends ProfileQuestion> question,
      Class<? extends SumPayload<?>> reply,
      long numbers) {
    return Stage.required(Step.sum(plan, Payload.kindOf(question), reply, 1, numbers));
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    return new ProfileSite(plan, context);
  }

  @Override
  public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    ProfileLayout layout = new ProfileLayout(plan.input());
    SealedCounts carried = ask(sites, new ProfileQuestion.Counts(), layout.counts());
    for (int attempt = 1; layout.buckets() > 0 && attempt <= ColumnLevels.ATTEMPTS; attempt++) {
      if (attempt > 1) {
        carried = carry(sites, carried, ProfileQuestion.FurtherCounts::new, layout.buckets());
      }
      carried = carry(sites, carried, ProfileQuestion.Marks::new, layout.marks());
      carried = carry(sites, carried, ProfileQuestion.Names::new, layout.names());
    }
    long[] words = SameTotals.ask(sites, new ProfileQuestion.Result(carried), layout.answerSize());
    ProfileAnswer answer = answer(layout, words, plan.privacy().smallestGroup());
    return Clustering.of(plan, answer);
  }

  private static ProfileAnswer answer(ProfileLayout layout, long[] words, int smallest) {
    try {
      return new ProfileAnswer(layout.answerCells(), LongVector.of(words), smallest);
    } catch (IllegalArgumentException e) {
      throw CoterieException.badData(
          "The sites give a profile that cannot be one: one of them lies. Begin it again.");
    }
  }

  private static SealedCounts carry(
      Sites sites,
      SealedCounts carried,
      Function<SealedCounts, ProfileQuestion> question,
      int size) {
    return ask(sites, question.apply(carried), size);
  }

  private static SealedCounts ask(Sites sites, ProfileQuestion question, int size) {
    return sites.total(question, Reply.sum(SealedCounts.zero(size)));
  }
}

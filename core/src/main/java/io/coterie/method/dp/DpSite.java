package io.coterie.method.dp;

import io.coterie.CoterieException;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.SiteMessage;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.model.ClusterModel;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.NoisyBlock;
import io.coterie.site.Records;
import java.util.ArrayList;
import java.util.List;

/**
 * The site part of every dp route. It made the schedule itself and answers its steps in order, each
 * once; what it may be asked and what that costs was settled before the first question. A question
 * that is not as it has to be ends the site's part: see {@link QuestionCheck}.
 */
final class DpSite implements SitePart {
  private final DpSchedule schedule;
  private final QuestionCheck check;
  private final SiteContext context;
  private Records points;
  private int answered;
  private boolean hasRefused;

  DpSite(StudyPlan plan, SiteContext context) {
    this.schedule = DpSchedule.of(plan);
    this.check = new QuestionCheck(context.data().site(), plan, schedule);
    this.context = context;
  }

  @Override
  public SiteMessage reply(CoordinatorMessage message) {
    return context.gate().release(message.payload().kind(), measure(message));
  }

  /** Returns the exact sums that the gate is about to make noisy. */
  List<NoisyBlock> measure(CoordinatorMessage message) {
    if (hasRefused) {
      throw refusal(
          "Site %s refused a question of this study and answers no other; nothing was sent. Start a"
              + " new study.",
          context.data().site());
    }
    hasRefused = true; // unless all of what follows holds
    DpQuestion question = due(message);
    check.check(question);
    hasRefused = false;
    DpStep step = schedule.steps().get(answered);
    answered++; // before it is measured: a question that failed may not be asked again
    points =
        (points == null ? context.data().blocks() : points)
            .map(question::points, context.parallel());
    return points.reduce(
        (block, inside) -> question.measure(block, step, inside),
        DpSite::added,
        context.parallel());
  }

  private DpQuestion due(CoordinatorMessage message) {
    if (!(message.payload() instanceof DpQuestion question)) {
      throw refusal(
          "Site %s was asked for '%s', which is no question of level dp; nothing was sent.",
          context.data().site(), message.payload().kind());
    }
    if (answered == schedule.steps().size()
        || !schedule.steps().get(answered).kind().equals(question.kind())) {
      throw refusal(
          "Site %s was asked for '%s' after %d of the %d steps that it agreed to, where it is not"
              + " due; nothing was sent. Start a new study.",
          context.data().site(), question.kind(), answered, schedule.steps().size());
    }
    return question;
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation is of a library that we do not ship
  private static CoterieException refusal(String text, Object... values) {
    return CoterieException.notAgreed(text.formatted(values));
  }

  /** Adds up exact sums of the same question, before any noise. */
  private static List<NoisyBlock> added(List<NoisyBlock> one, List<NoisyBlock> other) {
    List<NoisyBlock> sums = new ArrayList<>();
    for (int b = 0; b < one.size(); b++) {
      sums.add(one.get(b).plus(other.get(b)));
    }
    return sums;
  }

  @Override
  public Labels labels(CoordinatorMessage answer) {
    if (answer.payload() instanceof ClusterModel model) {
      return points.size() == 0
          ? Labels.of(new int[0], model.clusterCount())
          : points.label(model::label, context.parallel());
    }
    throw new IllegalArgumentException(
        "The answer is %s, not a model.".formatted(answer.payload().kind()));
  }
}

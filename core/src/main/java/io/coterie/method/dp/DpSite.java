package io.coterie.method.dp;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.SiteMessage;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.model.ClusterModel;
import io.coterie.privacy.NoisyBlock;
import io.coterie.site.Records;
import java.util.ArrayList;
import java.util.List;

/**
 * The site part of every dp route. It made the schedule itself and answers its steps in order, each
 * once; what it may be asked and what that costs was settled before the first question.
 */
final class DpSite implements SitePart {
  private final DpSchedule schedule;
  private final SiteContext context;
  private Records points;
  private int answered;

  DpSite(DpSchedule schedule, SiteContext context) {
    this.schedule = schedule;
    this.context = context;
  }

  @Override
  public SiteMessage reply(CoordinatorMessage message) {
    return context.gate().release(message.payload().kind(), measure(message));
  }

  /** Returns the exact sums that the gate is about to make noisy. */
  List<NoisyBlock> measure(CoordinatorMessage message) {
    if (!(message.payload() instanceof DpQuestion question)) {
      throw new CoterieException(
          ErrorCode.BUDGET,
          "Site %s was asked for '%s', which is no question of level dp; nothing was sent."
              .formatted(context.data().site(), message.payload().kind()));
    }
    if (answered == schedule.steps().size()
        || !schedule.steps().get(answered).kind().equals(question.kind())) {
      throw new CoterieException(
          ErrorCode.BUDGET,
          ("Site %s was asked for '%s' after %d of the %d steps that it agreed to, where it is not"
                  + " due; nothing was sent. Start a new study.")
              .formatted(
                  context.data().site(), question.kind(), answered, schedule.steps().size()));
    }
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

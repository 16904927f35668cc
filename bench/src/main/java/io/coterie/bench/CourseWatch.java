package io.coterie.bench;

import io.coterie.bench.CellResult.Scores;
import io.coterie.bench.LearningCurve.Place;
import io.coterie.bench.LearningCurve.Point;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.method.Diagnostics;
import io.coterie.method.LongWork.IntermediateLabels;
import io.coterie.partition.Partition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Follows a run from outside: collects, if asked to, what each site would have answered after every
 * round. True labels are on this side alone.
 *
 * <p>Thread-safe: sites work side by side.
 */
final class CourseWatch implements ObservedFederation.Watcher {
  private final boolean isFollowed;
  private final Map<Place, Round> rounds = new LinkedHashMap<>();

  /** What is known of one round. */
  private record Round(Map<String, Labels> labels, Map<String, Double> signals) {}

  CourseWatch(boolean isFollowed) {
    this.isFollowed = isFollowed;
  }

  @Override
  public void round(Payload question, List<SiteMessage> replies) {}

  @Override
  public boolean readsDrafts() {
    return isFollowed;
  }

  @Override
  public synchronized void draft(String site, IntermediateLabels draft) {
    Round round = at(new Place(draft.stage(), draft.round()));
    draft.labels().ifPresent(labels -> round.labels.put(site, labels));
  }

  @Override
  public synchronized void sketch(Diagnostics sketch) {
    if (isFollowed && sketch instanceof Diagnostics.Signals shown) {
      at(new Place(shown.stage(), shown.round())).signals.putAll(shown.values());
    }
  }

  private Round at(Place place) {
    return rounds.computeIfAbsent(
        place, key -> new Round(new LinkedHashMap<>(), new LinkedHashMap<>()));
  }

  synchronized LearningCurve course(BenchData data, Partition partition, Scores answer) {
    if (!isFollowed) {
      return LearningCurve.none();
    }
    List<Point> points = new ArrayList<>();
    rounds.forEach(
        (place, round) -> {
          boolean isWhole = round.labels.size() == partition.sites().size();
          Optional<Scores> scores =
              isWhole
                  ? Optional.of(CellRunner.score(data, partition.sites(), round.labels))
                  : Optional.empty();
          points.add(new Point(place, scores, round.signals));
        });
    points.add(new Point(new Place(LearningCurve.ANSWER, 0), Optional.of(answer), Map.of()));
    return new LearningCurve(points);
  }
}

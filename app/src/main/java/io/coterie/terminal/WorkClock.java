package io.coterie.terminal;

import io.coterie.method.LongWork.WorkProgress;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * How far a long work of several sites has come, and how long it will take at the rate so far.
 * Rounds that a site waits for others count as its own, so that the time is that of the whole work.
 *
 * <p>Not thread-safe.
 */
final class WorkClock {
  private final int sites;
  private final Map<String, Double> done = new HashMap<>();
  private WorkProgress latest;
  private boolean isGoing;
  private double startSeconds;
  private double startDone;
  private double secondsToGo = Double.NaN;

  WorkClock(int sites) {
    this.sites = sites;
  }

  void take(String site, WorkProgress progress, double seconds) {
    boolean isNew = latest == null || !progress.work().equals(latest.work());
    if (isNew) {
      done.clear();
    }
    done.put(site, progress.done());
    latest = progress;
    isGoing = true;
    double sum = done.values().stream().mapToDouble(Double::doubleValue).sum() / sites;
    if (isNew) {
      startSeconds = seconds;
      startDone = sum;
      secondsToGo = Double.NaN;
    } else if (sum > startDone) {
      secondsToGo = (seconds - startSeconds) * (1 - sum) / (sum - startDone);
    }
  }

  void rest() {
    isGoing = false;
  }

  boolean isGoing() {
    return isGoing;
  }

  /** Returns for example "training: round 3 of 20, batch 12 of 20, about 4 min to go". */
  String words() {
    return latest
        + (Double.isNaN(secondsToGo) ? "" : ", about %s to go".formatted(roughly(secondsToGo)));
  }

  private static String roughly(double seconds) {
    if (seconds < 90) {
      return String.format(Locale.ROOT, "%.0f s", Math.ceil(seconds));
    }
    double minutes = seconds / 60;
    return minutes < 90
        ? String.format(Locale.ROOT, "%.0f min", minutes)
        : String.format(Locale.ROOT, "%.1f h", minutes / 60);
  }
}

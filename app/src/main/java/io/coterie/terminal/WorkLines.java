package io.coterie.terminal;

import io.coterie.method.LongWork.WorkProgress;
import java.util.function.Consumer;

/**
 * Tells how far a site's own work has come, a line when a work begins and then one every ten
 * seconds at most.
 *
 * <p>Thread-safe.
 */
public final class WorkLines implements Consumer<WorkProgress> {
  private static final double SECONDS = 10;

  private final Consumer<String> lines;
  private final WorkClock clock = new WorkClock(1);
  private String work = "";
  private double last;

  public WorkLines(Consumer<String> lines) {
    this.lines = lines;
  }

  @Override
  public void accept(WorkProgress progress) {
    accept(progress, System.nanoTime() / 1e9);
  }

  synchronized void accept(WorkProgress progress, double seconds) {
    clock.take("", progress, seconds);
    if (!progress.work().equals(work) || seconds - last >= SECONDS) {
      lines.accept(clock.words());
      last = seconds;
    }
    work = progress.work();
  }
}

package io.coterie.math;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.function.IntConsumer;

/**
 * Runs numbered tasks on a fixed number of threads. Each task writes its own slot and callers add
 * the slots up in index order, so one and many threads give the same bits. Tasks may start tasks.
 *
 * <p>Thread-safe.
 */
public final class Parallel implements AutoCloseable {
  private final ForkJoinPool pool;
  private final int threads;

  private Parallel(int threads) {
    this.threads = threads;
    this.pool = threads == 1 ? null : new ForkJoinPool(threads);
  }

  public static Parallel of(int threads) {
    if (threads < 1 || threads > 1024) {
      throw new IllegalArgumentException(
          "threads is %d; it must be from 1 to 1024.".formatted(threads));
    }
    return new Parallel(threads);
  }

  public static Parallel sequential() {
    return new Parallel(1);
  }

  public int threads() {
    return threads;
  }

  /** Runs the task for 0 .. count - 1 and returns when all are done. */
  public void forEach(int count, IntConsumer task) {
    if (pool == null || count <= 1) {
      for (int i = 0; i < count; i++) {
        task.accept(i);
      }
      return;
    }
    Range range = new Range(0, count, task);
    // A task that starts tasks forks them on its own thread; to submit them anew would block it.
    if (inPool()) {
      range.invoke();
    } else {
      pool.invoke(range);
    }
  }

  /** Runs the task for consecutive blocks of rows; the blocks do not depend on the threads. */
  public void forBlocks(int rows, int blockSize, BlockTask task) {
    int blocks = (rows + blockSize - 1) / blockSize;
    forEach(
        blocks,
        block -> task.run(block, block * blockSize, Math.min(rows, (block + 1) * blockSize)));
  }

  /** One block of rows: its number and its bounds [from, to). */
  @FunctionalInterface
  public interface BlockTask {
    void run(int block, int from, int to);
  }

  private boolean inPool() {
    return ForkJoinTask.getPool() == pool;
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.shutdown();
    }
  }

  /** Halves a range until one task is left; an idle thread steals the larger half. */
  private static final class Range extends RecursiveAction {
    private static final long serialVersionUID = 1L;
    private final int from;
    private final int to;
    private final transient IntConsumer task;

    Range(int from, int to, IntConsumer task) {
      this.from = from;
      this.to = to;
      this.task = task;
    }

    @Override
    protected void compute() {
      if (to - from == 1) {
        task.accept(from);
        return;
      }
      int middle = (from + to) >>> 1;
      invokeAll(new Range(from, middle, task), new Range(middle, to, task));
    }
  }
}

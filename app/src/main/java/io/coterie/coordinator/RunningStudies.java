package io.coterie.coordinator;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.json.Json;
import io.coterie.study.Study;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The studies of a coordinator under way, each on a thread of its own. One that has ended without
 * an answer can be taken up again.
 *
 * <p>Thread-safe.
 */
public final class RunningStudies implements AutoCloseable {
  private final Function<Study, ObjectNode> work;
  private final ExecutorService pool = Executors.newCachedThreadPool();
  private final Map<Study, CompletableFuture<ObjectNode>> courses = new LinkedHashMap<>();

  /**
   * Prepares.
   *
   * @param work runs a study to its end and returns what is told of it
   */
  public RunningStudies(Function<Study, ObjectNode> work) {
    this.work = work;
  }

  public synchronized void begin(Study study) {
    courses.put(study, CompletableFuture.supplyAsync(() -> work.apply(study), pool));
  }

  /** Goes on with a study that has ended without an answer; returns whether it does. */
  public synchronized boolean resume(String name) {
    Optional<Study> failed =
        courses.keySet().stream()
            .filter(study -> study.name().equals(name))
            .filter(study -> courses.get(study).isCompletedExceptionally())
            .findFirst();
    failed.ifPresent(this::begin);
    return failed.isPresent();
  }

  public synchronized boolean areUnderWay() {
    return courses.values().stream().anyMatch(course -> !course.isDone());
  }

  /** Waits until all have ended, however. */
  public void await() throws InterruptedException {
    try {
      CompletableFuture.allOf(futures().toArray(CompletableFuture[]::new)).get();
    } catch (ExecutionException e) {
      // reported to the caller that asks for the results
    }
  }

  /**
   * Returns what is told of all.
   *
   * @param warnings is told of failures beyond the first, which is thrown
   */
  public ArrayNode results(Consumer<String> warnings) throws InterruptedException {
    ArrayNode results = Json.array();
    List<CoterieException> failures = new ArrayList<>();
    for (CompletableFuture<ObjectNode> course : futures()) {
      try {
        results.add(course.get());
      } catch (ExecutionException e) {
        failures.add(known(e.getCause()));
      }
    }
    if (!failures.isEmpty()) {
      failures.stream().skip(1).map(Throwable::getMessage).forEach(warnings);
      throw failures.get(0);
    }
    return results;
  }

  private synchronized List<CompletableFuture<ObjectNode>> futures() {
    return List.copyOf(courses.values());
  }

  private static CoterieException known(Throwable problem) {
    if (problem instanceof CoterieException known) {
      return known;
    } else if (problem instanceof RuntimeException ours) {
      throw ours;
    }
    throw new IllegalStateException(problem);
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}

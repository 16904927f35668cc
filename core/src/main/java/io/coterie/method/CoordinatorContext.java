package io.coterie.method;

import io.coterie.math.Parallel;
import io.coterie.math.Seed;

/**
 * What a coordinator part works with.
 *
 * @param seed for every random choice
 * @param parallel runs the work
 * @param findings is told what the coordinator found out on the way
 */
public record CoordinatorContext(Seed seed, Parallel parallel, Findings findings) {
  /** Takes what a method found out, such as "converged" = "true", for the run's record. */
  @FunctionalInterface
  public interface Findings {
    void report(String name, String value);
  }
}

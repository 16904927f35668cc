package io.coterie.method;

import io.coterie.features.FeatureLayout;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.internal.SumUnit;
import io.coterie.method.internal.check.NormBound;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/**
 * What a coordinator works with.
 *
 * @param seed for every random choice
 * @param parallel runs the work
 * @param findings is told what the coordinator found out on the way
 * @param dimension the number of values in a record when it gets to the method; to begin with, as
 *     it was read
 * @param unit of sums over records, as far as their size is known
 * @param reach how long such a record can be
 * @param layout what the features are, where it is known
 */
public record CoordinatorContext(
    Seed seed,
    Parallel parallel,
    Findings findings,
    int dimension,
    SumUnit unit,
    NormBound reach,
    Optional<FeatureLayout> layout) {
  /** Makes the context of records of which nothing is known yet. */
  public CoordinatorContext(Seed seed, Parallel parallel, Findings findings, int dimension) {
    this(seed, parallel, findings, dimension, SumUnit.NONE, NormBound.unknown(), Optional.empty());
  }

  /** Returns the same for records of another number of values, unit of sums and length. */
  public CoordinatorContext with(int otherDimension, SumUnit otherUnit, NormBound otherReach) {
    return new CoordinatorContext(
        seed, parallel, findings, otherDimension, otherUnit, otherReach, layout);
  }

  /** Returns the same for features of which it is known what they are. */
  public CoordinatorContext with(FeatureLayout known) {
    return new CoordinatorContext(
        seed, parallel, findings, dimension, unit, reach, Optional.of(known));
  }

  /** Reports what was found out on the way, such as "converged" = "true". */
  public void report(String name, String value) {
    findings.report(name, value);
  }

  /** Reports a number by which a method that runs this one judges its answer. */
  public void measure(String name, DoubleSupplier value) {
    findings.measure(name, value);
  }

  /** Shows what can be drawn. */
  public void show(Diagnostics sketch) {
    findings.show(sketch);
  }

  /** Takes what a method found out, such as "converged" = "true", for the run's record. */
  @FunctionalInterface
  public interface Findings {
    void report(String name, String value);

    /** The name of w_C − w_{C+1}, by which a graph's eigenvalues say how clearly it has C parts. */
    String EIGENGAP = "eigengap";

    /** The name of the agreement with partitions of nine tenths of the nodes. */
    String STABILITY = "stability";

    /** Takes a number that tells a method which runs this one how good its answer is. */
    public default void measure(String name, DoubleSupplier value) {}

    /** Takes what can be drawn; forgotten where nobody draws. */
    default void show(Diagnostics sketch) {}
  }
}

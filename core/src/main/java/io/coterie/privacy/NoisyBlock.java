package io.coterie.privacy;

import static java.util.Objects.requireNonNull;

import io.coterie.math.LongVector;
import java.io.Serializable;

/**
 * Exact sums about to be released, and the mechanism that makes them noisy.
 *
 * <p>A symmetric matrix is sent as its diagonal and then one triangle. An entry of the triangle
 * stands for two, so with x = Σ over the whole matrix its change counts twice in ‖Δ‖², and half the
 * variance suffices: Σ_i Δ_ii²/(2σ²) + Σ_{i<j} Δ_ij²/(2σ²/2) = ‖Δ‖_F²/(2σ²).
 *
 * @param name of the field
 * @param exact what is summed
 * @param pairedFrom from this entry on, each stands for two equal ones; the size where none does
 * @param mechanism how noise is added
 */
public record NoisyBlock(String name, LongVector exact, int pairedFrom, Mechanism mechanism)
    implements Serializable {
  public NoisyBlock {
    requireNonNull(name, "name is null");
    requireNonNull(exact, "exact is null");
    requireNonNull(mechanism, "mechanism is null");
    if (pairedFrom < 0 || pairedFrom > exact.size()) {
      throw new IllegalArgumentException(
          "pairedFrom is %d of %d entries.".formatted(pairedFrom, exact.size()));
    }
    if (pairedFrom < exact.size() && mechanism.law() != Mechanism.Law.GAUSSIAN) {
      throw new IllegalArgumentException("Only Gaussian noise can be halved for paired entries.");
    }
  }

  /** Returns a block in which every entry stands for itself. */
  public static NoisyBlock of(String name, long[] exact, Mechanism mechanism) {
    return new NoisyBlock(name, LongVector.of(exact), exact.length, mechanism);
  }

  /** Returns the sums of both, which are over different records. */
  public NoisyBlock plus(NoisyBlock other) {
    return new NoisyBlock(name, exact.plus(other.exact), pairedFrom, mechanism);
  }

  /** Says what it is, never what it holds: the sums are exact. */
  @Override
  public String toString() {
    return "NoisyBlock[%s, %d entries, %s]".formatted(name, exact.size(), mechanism);
  }
}

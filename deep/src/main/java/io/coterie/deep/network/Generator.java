package io.coterie.deep.network;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;

/**
 * Makes up records like those that it was trained on. It may repeat some of them: nothing here
 * bounds what it remembers of a record.
 *
 * <p>Not thread-safe.
 */
public interface Generator extends AutoCloseable {
  /** Returns a new generator whose first weights come from the seed. */
  static Generator make(GeneratorPlan plan, Seed seed) {
    return plan.kind().equals(GeneratorPlan.VAE)
        ? new VariationalGenerator(plan, seed)
        : new AdversarialGenerator(plan, seed);
  }

  /** Passes over the records, each time in batches; at least two records. */
  TrainingLog train(Matrix records, Training training);

  /** Makes up so many records. */
  Matrix sample(int count, Seed seed);

  /** Gives the memory of the networks back. */
  @Override
  void close();
}

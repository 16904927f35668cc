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
  static Generator make(GeneratorPlan plan, Seed seed) {
    return plan.kind().equals(GeneratorPlan.VAE)
        ? new VariationalGenerator(plan, seed)
        : new AdversarialGenerator(plan, seed);
  }

  /** Passes over the records, each time in batches; at least two records. */
  TrainingLog train(Matrix records, Training training);

  Matrix sample(int count, Seed seed);

  @Override
  void close();
}

package io.coterie.deep.gan;

import io.coterie.CoterieException;
import io.coterie.deep.network.GeneratorPlan;
import io.coterie.deep.network.Training;
import io.coterie.math.Seed;
import io.coterie.plan.MethodOptions;
import io.coterie.plan.StudyPlan;
import java.util.Set;

/**
 * How records are made up.
 *
 * @param generator gan or vae
 * @param passes over a site's records; 0 for as many as give about {@link #STEPS} steps
 * @param samples the most records that a site makes up; it makes no more than it has
 * @param width of the GAN; 64 is the published one
 */
record GeneratorOptions(String generator, int passes, int samples, int width) {
  static final Set<String> NAMES = Set.of("generator", "passes", "samples", "width");

  /** Steps at a site unless passes are stated; the published number is 50 passes. */
  static final int STEPS = 1_500;

  private static final int MOST_SAMPLES = 7_000;
  private static final int WIDTH = 16;
  private static final int BATCH = 64;
  private static final double GAN_RATE = 5e-4;
  private static final double VAE_RATE = 1e-3;

  static GeneratorOptions of(StudyPlan plan) {
    MethodOptions options = plan.options();
    String generator = options.word("generator").orElse(GeneratorPlan.GAN);
    if (!Set.of(GeneratorPlan.GAN, GeneratorPlan.VAE).contains(generator)) {
      throw CoterieException.usage(
          "--generator is %s; it must be gan or vae.".formatted(generator));
    }
    return new GeneratorOptions(
        generator,
        options.integer("passes", 0, 1),
        options.integer("samples", MOST_SAMPLES, 1),
        options.integer("width", WIDTH, 4));
  }

  /** Returns the networks for records of so many values. */
  GeneratorPlan networks(StudyPlan plan, int dimension) {
    return new GeneratorPlan(
        generator, plan.input().kind(), dimension, plan.clusters().value(), width);
  }

  /** Returns how a site of so many records trains. */
  Training training(int records, Seed seed) {
    int stepsOfPass = (records + BATCH - 1) / BATCH;
    return Training.of(
        passes > 0 ? passes : (STEPS + stepsOfPass - 1) / stepsOfPass,
        BATCH,
        generator.equals(GeneratorPlan.GAN) ? GAN_RATE : VAE_RATE,
        seed);
  }
}

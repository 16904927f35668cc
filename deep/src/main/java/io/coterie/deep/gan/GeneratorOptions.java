package io.coterie.deep.gan;

import io.coterie.deep.network.GeneratorPlan;
import io.coterie.deep.network.Training;
import io.coterie.math.Seed;
import io.coterie.method.MethodOption;
import io.coterie.method.MethodOption.Values;
import io.coterie.plan.StudyPlan;
import java.util.List;

/**
 * How records are made up.
 *
 * @param generator gan or vae
 * @param passes over a site's records; 0 for as many as give about {@link #STEPS} steps
 * @param samples the most records that a site makes up; it makes no more than it has
 * @param width of the GAN; 64 is the published one
 */
record GeneratorOptions(String generator, int passes, int samples, int width) {
  /** Steps at a site unless passes are stated; the published number is 50 passes. */
  static final int STEPS = 1_500;

  private static final int MOST_SAMPLES = 7_000;
  private static final int BATCH = 64;
  private static final double GAN_RATE = 5e-4;
  private static final double VAE_RATE = 1e-3;

  private static final MethodOption<Integer> PASSES =
      new MethodOption<>(
          "passes",
          "N",
          Values.atLeast(1),
          "as many as make 1,500 steps",
          "Passes of a site's generator over its records.");
  private static final MethodOption<Integer> WIDTH =
      new MethodOption<>(
          "width", "N", Values.atLeast(4), "16", "The channels of a network's first layer.");
  private static final MethodOption<String> GENERATOR =
      new MethodOption<>(
          "generator",
          "KIND",
          Values.words(GeneratorPlan.GAN, GeneratorPlan.VAE),
          GeneratorPlan.GAN,
          "What makes up records at a site: gan or vae.");
  private static final MethodOption<Integer> SAMPLES =
      new MethodOption<>(
          "samples",
          "N",
          Values.atLeast(1),
          Integer.toString(MOST_SAMPLES),
          "The most records that a site makes up, never more than it has.");

  static final List<MethodOption<?>> ALL = List.of(PASSES, WIDTH, GENERATOR, SAMPLES);

  static GeneratorOptions of(StudyPlan plan) {
    return new GeneratorOptions(
        GENERATOR.in(plan).orElse(GeneratorPlan.GAN),
        PASSES.in(plan).orElse(0),
        SAMPLES.in(plan).orElse(MOST_SAMPLES),
        WIDTH.in(plan).orElse(16));
  }

  GeneratorPlan networks(StudyPlan plan, int dimension) {
    return new GeneratorPlan(
        generator, plan.input().kind(), dimension, plan.clusters().value(), width);
  }

  Training training(int records, Seed seed) {
    int stepsOfPass = (records + BATCH - 1) / BATCH;
    return Training.of(
        passes > 0 ? passes : (STEPS + stepsOfPass - 1) / stepsOfPass,
        BATCH,
        generator.equals(GeneratorPlan.GAN) ? GAN_RATE : VAE_RATE,
        seed);
  }
}

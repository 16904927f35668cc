package io.coterie.bench;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.bench.Catalogue.Entry;
import io.coterie.json.Json;
import io.coterie.plan.FeatureMap;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.Scaling;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One run of a benchmark.
 *
 * @param variant the method
 * @param entry the data set
 * @param split how the records are dealt
 * @param input what is done to the records first
 * @param terms of the strict level; none for the method's own level
 * @param isFollowed whether it is scored after each of the method's rounds, not at its end alone
 * @param seed for the split, the method and a generated set
 */
public record BenchmarkRun(
    Variant variant,
    Entry entry,
    Split split,
    Input input,
    Optional<Terms> terms,
    boolean isFollowed,
    long seed) {
  public BenchmarkRun {
    requireNonNull(terms, "terms is null");
    requireNonNull(variant, "variant is null");
    requireNonNull(entry, "entry is null");
    requireNonNull(split, "split is null");
    requireNonNull(input, "input is null");
  }

  /** A run on records as {@code coterie simulate} takes them unless told otherwise. */
  public BenchmarkRun(Variant variant, Entry entry, Split split, long seed) {
    this(variant, entry, split, Input.AUTO, seed);
  }

  /** A run at the method's own privacy level. */
  public BenchmarkRun(Variant variant, Entry entry, Split split, Input input, long seed) {
    this(variant, entry, split, input, Optional.empty(), false, seed);
  }

  /** A run on the terms of the strict level. */
  public static BenchmarkRun strict(Variant variant, Entry entry, Split split, Terms terms) {
    return new BenchmarkRun(variant, entry, split, Input.AUTO, Optional.of(terms), false, 0);
  }

  /** A run that is scored after each round. */
  public static BenchmarkRun followed(Variant variant, Entry entry, Split split) {
    return new BenchmarkRun(variant, entry, split, Input.AUTO, Optional.empty(), true, 0);
  }

  /**
   * What a strict run promises.
   *
   * @param epsilon the budget, with δ = 1e-5
   * @param noise who adds it
   */
  public record Terms(double epsilon, NoiseMode noise) {
    static final double DELTA = 1e-5;
  }

  /**
   * Which records are dealt, and how.
   *
   * @param sites how many sites
   * @param partition as {@link io.coterie.partition.Partitioners} reads it
   * @param sample how many records are drawn from the set first; 0 for all
   */
  public record Split(int sites, String partition, int sample) {
    public static Split iid(int sites, int sample) {
      return new Split(sites, "iid", sample);
    }
  }

  /**
   * What is done to the records before a method sees them.
   *
   * @param scaling of features or records
   * @param features the map applied first
   */
  public record Input(Scaling scaling, FeatureMap features) {
    static final Input AUTO = new Input(Scaling.AUTO, FeatureMap.AUTO);

    /** Returns the values as they are, or scaled alone. */
    public static Input raw(Scaling scaling) {
      return new Input(scaling, FeatureMap.NONE);
    }
  }

  BenchmarkRun withSeed(long other) {
    return new BenchmarkRun(variant, entry, split, input, terms, isFollowed, other);
  }

  /** Returns how many records take part. */
  int records() {
    int all = entry.shape().records();
    return split.sample() == 0 ? all : Math.min(all, split.sample());
  }

  /** Returns everything that tells this run from another. */
  ObjectNode json() {
    ObjectNode node = Json.object().put("data", entry.name()).put("method", variant.method());
    ObjectNode options = node.putObject("options");
    new TreeMap<>(variant.options()).forEach(options::put);
    if (!input.equals(Input.AUTO)) {
      node.put("scale", input.scaling().name().toLowerCase(Locale.ROOT))
          .put("features", input.features().name().toLowerCase(Locale.ROOT));
    }
    if (isFollowed) {
      node.put("followed", true);
    }
    terms.ifPresent(
        strict ->
            node.put("epsilon", strict.epsilon())
                .put("delta", Terms.DELTA)
                .put("noise", strict.noise().word()));
    return node.put("sites", split.sites())
        .put("partition", split.partition())
        .put("records", records())
        .put("seed", seed);
  }

  @Override
  public String toString() {
    return "%s on %s%s%s, %d sites%s, seed %d"
        .formatted(
            variant.title(),
            entry.name(),
            terms
                .map(strict -> ", epsilon %s %s".formatted(strict.epsilon(), strict.noise().word()))
                .orElse(""),
            input.equals(Input.AUTO)
                ? ""
                : ", scale " + input.scaling().name().toLowerCase(Locale.ROOT),
            split.sites(),
            split.partition().equals("iid") ? "" : ", " + split.partition(),
            seed);
  }
}

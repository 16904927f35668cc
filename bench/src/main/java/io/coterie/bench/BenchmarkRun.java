package io.coterie.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.EnumText;
import io.coterie.bench.Catalogue.Entry;
import io.coterie.json.Json;
import io.coterie.plan.FeatureMap;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.Scaling;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One run of a benchmark.
 *
 * @param terms of level dp; none for the method's own level
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
  /** A run on records as {@code coterie simulate} takes them unless told otherwise. */
  public BenchmarkRun(Variant variant, Entry entry, Split split, long seed) {
    this(variant, entry, split, Input.AUTO, seed);
  }

  public BenchmarkRun(Variant variant, Entry entry, Split split, Input input, long seed) {
    this(variant, entry, split, input, Optional.empty(), false, seed);
  }

  public static BenchmarkRun dp(Variant variant, Entry entry, Split split, Terms terms) {
    return new BenchmarkRun(variant, entry, split, Input.AUTO, Optional.of(terms), false, 0);
  }

  public static BenchmarkRun followed(Variant variant, Entry entry, Split split) {
    return new BenchmarkRun(variant, entry, split, Input.AUTO, Optional.empty(), true, 0);
  }

  /** What a dp run promises: the budget ε, with δ = 1e-5, and who adds the noise. */
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

  /** What is done to the records before a method sees them; the map of features comes first. */
  public record Input(Scaling scaling, FeatureMap features) {
    public static final Input AUTO = new Input(Scaling.AUTO, FeatureMap.AUTO);

    /** Returns the values as they are, or scaled alone. */
    public static Input raw(Scaling scaling) {
      return new Input(scaling, FeatureMap.NONE);
    }
  }

  BenchmarkRun withSeed(long other) {
    return new BenchmarkRun(variant, entry, split, input, terms, isFollowed, other);
  }

  int records() {
    int all = entry.shape().records();
    return split.sample() == 0 ? all : Math.min(all, split.sample());
  }

  ObjectNode json() {
    ObjectNode node = Json.object().put("data", entry.name()).put("method", variant.method());
    new TreeMap<>(variant.options()).forEach(node.putObject("options")::put);
    if (!input.equals(Input.AUTO)) {
      node.put("scale", EnumText.of(input.scaling()))
          .put("features", EnumText.of(input.features()));
    }
    if (isFollowed) {
      node.put("followed", true);
    }
    terms.ifPresent(
        dp ->
            node.put("epsilon", dp.epsilon())
                .put("delta", Terms.DELTA)
                .put("noise", dp.noise().word()));
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
                .map(dp -> ", epsilon %s %s".formatted(dp.epsilon(), dp.noise().word()))
                .orElse(""),
            input.equals(Input.AUTO) ? "" : ", scale " + EnumText.of(input.scaling()),
            split.sites(),
            split.partition().equals("iid") ? "" : ", " + split.partition(),
            seed);
  }
}

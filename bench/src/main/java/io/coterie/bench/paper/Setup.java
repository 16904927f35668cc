package io.coterie.bench.paper;

import io.coterie.bench.Catalogue.Entry;
import io.coterie.bench.Variant;
import java.util.List;
import java.util.OptionalInt;

/**
 * What a benchmark was asked for.
 *
 * @param data the sets; empty for the experiment's own
 * @param methods the methods; empty for the experiment's own
 * @param sites how many sites, instead of each set's own number
 * @param sample how many records of a larger set are used; 0 for all
 * @param epsilon the nominal epsilon of the ablation's noise
 */
public record Setup(
    List<Entry> data, List<Variant> methods, OptionalInt sites, int sample, double epsilon) {
  public Setup {
    data = List.copyOf(data);
    methods = List.copyOf(methods);
  }
}

package io.coterie.report.manifest;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.message.Field;
import io.coterie.method.MethodOption;
import io.coterie.plan.StudyPlan;
import io.coterie.site.internal.SharedMean;
import io.coterie.wire.DecodedPayload;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What protects a field of a message, in words, for every field that no mechanism of the strict
 * level makes noisy. A field that is not in this table has no line in a manifest, and a manifest
 * without a line for each field fails: nothing can be sent of which nobody said how it is
 * protected.
 *
 * @param words begin with "none:" where nothing but its own nature protects it
 * @param told what it tells
 */
record FieldProtection(String words, Set<Disclosure> told) {
  private static final FieldProtection SIZES = counts("none: exact numbers of records, by group");
  private static final FieldProtection SEARCH = plain("none: how the site's own search ended");
  private static final String SITE_SUMS = "none: sums over all records of the site";

  /** Of groups whose sizes are not sent, how few records one may have. */
  private static final int K_FED_LEAST = 2;

  /** By kind and field. Means and sums of groups are judged by the sizes that go with them. */
  private static final Map<String, FieldProtection> TABLE =
      Map.ofEntries(
          Map.entry("feature-sums.records", counts("none: exact number of records")),
          Map.entry("feature-sums.present", counts("none: exact numbers of values, by feature")),
          Map.entry("feature-sums.sums", plain(SITE_SUMS)),
          Map.entry("feature-scatter.triangle", plain("none: sums of products over all records")),
          Map.entry("feature-range.smallest", extremes("none: the smallest value by feature")),
          Map.entry("feature-range.largest", extremes("none: the largest value by feature")),
          Map.entry("record-box.records", counts("none: exact number of records")),
          Map.entry("record-box.smallest", extremes("none: the smallest value by feature")),
          Map.entry("record-box.largest", extremes("none: the largest value by feature")),
          Map.entry("microclusters.counts", SIZES),
          Map.entry("microclusters.means", plain("none: means of groups")),
          Map.entry("anchor-sums.unit", plain("public: the unit that the coordinator stated")),
          Map.entry("anchor-sums.counts", SIZES),
          Map.entry("anchor-sums.sums", plain("none: sums over the records nearest to an anchor")),
          Map.entry(
              "anchor-graph.gram", plain("none: weighted sums over records near two anchors")),
          Map.entry("anchor-graph.mass", plain("none: weighted counts of records near an anchor")),
          Map.entry("cluster-moments.counts", SIZES),
          Map.entry("cluster-moments.sums", plain("none: sums over the records of a cluster")),
          Map.entry("cluster-moments.triangle", plain("none: sums of products over all records")),
          Map.entry("cluster-sums.counts", SIZES),
          Map.entry("cluster-sums.sums", plain("none: sums over the records of a cluster")),
          Map.entry("fuzzy-sums.masses", plain("none: weighted counts over all records")),
          Map.entry("fuzzy-sums.sums", plain("none: weighted sums over all records")),
          Map.entry("mixture-sums.counts", plain("none: weighted counts over all records")),
          Map.entry("mixture-sums.firsts", plain("none: weighted sums over all records")),
          Map.entry("mixture-sums.seconds", plain("none: weighted sums of products over all")),
          Map.entry("mixture-sums.scores", plain("none: two sums over all records")),
          Map.entry("noisy-sums.counts", nominal()),
          Map.entry("noisy-sums.residuals", nominal()),
          Map.entry("site-centers.means", plain("none: means of local clusters")),
          Map.entry("spectral-centroids.centroids", plain("none: means of eigenvector entries")),
          Map.entry("spectral-centroids.search", SEARCH),
          Map.entry("subspace-samples.samples", plain("none: random points of local subspaces")),
          Map.entry("subspace-samples.search", SEARCH),
          Map.entry("point-offer.possible", plain("none: whether there are records enough")),
          Map.entry("shared-point.point", plain("none: mean of near records")),
          Map.entry("shared-point.embedding", plain("none: that mean in the site's own graph")),
          Map.entry("structure.counts", SIZES),
          Map.entry("structure.means", plain("none: means of groups")),
          Map.entry("structure.spreads", plain("none: variances of groups")),
          Map.entry("structure.edges", plain("none: a graph over groups")),
          Map.entry(
              "structure.memberships",
              new FieldProtection(
                  "none: the group of each record, in order", Set.of(Disclosure.RECORD_ORDER))),
          Map.entry("structure.search", SEARCH),
          Map.entry("weight-sums.records", counts("none: exact number of records")),
          Map.entry("weight-sums.weights", plain("none: a network trained on the records")),
          Map.entry("weight-sums.loss", plain("none: the mean loss over the records")),
          Map.entry(
              "synthetic-records.samples",
              new FieldProtection(
                  "none: made-up records, as many as there are; the GAN may repeat real ones",
                  Set.of(Disclosure.RECORDS, Disclosure.SINGLE_VALUES, Disclosure.EXACT_COUNTS))),
          Map.entry("noisy-totals.step", plain("public: the name of the step")),
          Map.entry(
              "pooled-records.records",
              new FieldProtection(
                  "none: the records themselves",
                  Set.of(
                      Disclosure.RECORDS,
                      Disclosure.RECORD_ORDER,
                      Disclosure.SINGLE_VALUES,
                      Disclosure.EXACT_COUNTS))));

  FieldProtection {
    told = Set.copyOf(told);
  }

  private static FieldProtection plain(String words) {
    return new FieldProtection(words, Set.of());
  }

  private static FieldProtection counts(String words) {
    return new FieldProtection(words, Set.of(Disclosure.EXACT_COUNTS));
  }

  private static FieldProtection extremes(String words) {
    return new FieldProtection(words, Set.of(Disclosure.SINGLE_VALUES));
  }

  private static FieldProtection nominal() {
    return plain("Laplace noise, nominal: its bounds are the records' own");
  }

  /** Returns the terms of a field of which nothing but the total over the sites can be seen. */
  static FieldProtection ofMasked(DecodedPayload payload, Field field) {
    FieldProtection terms = TABLE.get(key(payload.kind(), field.name()));
    if (terms == null) {
      throw missing(payload.kind(), field.name());
    }
    return plain("masked, the total is seen: " + terms.words().replaceFirst("^none: ", ""));
  }

  /** Returns the terms of a field that is sent as it is, at a level and with what goes along. */
  static FieldProtection of(DecodedPayload payload, Field field, StudyPlan plan) {
    FieldProtection terms = TABLE.get(key(payload.kind(), field.name()));
    if (terms == null) {
      throw missing(payload.kind(), field.name());
    }
    return switch (key(payload.kind(), field.name())) {
      case "microclusters.means", "anchor-sums.sums", "cluster-sums.sums" ->
          ofGroups(terms.words(), smallestCount(payload));
      case "structure.means", "structure.spreads" ->
          MethodOption.EPSILON.in(plan).isPresent()
              ? plain("Laplace noise, nominal: the groups are chosen by the records")
              : ofGroups(terms.words(), smallestCount(payload));
      case "structure.edges" -> hasRecordGraph(payload) ? recordGraph() : terms;
      case "site-centers.means" ->
          ofGroups(terms.words(), Math.max(K_FED_LEAST, plan.privacy().smallestGroup()));
      case "subspace-samples.samples", "shared-point.point" ->
          ofGroups(terms.words(), Math.max(SharedMean.LEAST, plan.privacy().smallestGroup()));
      case "spectral-centroids.centroids" ->
          plan.privacy().smallestGroup() > 1
              ? ofGroups(terms.words(), plan.privacy().smallestGroup())
              : terms;
      case "feature-sums.sums" -> smallestCount(payload) == 1 ? ofGroups(terms.words(), 1) : terms;
      default -> terms;
    };
  }

  /** Returns the terms of all fields of a kind of message, as they are without noise. */
  static Map<String, FieldProtection> ofKind(String kind) {
    Map<String, FieldProtection> terms = new TreeMap<>();
    TABLE.forEach(
        (key, value) -> {
          if (key.startsWith(kind + ".")) {
            terms.put(key.substring(kind.length() + 1), value);
          }
        });
    return terms;
  }

  static CoterieException missing(String kind, String field) {
    return new CoterieException(
        ErrorCode.INTERNAL,
        ("Field %s of message %s has no line that says what protects it; nothing may leave until"
                + " it has one.")
            .formatted(field, kind));
  }

  /** Mixtures are numbered; all are alike. */
  private static String key(String kind, String field) {
    return kind + "." + field.replaceFirst("^mixture-[0-9]+\\.", "");
  }

  private static FieldProtection ofGroups(String words, double smallest) {
    if (smallest == Double.POSITIVE_INFINITY) {
      return plain(words + ", all withheld");
    }
    return smallest >= 2
        ? plain("%s, each of at least %.0f records".formatted(words, smallest))
        : new FieldProtection(
            words + ", some of ONE record", Set.of(Disclosure.RECORDS, Disclosure.SINGLE_VALUES));
  }

  /** Returns the smallest count above zero that the message itself states. */
  private static double smallestCount(DecodedPayload payload) {
    double smallest = Double.POSITIVE_INFINITY;
    for (Field field : payload.fields()) {
      boolean isSize = field.name().equals("counts") || field.name().equals("records");
      if (isSize && field instanceof Field.Numbers counts) {
        for (double count : counts.values().array()) {
          smallest = count > 0 ? Math.min(smallest, count) : smallest;
        }
      }
    }
    return smallest;
  }

  private static boolean hasRecordGraph(DecodedPayload payload) {
    return payload.fields().stream().anyMatch(field -> field.name().equals("memberships"));
  }

  /** Distances, and with the means places, can be solved for: records are as good as sent. */
  private static FieldProtection recordGraph() {
    return new FieldProtection(
        "none: the graph over all records; they can be rebuilt from it",
        Set.of(
            Disclosure.RECORDS,
            Disclosure.RECORD_ORDER,
            Disclosure.GRAPH_OVER_RECORDS,
            Disclosure.SINGLE_VALUES,
            Disclosure.EXACT_COUNTS));
  }
}

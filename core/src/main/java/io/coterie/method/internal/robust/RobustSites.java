package io.coterie.method.internal.robust;

import io.coterie.fusion.internal.SiteAgreement;
import io.coterie.graph.SparseGraph;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.SumPayload;
import io.coterie.message.internal.AnchorGraph;
import io.coterie.message.internal.AnchorSums;
import io.coterie.message.internal.FeatureSums;
import io.coterie.message.internal.FuzzySums;
import io.coterie.message.internal.Microclusters;
import io.coterie.message.internal.MixtureTotals;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.PayloadKinds;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Sites among which a few may lie: a method sees totals that those cannot move far. What a site
 * says of a record on average is compared with what the others say ({@link SiteAgreement}); who
 * disagrees is a suspect from then on and left out. The others count by their records, up to a cap.
 * Sites that are left out still get the answer.
 *
 * <p>It holds as long as fewer than half of the sites lie, and sites have much the same mixture of
 * records: a site that honestly has others than everybody else looks like a liar.
 */
public final class RobustSites implements Sites {
  /** A site counts for no more than so many times the middle one's records. */
  static final double CAP = 2;

  /** Sites that are farther from the others than so many times the usual are suspects. */
  static final double SUSPICIOUS = 3;

  /** Sites that differ by less than three times this part of what they say are no suspects. */
  private static final double LEAST_USUAL = 0.05;

  /** With fewer, two that agree are no majority. */
  private static final int FEWEST_SITES = 4;

  /** Rounding of sums. */
  private static final double SLACK = 1e-6;

  private final Sites sites;
  private final Robustness robustness;
  private final CoordinatorContext.Findings findings;
  private final Map<String, Double> records = new LinkedHashMap<>();
  private final Map<String, Double> worst = new TreeMap<>();
  private final Map<String, String> suspects = new LinkedHashMap<>();
  private int round;
  private boolean isCompared;

  public RobustSites(Sites sites, Robustness robustness, CoordinatorContext.Findings findings) {
    this.sites = sites;
    this.robustness = robustness;
    this.findings = findings;
  }

  @Override
  public List<SiteMessage> ask(Payload question, Reply<?> reply) {
    List<SiteMessage> heard = List.copyOf(sites.ask(question, reply.bySite()));
    isCompared = heard.size() >= FEWEST_SITES;
    if (!isCompared) {
      return heard;
    }
    round++;
    count(heard);
    if (robustness != Robustness.CAP) {
      suspect(heard);
    }
    // A suspect stays one: a site that lied in one round may do so in another where it is not seen.
    List<SiteMessage> kept =
        heard.stream().filter(message -> !suspects.containsKey(message.site())).toList();
    Payload first = heard.get(0).payload();
    if (first instanceof Microclusters) {
      return kept.stream().map(this::capped).toList();
    }
    return first instanceof SumPayload<?> ? List.of(total(kept)) : kept;
  }

  /** Takes a site's number of records by its first word; it cannot have more later. */
  private void count(List<SiteMessage> replies) {
    for (SiteMessage reply : replies) {
      double stated = mass(reply.payload());
      if (Double.isNaN(stated)) {
        continue;
      }
      double known = records.computeIfAbsent(reply.site(), site -> Math.max(1, stated));
      if (robustness == Robustness.CAP) {
        records.merge(reply.site(), stated, Math::max); // nobody is left out, so the most counts
      }
      if (stated > known * (1 + SLACK) && robustness != Robustness.CAP) {
        suspects.putIfAbsent(
            reply.site(), "round %d: more records than it had before".formatted(round));
      }
    }
  }

  // NaN where a payload is not taken as a statement of how many records there are.
  private static double mass(Payload payload) {
    if (payload instanceof FeatureSums sums) {
      return sums.records();
    } else if (payload instanceof Microclusters groups) {
      return groups.counts().sum();
    } else if (payload instanceof AnchorSums sums) {
      return sums.counts().sum();
    } else if (payload instanceof AnchorGraph graph) {
      return graph.mass().sum();
    } else if (payload instanceof FuzzySums fuzzy) {
      return fuzzy.sums().masses().sum();
    }
    return Double.NaN;
  }

  private void suspect(List<SiteMessage> replies) {
    double[] sizes = replies.stream().mapToDouble(reply -> records.get(reply.site())).toArray();
    double[] scores = new double[replies.size()];
    for (SiteAgreement agreement : agreements(replies, sizes)) {
      for (int k = 0; k < scores.length; k++) {
        scores[k] = Math.max(scores[k], agreement.scores()[k]);
      }
    }
    for (int k = 0; k < scores.length; k++) {
      String site = replies.get(k).site();
      worst.merge(site, scores[k], Math::max);
      if (scores[k] > SUSPICIOUS) {
        suspects.putIfAbsent(
            site,
            String.format(
                Locale.ROOT,
                "round %d: %.1f times as far from the others as usual",
                round,
                scores[k]));
      }
    }
  }

  /** Compares statements part by part: parts have different units. */
  private static List<SiteAgreement> agreements(List<SiteMessage> replies, double[] sizes) {
    if (replies.get(0).payload() instanceof Microclusters) {
      return List.of(
          SiteAgreement.ofPlaces(
              replies.stream().map(reply -> reply.payloadAs(Microclusters.class)).toList(), sizes));
    } else if (!(replies.get(0).payload() instanceof SumPayload<?>)
        || replies.get(0).payload() instanceof MixtureTotals) {
      // Sums of EM are few numbers in many rounds: in some of them somebody differs by chance.
      return List.of();
    }
    List<SiteAgreement> agreements = new ArrayList<>();
    int fields = replies.get(0).payload().fields().size();
    // Values of features may be large beside what they differ by.
    boolean isOfValues = replies.get(0).payload() instanceof FeatureSums;
    for (int f = 0; f < fields; f++) {
      List<double[]> means = new ArrayList<>();
      for (int k = 0; k < sizes.length; k++) {
        double[] values = values(replies.get(k).payload().fields().get(f));
        for (int j = 0; j < values.length; j++) {
          values[j] /= sizes[k];
        }
        means.add(values);
      }
      agreements.add(SiteAgreement.ofMeans(means, sizes, isOfValues ? 0 : LEAST_USUAL));
    }
    return agreements;
  }

  /** Returns a field's numbers; of a graph, how much each node is joined to itself. */
  private static double[] values(Field field) {
    if (field instanceof Field.Edges edges) {
      SparseGraph graph = edges.graph();
      double[] own = new double[graph.nodeCount()];
      Arrays.setAll(own, node -> graph.weight(node, node));
      return own;
    }
    return field instanceof Field.Numbers numbers
        ? numbers.values().array().clone()
        : new double[0];
  }

  private SiteMessage total(List<SiteMessage> kept) {
    List<Payload> parts = kept.stream().map(reply -> capped(reply).payload()).toList();
    Payload total = added(parts);
    // Fewer than half of the sites cannot move a median beyond what the others say.
    if (robustness == Robustness.MEDIAN && total instanceof AnchorSums sums) {
      List<AnchorSums> all = parts.stream().map(AnchorSums.class::cast).toList();
      total =
          new AnchorSums(
              sums.counts(),
              medianSums(
                  all.stream().map(AnchorSums::counts).toList(),
                  all.stream().map(AnchorSums::sums).toList()));
    } else if (robustness == Robustness.MEDIAN && total instanceof FeatureSums sums) {
      List<FeatureSums> all = parts.stream().map(FeatureSums.class::cast).toList();
      Matrix medians =
          medianSums(
              all.stream().map(FeatureSums::present).toList(),
              all.stream().map(site -> column(site.sums())).toList());
      total = new FeatureSums(sums.records(), sums.present(), Vector.of(medians.array()));
    }
    return new SiteMessage("the sites that agree", total);
  }

  private static Matrix column(Vector values) {
    return Matrix.over(values.size(), 1, values.toArray());
  }

  /** Returns sums with the medians of the sites' means; each row has a count at every site. */
  private static Matrix medianSums(List<Vector> counts, List<Matrix> sums) {
    return sums.get(0)
        .map(
            (i, j, first) ->
                medianSum(
                    counts.stream().mapToDouble(site -> site.at(i)).toArray(),
                    sums.stream().mapToDouble(site -> site.at(i, j)).toArray()));
  }

  /** Returns the sum that all counts would have with the median of the sites' means. */
  private static double medianSum(double[] counts, double[] sums) {
    double[] means = new double[counts.length];
    for (int k = 0; k < means.length; k++) {
      means[k] = counts[k] > 0 ? sums[k] / counts[k] : 0;
    }
    double total = Arrays.stream(counts).sum();
    return total > 0 ? total * SiteAgreement.median(means, counts) : 0;
  }

  private static Payload added(List<Payload> parts) {
    Payload total = parts.get(0);
    for (Payload part : parts.subList(1, parts.size())) {
      total = plus((SumPayload<?>) total, part);
    }
    return total;
  }

  @SuppressWarnings("unchecked") // all are of the kind that was asked for
  private static <T extends SumPayload<T>> Payload plus(SumPayload<T> one, Payload other) {
    return one.plus((T) other);
  }

  /** Returns a site's message with no more weight than the cap gives it. */
  private SiteMessage capped(SiteMessage reply) {
    double middle =
        SiteAgreement.median(records.values().stream().mapToDouble(Double::doubleValue).toArray());
    double weight = Math.min(1, CAP * middle / records.get(reply.site()));
    return weight == 1 ? reply : new SiteMessage(reply.site(), scaled(reply.payload(), weight));
  }

  private static Payload scaled(Payload payload, double weight) {
    if (payload instanceof Microclusters groups) { // means are no sums
      double[] counts = groups.counts().toArray();
      for (int g = 0; g < counts.length; g++) {
        counts[g] *= weight;
      }
      return new Microclusters(Vector.of(counts), groups.means());
    }
    List<Field> fields = new ArrayList<>();
    for (Field field : payload.fields()) {
      if (field instanceof Field.Numbers numbers) {
        Matrix values = numbers.values().map((i, j, value) -> value * weight);
        fields.add(new Field.Numbers(field.name(), values));
      } else if (field instanceof Field.Edges edges) {
        fields.add(new Field.Edges(field.name(), edges.graph().scaled(weight)));
      } else {
        fields.add(field);
      }
    }
    return PayloadKinds.typed(payload.kind(), fields);
  }

  /**
   * Reports who was left out and why, and how far every site was from the others at most; nothing
   * where the last round had too few sites to compare.
   */
  public void report() {
    if (!isCompared) {
      return;
    }
    if (robustness != Robustness.CAP) {
      findings.report(
          "suspects",
          suspects.isEmpty()
              ? "none"
              : suspects.entrySet().stream()
                  .map(suspect -> "%s (%s)".formatted(suspect.getKey(), suspect.getValue()))
                  .collect(Collectors.joining("; ")));
      findings.report(
          "agreement",
          worst.entrySet().stream()
                  .map(
                      site -> String.format(Locale.ROOT, "%s %.1f", site.getKey(), site.getValue()))
                  .collect(Collectors.joining(", "))
              + String.format(
                  Locale.ROOT, " (1 is usual, above %.0f a site is left out)", SUSPICIOUS));
    }
    double middle =
        SiteAgreement.median(records.values().stream().mapToDouble(Double::doubleValue).toArray());
    List<String> large =
        records.entrySet().stream()
            .filter(site -> site.getValue() > CAP * middle)
            .map(Map.Entry::getKey)
            .toList();
    findings.report("capped", large.isEmpty() ? "none" : String.join(", ", large));
  }
}

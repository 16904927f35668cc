package io.coterie.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import io.coterie.math.Vector;
import io.coterie.method.Diagnostics;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Sizes of the clusters, over all sites and by site, as far as the level lets them be known: exact
 * where sites sent counts of groups, noisy at level dp, and by site only of sites whose own counts
 * left them. With a smallest group, a site that has fewer records in some cluster is left out, and
 * a second one with it, so that it does not follow from the totals.
 */
final class SiteTable {
  private static final String EXACT = "exact";

  private final ReportData.Input input;

  SiteTable(ReportData.Input input) {
    this.input = input;
  }

  ObjectNode json() {
    ObjectNode node = Json.object();
    Optional<double[]> totals = totals();
    node.put("kind", totals.isEmpty() ? "hidden" : kind());
    ArrayNode sizes = node.putArray("sizes");
    totals.ifPresent(values -> Arrays.stream(values).forEach(size -> sizes.add(Math.round(size))));
    Map<String, double[]> told = told();
    Set<String> withheld = withheld(told);
    ArrayNode sites = node.putArray("sites");
    for (String site : input.sites()) {
      ObjectNode one = sites.addObject().put("site", site);
      if (told.containsKey(site) && !withheld.contains(site)) {
        ArrayNode own = one.putArray("sizes");
        Arrays.stream(told.get(site)).forEach(size -> own.add(Math.round(size)));
      }
    }
    return node.put("note", note(told, withheld));
  }

  /** Returns the sizes over all sites, where they may be shown. */
  Optional<double[]> sizes() {
    return totals();
  }

  /** Returns whether sizes may be others than those of the labels. */
  boolean isAbout() {
    return !kind().equals(EXACT);
  }

  private String kind() {
    if (input.plan().privacy().isDp()) {
      return "noisy";
    }
    if (input.held().isPresent()) {
      return EXACT;
    }
    return input.log().siteSizes().isEmpty() ? "estimated" : "told";
  }

  private Optional<double[]> totals() {
    if (input.openly().isPresent()) {
      double[] sizes = new double[input.clusterCount()];
      Arrays.stream(input.openly().get().lines().clusters().toArray()).forEach(c -> sizes[c]++);
      return shown(sizes);
    }
    if (!input.plan().privacy().isDp() && !input.log().siteSizes().isEmpty()) {
      Vector sum =
          input.log().siteSizes().values().stream()
              .map(Diagnostics.SiteSizes::records)
              .reduce(Vector::plus)
              .orElseThrow();
      return shown(sum.toArray());
    }
    return input.log().places().map(this::massOf);
  }

  /** A cluster of fewer records than any group may have is a group of fewer records. */
  private Optional<double[]> shown(double[] sizes) {
    int least = input.plan().privacy().smallestGroup();
    return Arrays.stream(sizes).allMatch(size -> size == 0 || size >= least)
        ? Optional.of(sizes)
        : Optional.empty();
  }

  private double[] massOf(Diagnostics.Places places) {
    double[] sizes = new double[input.clusterCount()];
    for (int p = 0; p < places.mass().size(); p++) {
      sizes[places.clusters().at(p)] += places.mass().at(p);
    }
    return sizes;
  }

  private Map<String, double[]> told() {
    Map<String, double[]> told = new LinkedHashMap<>();
    if (!input.plan().privacy().isDp()) {
      input.log().siteSizes().forEach((site, sizes) -> told.put(site, sizes.records().toArray()));
      if (input.isPooled()) {
        input.sites().forEach(site -> told.put(site, new double[0]));
      }
      input.openly().ifPresent(held -> told.replaceAll((site, sizes) -> exact(held, site)));
    }
    return told;
  }

  /** In a simulation the site's own labels are at hand, which its groups tell up to borders. */
  private double[] exact(ReportData.Input.Held held, String site) {
    double[] sizes = new double[input.clusterCount()];
    IntStream.range(0, held.lines().size())
        .filter(line -> held.lines().sites().get(line).equals(site))
        .forEach(line -> sizes[held.lines().clusters().of(line)]++);
    return sizes;
  }

  private Set<String> withheld(Map<String, double[]> told) {
    int least = input.plan().privacy().smallestGroup();
    Set<String> withheld = new TreeSet<>();
    told.forEach(
        (site, sizes) -> {
          if (Arrays.stream(sizes).anyMatch(size -> size > 0 && size < least)) {
            withheld.add(site);
          }
        });
    if (withheld.size() == 1) {
      told.entrySet().stream()
          .filter(entry -> !withheld.contains(entry.getKey()))
          .min(Comparator.comparingDouble(entry -> Arrays.stream(entry.getValue()).sum()))
          .ifPresent(entry -> withheld.add(entry.getKey()));
    }
    return withheld;
  }

  private String note(Map<String, double[]> told, Set<String> withheld) {
    if (input.plan().privacy().isDp()) {
      return "From noisy totals over all sites. How many records a site has, and in which cluster,"
          + " never leaves it at level dp.";
    }
    if (told.isEmpty()) {
      return "No site's own counts left it, so there are none by site.";
    }
    if (!withheld.isEmpty()) {
      return "Left out: %s, of which a cluster has fewer than %d records, and what would give them away."
          .formatted(
              String.join(", ", List.copyOf(withheld)), input.plan().privacy().smallestGroup());
    }
    return input.held().isPresent()
        ? "The sites told the sizes of their groups; these are their own counts."
        : "As the sizes of the groups tell that the sites sent: each group counts for the cluster"
            + " that its mean is in.";
  }
}

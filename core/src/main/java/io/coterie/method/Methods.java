package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.NearestName;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.StudyPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The methods on the class path, by name. */
public final class Methods {
  /** The method of a study that names none. */
  public static final String DEFAULT = "anchor-graph";

  /** Methods of add-ons, by name. */
  private static final Map<String, String> ADD_ONS =
      Map.of("f-dec", "deep", "ppfc-gan", "deep", "spp-fgc-plus", "deep");

  private Methods() {}

  /** Returns the methods that cluster. */
  public static Map<String, FederatedMethod> all() {
    Map<String, FederatedMethod> clustering = installed();
    clustering.values().removeIf(method -> !method.isClustering());
    return clustering;
  }

  /** Returns these and what describes records only. */
  static Map<String, FederatedMethod> installed() {
    Map<String, FederatedMethod> byName = new TreeMap<>();
    for (FederatedMethod method : ServiceLoader.load(FederatedMethod.class)) {
      byName.put(method.name(), method);
    }
    return byName;
  }

  /** Returns the plan's method after it has agreed to the plan. */
  public static FederatedMethod of(StudyPlan plan) {
    FederatedMethod method = named(plan.method());
    for (String option : plan.options().values().keySet()) {
      if (!names(method).contains(option)) {
        throw CoterieException.usage(
            "Method %s has no option --%s.%s"
                .formatted(
                    method.name(),
                    option,
                    method.options().isEmpty()
                        ? " It has none."
                        : method.options().stream()
                            .map(known -> "--" + known.name())
                            .collect(Collectors.joining(", ", " It has: ", "."))));
      }
    }
    requireLevel(method, plan.privacy().level());
    if (plan.input().hasOpenLevels() && method.isClustering()) {
      throw CoterieException.usage(
          "A category has no levels in the study yet. Name them, or let the sites agree on them first:"
              + " see 'coterie study profile --help'.");
    }
    method.options().forEach(option -> option.in(plan)); // refuses what is out of range
    if (!method.findsClusterCount()) {
      requireClusterCount(plan);
    }
    if (plan.input().hasLevels() && !method.takesLevels(plan)) {
      throw CoterieException.usage(
          ("Method %s at level %s takes numbers only, and with this --scale, but some columns hold"
                  + " levels. Use %s at level totals with --scale auto or zscore, or at level dp with"
                  + " --scale auto, or leave these columns out.")
              .formatted(method.name(), plan.privacy().level().word(), DEFAULT));
    }
    method.check(plan);
    return method;
  }

  public static SortedSet<String> names(FederatedMethod method) {
    return method.options().stream()
        .map(MethodOption::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Returns the options of all methods that are not stated elsewhere, one for each name. The order
   * keeps that of each method, so that files list a method's options in its own order.
   */
  public static List<MethodOption<?>> options() {
    Map<String, MethodOption<?>> left = new LinkedHashMap<>();
    Map<String, Set<String>> before = new HashMap<>();
    for (FederatedMethod method : all().values()) {
      Set<String> earlier = new HashSet<>();
      for (MethodOption<?> option : own(method)) {
        left.putIfAbsent(option.name(), option);
        before.computeIfAbsent(option.name(), name -> new HashSet<>()).addAll(earlier);
        earlier.add(option.name());
      }
    }
    List<MethodOption<?>> ordered = new ArrayList<>();
    while (!left.isEmpty()) {
      String next =
          left.keySet().stream()
              .filter(name -> Collections.disjoint(before.get(name), left.keySet()))
              .findFirst()
              .orElseGet(() -> left.keySet().iterator().next()); // methods contradict each other
      ordered.add(left.remove(next));
    }
    return ordered;
  }

  /** Returns the options of a method without the nominal budget, which is part of the privacy. */
  public static List<MethodOption<?>> own(FederatedMethod method) {
    return method.options().stream()
        .filter(option -> !option.equals(MethodOption.EPSILON))
        .toList();
  }

  /**
   * Returns the level of a study that states none: totals where the method offers it. A reference
   * has no level, as its records never leave this machine; it is planned as the methods are that it
   * is compared with.
   */
  public static PrivacyLevel usualLevel(FederatedMethod method) {
    return method.levels().contains(PrivacyLevel.TOTALS)
        ? PrivacyLevel.TOTALS
        : PrivacyLevel.COMPONENT;
  }

  /** Refuses a level that a method cannot offer. */
  public static void requireLevel(FederatedMethod method, PrivacyLevel level) {
    boolean offered =
        method.isFederated() ? method.levels().contains(level) : level == usualLevel(method);
    if (!offered) {
      String others =
          all().values().stream()
              .filter(other -> other.levels().contains(level))
              .map(FederatedMethod::name)
              .collect(Collectors.joining(", "));
      throw CoterieException.usage(
          "Method %s cannot offer privacy level %s%s. Level %s is offered by: %s."
              .formatted(
                  method.name(),
                  level.word(),
                  method.isFederated()
                      ? ", only: " + words(method.levels()) + because(method)
                      : ": it pools the records at one place, so none applies",
                  level.word(),
                  others));
    }
  }

  private static String because(FederatedMethod method) {
    String reason = method.whyNoOtherLevel();
    return reason.isEmpty() ? "" : "; " + reason;
  }

  private static String words(Set<PrivacyLevel> levels) {
    return levels.stream().sorted().map(PrivacyLevel::word).collect(Collectors.joining(", "));
  }

  private static void requireClusterCount(StudyPlan plan) {
    if (plan.clusters().isAuto()) {
      throw CoterieException.usage(
          ("Method %s needs a number of clusters; coterie suggest finds one, or use anchor-graph"
                  + " with --clusters auto.")
              .formatted(plan.method()));
    }
  }

  /** Returns the method of a name, or says which valid name is nearest. */
  public static FederatedMethod named(String name) {
    Map<String, FederatedMethod> all = all();
    FederatedMethod method = installed().get(name);
    if (method == null && ADD_ONS.containsKey(name)) {
      throw CoterieException.usage(
          "Method %s is part of the add-on %s, which is not on the class path. The launcher ./coterie of a checkout builds and adds it where --method or the study file names it."
              .formatted(name, ADD_ONS.get(name)));
    }
    if (method == null) {
      throw CoterieException.usage(
          "There is no method %s.%s Methods: %s."
              .formatted(
                  name, NearestName.hint(name, all.keySet()), String.join(", ", all.keySet())));
    }
    return method;
  }
}

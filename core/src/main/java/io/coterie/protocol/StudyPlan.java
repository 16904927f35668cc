package io.coterie.protocol;

import static java.util.Objects.requireNonNull;

/**
 * What every participant of a study knows before it starts; nothing in it depends on a record.
 *
 * @param method the method's name
 * @param clusters how many clusters
 * @param input what the records are
 * @param options the method's options
 */
public record StudyPlan(
    String method, ClusterCount clusters, InputPlan input, MethodOptions options) {
  public StudyPlan {
    requireNonNull(method, "method is null");
    requireNonNull(clusters, "clusters is null");
    requireNonNull(input, "input is null");
    requireNonNull(options, "options is null");
  }

  /** Returns a plan for a known number of clusters, with the method's own defaults. */
  public static StudyPlan of(String method, int clusters, InputPlan input) {
    return new StudyPlan(method, ClusterCount.of(clusters), input, MethodOptions.none());
  }
}

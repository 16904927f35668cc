package io.coterie.method;

import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import java.util.List;
import java.util.Set;

/**
 * One federated clustering method: what a site does and what the coordinator does with it. The two
 * exchange messages and cannot tell whether they share a process or not.
 *
 * <p>Found by {@link java.util.ServiceLoader}; stateless.
 */
public interface FederatedMethod {
  String name();

  String summary();

  /** Returns the options of this method, in the order of a study file. */
  default List<MethodOption<?>> options() {
    return List.of();
  }

  default List<PayloadKind<? extends Payload>> kinds() {
    return List.of();
  }

  /**
   * Refuses a plan that this method cannot carry out, with a {@link io.coterie.CoterieException},
   * before anything runs. That each option is in its range is checked before.
   */
  default void check(StudyPlan plan) {}

  /** Returns whether records may have columns of unordered levels besides numbers. */
  default boolean takesLevels(StudyPlan plan) {
    return false;
  }

  /** Returns whether this method can find the number of clusters where a plan leaves it open. */
  default boolean findsClusterCount() {
    return false;
  }

  /**
   * Returns options of a command line as a study states them: a study names no file of a machine.
   */
  default MethodOptions stated(MethodOptions options, InputPlan input) {
    return options;
  }

  /**
   * Returns whether records stay at their sites. A reference that pools them, to show what could be
   * reached without borders, says no; it can be simulated, never deployed.
   */
  default boolean isFederated() {
    return true;
  }

  /**
   * Returns whether the answer puts records into clusters. What only describes the records says no:
   * it is a study of its own and no choice among methods.
   */
  default boolean isClustering() {
    return true;
  }

  /** Returns the privacy levels this method can offer; none where records do not stay. */
  default Set<PrivacyLevel> levels() {
    return isFederated() ? Set.of(PrivacyLevel.COMPONENT) : Set.of();
  }

  /** Returns why it offers no other level, in words that follow a semicolon; empty for no words. */
  default String whyNoOtherLevel() {
    return "";
  }

  /** Returns whether a table that had to be z-scored also gets its tails drawn in. */
  default boolean drawsInTails() {
    return false;
  }

  /**
   * Returns whether this method makes its own features of the records, so that none are made before
   * it: images come as pixels from 0 to 1.
   */
  default boolean learnsFeatures(StudyPlan plan) {
    return false;
  }

  /**
   * Returns whether rounds of sums choose a representation of the records before this method gets
   * them; if not, it takes them as they were read.
   */
  default boolean isPrepared(StudyPlan plan) {
    return !plan.privacy().isDp();
  }

  /**
   * Returns the plan of the records that are clustered: the study's own, unless a public map makes
   * others of them first.
   */
  default StudyPlan clustered(StudyPlan plan) {
    return plan;
  }

  /** Returns whether networks take part, so that a {@link NetworkEngine} computes. */
  default boolean usesNetworks(StudyPlan plan) {
    return learnsFeatures(plan);
  }

  /**
   * Returns what a site may be asked by this method, from the plan only: kinds of questions in
   * order, how often each, and how large a reply can be. The rounds that prepare the records are
   * not part of it. A site answers nothing else, whatever its coordinator asks.
   */
  Schedule schedule(StudyPlan plan);

  SitePart site(StudyPlan plan, SiteContext context);

  /** Clusters the records of all sites by what the sites answer to questions. */
  Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites);
}

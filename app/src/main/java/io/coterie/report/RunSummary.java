package io.coterie.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.coterie.data.DataSet;
import io.coterie.federation.RunResult;
import io.coterie.plan.Budget;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.privacy.ReleaseNotice;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * A run that has ended, as plain values: run.json is this record, and the terminal, the report and
 * the model file show parts of it. Programs of others read the keys, so no component may be renamed
 * or moved.
 */
public sealed interface RunSummary {
  String command();

  Instant finishedAt();

  Software software();

  long seed();

  Privacy privacy();

  int rounds();

  Map<String, String> findings();

  /**
   * Returns findings with the names of columns that were left out in place of their numbers.
   *
   * @param columns in the order of a record
   */
  static Map<String, String> named(Map<String, String> findings, List<String> columns) {
    Map<String, String> named = new LinkedHashMap<>(findings);
    named.computeIfPresent(
        "left out",
        (key, text) -> {
          int from = text.indexOf(": ") + 2;
          return Arrays.stream(text.substring(from).split(", ", -1))
              .map(number -> columns.get(Integer.parseInt(number) - 1))
              .collect(Collectors.joining(", ", text.substring(0, from), ""));
        });
    return named;
  }

  /**
   * A simulation.
   *
   * @param command simulate or demo
   * @param options as they took effect, by the names of the flags
   * @param noise whether the noise can be repeated, in words
   * @param sites who held what
   * @param columns of a table, what each showed; empty where the answer does not know
   * @param fits what does not fit, by site
   */
  record Simulated(
      String command,
      Instant finishedAt,
      @JsonUnwrapped Software software,
      Map<String, String> options,
      long seed,
      String noise,
      Privacy privacy,
      Data data,
      List<Site> sites,
      Clusters clusters,
      int rounds,
      Traffic traffic,
      Map<String, String> findings,
      Scores scores,
      Seconds seconds,
      Optional<List<Column>> columns,
      @JsonInclude(Include.NON_EMPTY) Map<String, List<String>> fits)
      implements RunSummary {}

  /**
   * A study that a coordinator served.
   *
   * @param provenance of its model, with what the study cost
   * @param effectiveStudy the study with every default filled in
   * @param takingPart the sites of each round
   * @param missing the sites that were missing from a round or more
   */
  record Served(
      String command,
      Instant finishedAt,
      @JsonUnwrapped Provenance provenance,
      String effectiveStudy,
      int rounds,
      List<TakingPart> takingPart,
      List<String> missing,
      Map<String, String> findings,
      List<Round> traffic,
      double seconds,
      Optional<List<Column>> columns)
      implements RunSummary {
    @Override
    public Software software() {
      return provenance.software();
    }

    @Override
    public long seed() {
      return provenance.seed();
    }

    @Override
    public Privacy privacy() {
      return provenance.privacy();
    }

    /** Returns in words who took part, who missed a round, and who was absent from all. */
    public String attendance() {
      if (missing.isEmpty()) {
        return "all %d sites, in every round".formatted(provenance.sites());
      }
      Map<Boolean, List<String>> byPresence =
          missing.stream()
              .collect(
                  Collectors.partitioningBy(
                      site -> takingPart.stream().anyMatch(round -> round.sites().contains(site))));
      return byPresence.entrySet().stream()
          .filter(entry -> !entry.getValue().isEmpty())
          .map(
              entry ->
                  (entry.getKey() ? "not in every round: " : "absent from every round: ")
                      + String.join(", ", entry.getValue()))
          .collect(Collectors.joining("; "));
    }
  }

  /**
   * Where a model comes from, the same for the same run.
   *
   * @param study its name and hash, where a coordinator served it
   * @param data which records, where they are known
   */
  record Provenance(
      @JsonUnwrapped Software software,
      Optional<String> study,
      Optional<String> hash,
      String method,
      Optional<Map<String, String>> options,
      String clusters,
      long seed,
      Optional<String> noise,
      Privacy privacy,
      int sites,
      Optional<Data> data) {}

  /**
   * What a run was made by.
   *
   * @param networks what networks computed on, where the method has any
   */
  record Software(String coterie, String java, Optional<String> networks) {}

  /** The records of a run, never their values. */
  record Data(
      String name, String sha256, int records, int features, String kind, boolean kindGuessed) {
    public static Data of(DataSet data) {
      return new Data(
          data.name(),
          data.sha256(),
          data.size(),
          data.columns().size(),
          data.kind().toString(),
          data.isGuessed());
    }
  }

  /**
   * What a simulated site held.
   *
   * @param classes its records by true class, where the classes are known
   */
  record Site(String site, int records, Optional<Map<String, Integer>> classes) {}

  /** How many clusters were asked for, a number or auto, and those that were found. */
  record Clusters(String asked, int found, List<Integer> sizes) {}

  /** Bytes over all sites and rounds, by site and by round. */
  record Traffic(
      long bytesOut, long bytesIn, Map<String, RunResult.Traffic> sites, List<Round> rounds) {}

  /** One round; after the last question comes the answer to the sites. */
  record Round(
      int round,
      String question,
      double seconds,
      long bytesOut,
      long bytesIn,
      Map<String, RunResult.Traffic> sites) {
    static final String ANSWER = "answer";

    public boolean isAnswer() {
      return question.equals(ANSWER);
    }
  }

  record TakingPart(int round, List<String> sites) {}

  /**
   * What a column showed of the cluster by itself.
   *
   * @param part that it had in the answer, in words
   * @param share of the information about the cluster; empty where it was left out
   */
  record Column(String column, String part, OptionalDouble share) {}

  /** How good an answer is; scores that are not defined are null, those of classes absent. */
  record Scores(
      OptionalDouble accuracy,
      OptionalDouble nmi,
      OptionalDouble ari,
      OptionalDouble purity,
      @JsonInclude(Include.ALWAYS) OptionalDouble silhouette,
      boolean compactnessSampled,
      @JsonInclude(Include.ALWAYS) OptionalDouble daviesBouldin,
      @JsonInclude(Include.ALWAYS) OptionalDouble calinskiHarabasz) {}

  record Seconds(double run, double scores) {}

  /**
   * What a study promised and what it cost.
   *
   * @param groups at levels without proof
   * @param dp at level dp
   * @param noiseSource whether the noise can be repeated, in words
   */
  record Privacy(
      String level,
      String promise,
      @JsonUnwrapped Optional<Groups> groups,
      @JsonUnwrapped Optional<Dp> dp,
      Optional<Spent> spent,
      Optional<String> noiseSource,
      Optional<List<Step>> steps) {}

  record Groups(int minGroup, String sums) {}

  record Dp(
      Budget budget,
      String noiseMode,
      int sites,
      int colluders,
      long publicRecords,
      int recordsPerPerson,
      String route,
      Expected expected) {}

  record Expected(
      double cells, double typicalCount, double noisePerCell, double noiseShare, String utility) {}

  record Spent(double rho, double pureEpsilon, double epsilon, double delta) {}

  record Step(int round, String step, List<Block> blocks) {}

  /**
   * One block of noisy sums, never its values.
   *
   * @param noise where it is known how it was drawn
   */
  record Block(
      String block,
      @JsonUnwrapped Optional<Noise> noise,
      OptionalDouble epsilon,
      OptionalDouble rho) {
    public static Block of(String block, PrivacyLoss loss) {
      return of(block, Optional.empty(), loss);
    }

    public static Block of(ReleaseNotice statement) {
      Mechanism mechanism = statement.mechanism();
      Noise noise =
          new Noise(
              statement.entries(),
              mechanism.law() == Mechanism.Law.GAUSSIAN ? "discrete Gaussian" : "discrete Laplace",
              mechanism.sensitivity(),
              mechanism.deviation(),
              statement.shares());
      return of(statement.block(), Optional.of(noise), mechanism.loss());
    }

    private static Block of(String block, Optional<Noise> noise, PrivacyLoss loss) {
      return loss.pureEpsilon() > 0
          ? new Block(block, noise, OptionalDouble.of(loss.pureEpsilon()), OptionalDouble.empty())
          : new Block(block, noise, OptionalDouble.empty(), OptionalDouble.of(loss.rho()));
    }
  }

  record Noise(int entries, String law, long sensitivity, double noiseDeviation, int shares) {}
}

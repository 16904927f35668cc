package io.coterie.method.anchor;

import io.coterie.CoterieException;
import io.coterie.features.FeatureLayout;
import io.coterie.math.internal.cluster.LevelMixture.Mode;
import io.coterie.math.internal.cluster.LevelSums;
import io.coterie.math.internal.cluster.LevelTotals;
import io.coterie.message.Payload;
import io.coterie.message.SumPayload;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.MethodOption;
import io.coterie.method.MethodOption.Values;
import io.coterie.method.Schedule;
import io.coterie.method.Schedule.Stage;
import io.coterie.method.Schedule.Step;
import io.coterie.method.anchor.MixtureChoice.Choices;
import io.coterie.method.fit.FitSchedule;
import io.coterie.method.verdict.AnchorPairs;
import io.coterie.method.verdict.VerdictSchedule;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.secure.HiddenRounding;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What the anchor graph asks a site at most at level totals. */
record TotalsSchedule(StudyPlan plan, long dimension) {
  /** Whether the study ends with a verdict: are there groups? */
  static final MethodOption<String> VERDICT =
      new MethodOption<>(
          "verdict",
          "on|off",
          Values.words("on", "off"),
          "on",
          "At level totals: whether there are groups is judged, too.");

  /** The most cells. */
  static final int MOST_CELLS = 8_000;

  /** The most anchors: see {@link FurtherAnchors}. */
  private static final int MOST_ANCHORS = MOST_CELLS * (1 + RegionQuestion.MOST_SETS);

  /** Metrics that are learned one after the other, each from the clusters in the one before. */
  private static final int METRICS = 2;

  /** Rounds in which cells are split: twice as many as halving to single records takes. */
  private static final int SPLITS = 80;

  /** The most clusters that are found where a plan leaves their number open. */
  private static final int MOST_FOUND = 30;

  /** Refuses what needs to see single sites or extreme values. */
  static void check(StudyPlan plan) {
    if (plan.input().scaling() == Scaling.MINMAX) {
      throw CoterieException.usage(
          "Privacy level totals gives no smallest and largest values; use --scale zscore or auto.");
    }
    Set<String> chosen = new TreeSet<>(plan.options().values().keySet());
    chosen.removeAll(Set.of(VERDICT.name(), FitSchedule.FIT.name()));
    if (!chosen.isEmpty()) {
      throw CoterieException.usage(
          "Privacy level totals chooses its own rounds and neighbors; leave out --%s."
              .formatted(String.join(", --", chosen)));
    }
  }

  /** Returns how many metrics are learned: none for tables, one for images. */
  static int metrics(AnchorProfile profile) {
    if (!profile.learnsMetric()) {
      return 0;
    }
    return profile.kind().isImage() ? 1 : METRICS;
  }

  static boolean givesVerdict(StudyPlan plan) {
    return VERDICT.in(plan).filter("off"::equals).isEmpty();
  }

  Schedule schedule() {
    AnchorProfile profile = AnchorProfile.of(plan);
    long cell = CellTotals.size((int) dimension, 2 * TreeQuestion.MOST_SKETCHES) + 2L;
    long tried = 2L * (1 + TreeQuestion.MOST_PLANES);
    long regions = (long) MOST_CELLS * RegionQuestion.MOST_SETS;
    long pairs = MOST_ANCHORS * (1L + AnchorPairs.PARTNERS);
    int graphs = 1 + metrics(profile);
    List<Stage> stages = new ArrayList<>();
    long all =
        1
            + CellTotals.size((int) dimension, TreeQuestion.MOST_SKETCHES)
            + Schedule.triangle(dimension);
    stages.add(Stage.required(step(TreeQuestion.Root.class, WholeTotals.class, 1, all)));
    stages.add(
        Stage.optional(
            step(TreeQuestion.Halves.class, SealedCounts.class, SPLITS, tried * MOST_CELLS)
                .ofAtMost(2 * tried * MOST_CELLS),
            step(TreeQuestion.Split.class, WholeTotals.class, SPLITS, 1 + cell * MOST_CELLS)
                .ofAtMost(SPLITS + 2 * cell * MOST_CELLS)));
    stages.add(
        Stage.optional(
            step(RegionQuestion.Counts.class, SealedCounts.class, 1, 2 * regions),
            step(
                RegionQuestion.Sums.class,
                SealedCounts.class,
                1,
                sealed(regions * (1 + dimension))),
            step(RoundQuestion.class, WholeTotals.class, 1, 1 + regions * (1 + dimension))));
    if (givesVerdict(plan)) {
      stages.addAll(new VerdictSchedule(plan, dimension).stages());
    }
    stages.add(
        Stage.required(
            step(PairQuestion.class, SealedCounts.class, graphs, sealed(pairs)),
            step(RoundQuestion.class, WholeTotals.class, graphs, 1 + pairs)));
    if (profile.fitsMixture()) {
      int clusters = plan.clusters().isAuto() ? MOST_FOUND : plan.clusters().value();
      int features = (int) dimension;
      // Without levels there are most numbers of covariances.
      FeatureLayout numbers = FeatureLayout.ofNumbers(features);
      long each = new LevelSums(Mode.FULL, clusters, features, new int[] {features}, true).size();
      long step =
          2L
              * (LevelTotals.size(features, 2 * features)
                  + SealedMixtureQuestion.MOST_MIXTURES * each);
      int steps = SealedMixtureQuestion.MOST_STEPS;
      stages.add(
          Stage.optional(step(SealedMixtureQuestion.Begin.class, SealedCounts.class, 1, step)));
      stages.add(
          Stage.optional(
              step(SealedMixtureQuestion.Step.class, SealedCounts.class, steps, step),
              step(
                  SealedMixtureQuestion.Choose.class,
                  WholeTotals.class,
                  steps,
                  1L + Choices.size()),
              step(SealedMixtureQuestion.Next.class, SealedCounts.class, steps, step)));
      stages.add(
          Stage.optional(
              step(SealedMixtureQuestion.Last.class, SealedCounts.class, 1, sealed(2 * each))));
      stages.add(
          Stage.optional(
              step(
                  SealedMixtureQuestion.Answer.class,
                  WholeTotals.class,
                  1,
                  1 + 2L * SealedMixtureSite.size(Mode.FULL, clusters, numbers))));
    }
    if (FitSchedule.isFor(plan)) {
      int clusters = plan.clusters().isAuto() ? MOST_FOUND : plan.clusters().value();
      stages.addAll(new FitSchedule(plan).stages(clusters));
    }
    return new Schedule(stages);
  }

  /** Returns how many words go under seal for numbers that will be given out rounded. */
  private static long sealed(long numbers) {
    return 2 * (numbers + HiddenRounding.WORDS);
  }

  private Step step(
      Class<? extends Payload> question,
      Class<? extends SumPayload<?>> reply,
      int rounds,
      long numbers) {
    return Step.sum(plan, Payload.kindOf(question), reply, rounds, numbers);
  }
}

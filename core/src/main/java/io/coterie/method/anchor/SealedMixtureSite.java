package io.coterie.method.anchor;

import io.coterie.features.FeatureLayout;
import io.coterie.math.Parallel;
import io.coterie.math.internal.cluster.LevelMixture;
import io.coterie.math.internal.cluster.LevelMixture.Mode;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.anchor.MixtureChoice.Choices;
import io.coterie.method.anchor.SealedMixtureFit.Candidate;
import io.coterie.site.Records;
import java.util.ArrayList;
import java.util.List;

/**
 * A site's part in mixtures that are fitted under seal.
 *
 * <p>Not thread-safe.
 */
final class SealedMixtureSite {
  /** The largest entropy of the posteriors, as a share of that of the weights, that is sure. */
  static final double SURE = 0.08;

  /** The entropy of a mixture leaves in these units. */
  static final double ENTROPY_UNIT = 1 << 10;

  /** Of each mode, so many mixtures are fitted after the race between the starts. */
  private static final int OF_MODE = 2;

  /** So many mixtures are fitted to the end. */
  private static final int TO_THE_END = 2;

  /** After so many steps the best mixture is taken. */
  private static final int ENOUGH_STEPS = 40;

  private final FeatureLayout layout;
  private final int smallestGroup;
  private final Records points;
  private final Parallel parallel;
  private final SealedMixtureQuestion.Begin begin;
  private final SealedMixtureFit fit;
  private int steps;
  private int choices;
  private boolean isChosen;

  SealedMixtureSite(
      FeatureLayout layout,
      int smallestGroup,
      Records points,
      Parallel parallel,
      SealedMixtureQuestion.Begin begin) {
    this.layout = layout;
    this.smallestGroup = smallestGroup;
    this.points = points;
    this.parallel = parallel;
    this.begin = begin;
    this.fit = new SealedMixtureFit(layout, smallestGroup, begin.candidates());
  }

  boolean mayStep() {
    return !isChosen && steps < SealedMixtureQuestion.MOST_STEPS;
  }

  /** Returns whether a mixture is left that may be given out. */
  boolean hasChosen() {
    return isChosen && !fit.modes().isEmpty();
  }

  /** Returns the sums of the next step. */
  WholeTotals totals() {
    steps++;
    SealedMixtureFit.Sums sums = fit.sums();
    return points.sum((block, inside) -> sums.totals(block), parallel);
  }

  void move(long[] totals) {
    fit.move(totals);
  }

  /** Chooses the mixtures that are worth further steps, or in the end the one that is taken. */
  Choices choose() {
    choices++;
    Choices chosen =
        choices == 1
            ? new Choices(afterRace(), false)
            : fit.isDone() || steps >= ENOUGH_STEPS
                ? new Choices(same(best(1)), true)
                : new Choices(same(choices == 2 ? toTheEnd() : all()), false);
    fit.keep(chosen.choices());
    isChosen = chosen.isLast();
    return chosen;
  }

  private List<MixtureChoice> afterRace() {
    List<MixtureChoice> kept = new ArrayList<>();
    for (Mode mode : List.of(Mode.DIAGONAL, Mode.TIED)) {
      kept.addAll(same(fit.best(OF_MODE, candidate -> candidate.mode() == mode)));
    }
    if (begin.permits(Mode.FULL)) {
      for (Mode mode : List.of(Mode.DIAGONAL, Mode.TIED)) {
        fit.best(OF_MODE, candidate -> candidate.mode() == mode)
            .forEach(start -> kept.add(new MixtureChoice(start, Mode.FULL)));
      }
    }
    return kept;
  }

  private List<Integer> toTheEnd() {
    List<Integer> kept = new ArrayList<>(best(1));
    for (int next : fit.best(TO_THE_END, this::isLarge)) {
      if (kept.size() < TO_THE_END && !kept.contains(next)) {
        kept.add(next);
      }
    }
    return kept.isEmpty() ? fit.best(TO_THE_END, candidate -> true) : kept;
  }

  /** Of numbers only, what is sure of itself comes first: a shape may be likely and wrong. */
  private List<Integer> best(int most) {
    List<Integer> sure =
        fit.best(
            most,
            candidate -> isLarge(candidate) && (layout.hasLevels() || candidate.unsure() <= SURE));
    return sure.isEmpty() ? fit.best(most, this::isLarge) : sure;
  }

  private boolean isLarge(Candidate candidate) {
    return candidate.smallest() >= smallestGroup;
  }

  private List<Integer> all() {
    return fit.best(SealedMixtureQuestion.MOST_MIXTURES, candidate -> true);
  }

  private List<MixtureChoice> same(List<Integer> candidates) {
    return candidates.stream()
        .map(number -> new MixtureChoice(number, fit.candidate(number).lastMode()))
        .toList();
  }

  private SealedMixtureRelease release() {
    return new SealedMixtureRelease(fit.candidate(0).mixture(), layout);
  }

  /** Returns the sums of the chosen mixture with values cut off. */
  WholeTotals last() {
    SealedMixtureRelease release = release();
    return points.sum((block, inside) -> release.totals(block), parallel);
  }

  static int size(Mode mode, int components, FeatureLayout layout) {
    return 1 + SealedMixtureRelease.numbers(mode, components, layout);
  }

  /** Returns how unsure the chosen mixture is, and the mixture. */
  long[] answer(long[] totals) {
    LevelMixture released = release().released(totals, fit.all(), smallestGroup);
    long[] answer = new long[size(released.mode(), released.components(), layout)];
    answer[0] = Math.round(ENTROPY_UNIT * fit.candidate(0).unsure());
    SealedMixtureRelease.write(released, answer, 1);
    return answer;
  }
}

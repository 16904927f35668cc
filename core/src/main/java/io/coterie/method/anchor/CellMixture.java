package io.coterie.method.anchor;

import io.coterie.EnumText;
import io.coterie.features.FeatureLayout;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.math.internal.cluster.LevelMixture;
import io.coterie.math.internal.cluster.LevelMixture.Mode;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.method.anchor.MixtureChoice.Choices;
import io.coterie.model.ClusterModel;
import io.coterie.model.internal.LevelMixtureModel;
import io.coterie.secure.HiddenRounding;
import java.util.ArrayList;
import java.util.List;

/**
 * Refines the clusters of a table by mixtures, which the sites fit under seal: a race between all
 * starts, then some mixtures further, then one or two to the end. The best by BIC is left.
 *
 * <p>Of numbers only, it is taken if its posteriors are sure of themselves, else the clusters stay
 * as they were: a mixture that has to guess (rings, moons) is the wrong shape for the data. With
 * levels it is always taken: a graph falls apart along the levels of any one column.
 *
 * @param layout which features are numbers and which are levels
 * @param records how many there are
 */
record CellMixture(CoordinatorContext context, FeatureLayout layout, Sites sites, double records) {
  /** So many steps are taken by all starts, and as many again before each further choice. */
  static final int RACE = 4;

  static final int STEPS = 6;

  /**
   * Returns the mixture that is taken, or the clusters of the graph.
   *
   * @param starts at least one
   */
  ClusterModel refine(ClusterModel graph, List<LevelMixture> starts) {
    int components = starts.get(0).components();
    List<Mode> modes = modes(components);
    SealedMixtureQuestion.Begin begin = SealedMixtureQuestion.Begin.of(starts, modes);
    List<Mode> fitted = begin.candidates().stream().map(SealedMixtureFit.Candidate::mode).toList();
    int size = SealedMixtureFit.size(layout, fitted, components, true);
    SealedCounts counts = sites.total(begin, Reply.sum(SealedCounts.zero(size)));
    Choices choices = choices(stepped(counts, RACE, fitted, components));
    while (!choices.isLast()) {
      List<Mode> own = choices.modes();
      counts = sites.total(new SealedMixtureQuestion.Next(), sums(own, components));
      choices = choices(stepped(counts, STEPS, own, components));
    }
    if (choices.choices().isEmpty()) {
      context.report("refinement", "none: every mixture has a cluster of too few records");
      return graph;
    }
    return taken(graph, choices.modes().get(0), components);
  }

  /** Returns the modes with fewer numbers than there are records; a diagonal always. */
  private List<Mode> modes(int components) {
    List<Mode> modes = new ArrayList<>();
    modes.add(Mode.DIAGONAL);
    for (Mode mode : List.of(Mode.TIED, Mode.FULL)) {
      long numbers = LevelMixture.parameterCount(mode, components, layout.numbers(), new int[] {});
      if (layout.numbers() > 0 && numbers <= records) {
        modes.add(mode);
      }
    }
    return modes;
  }

  private ClusterModel largestFirst(LevelMixture mixture) {
    Matrix places = mixture.numbers() > 0 ? mixture.means() : mixture.logShares();
    return new LevelMixtureModel(mixture, layout)
        .renumbered(LargestFirst.ranks(places, mixture.weights()));
  }

  private SealedCounts stepped(SealedCounts first, int steps, List<Mode> modes, int components) {
    SealedCounts counts = first;
    for (int step = 1; step < steps; step++) {
      counts = sites.total(new SealedMixtureQuestion.Step(counts), sums(modes, components));
    }
    return counts;
  }

  private Reply<SealedCounts> sums(List<Mode> modes, int components) {
    return Reply.sum(SealedCounts.zero(SealedMixtureFit.size(layout, modes, components, false)));
  }

  private Choices choices(SealedCounts counts) {
    return Choices.read(given(new SealedMixtureQuestion.Choose(counts), Choices.size()));
  }

  private long[] given(SealedMixtureQuestion question, int size) {
    return TotalsCoordinator.given(sites.total(question, WholeTotals.zero(1 + size, 0)));
  }

  private ClusterModel taken(ClusterModel graph, Mode mode, int components) {
    int size = SealedMixtureRelease.size(mode, components, layout) + HiddenRounding.WORDS;
    SealedCounts counts =
        sites.total(new SealedMixtureQuestion.Last(), Reply.sum(SealedCounts.zero(size)));
    long[] answer =
        given(
            new SealedMixtureQuestion.Answer(counts),
            SealedMixtureSite.size(mode, components, layout));
    double unsure = answer[0] / SealedMixtureSite.ENTROPY_UNIT;
    boolean isTaken = layout.hasLevels() || unsure <= SealedMixtureSite.SURE;
    context.report(
        "refinement",
        isTaken
            ? "%s mixture taken, posterior entropy %.3f".formatted(EnumText.of(mode), unsure)
            : "%s mixture refused: posterior entropy %.3f, limit %.2f"
                .formatted(EnumText.of(mode), unsure, SealedMixtureSite.SURE));
    return isTaken
        ? largestFirst(SealedMixtureRelease.read(mode, components, layout, answer, 1))
        : graph;
  }
}

package io.coterie.model.internal;

import io.coterie.features.FeatureLayout;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.math.internal.cluster.LevelMixture;
import io.coterie.math.internal.cluster.MixtureRecord;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Fields.FieldMismatch;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.model.ClusterModel;
import io.coterie.model.Nearness;
import io.coterie.model.OutlierRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Each record joins the most likely component of a mixture over numbers and levels.
 *
 * @param mixture one component for each cluster
 * @param layout which features are numbers and which are levels
 */
@Payload.Name("level-mixture")
public record LevelMixtureModel(LevelMixture mixture, FeatureLayout layout)
    implements ClusterModel {
  private static final int BLOCK = 1024;
  private static final String COLUMN_WEIGHTS = "column-weights";

  public LevelMixtureModel {
    boolean isFit =
        mixture.numbers() == layout.numbers() && mixture.levels() == layout.levelCount();
    if (!isFit) {
      throw new IllegalArgumentException("The mixture is of other features than the layout.");
    }
  }

  @Override
  public boolean takesGaps() {
    return layout.hasGaps();
  }

  @Override
  public int clusterCount() {
    return mixture.components();
  }

  @Override
  public Labels label(Matrix represented, Parallel parallel) {
    int[] labels = new int[represented.rows()];
    double[] numbers = new double[layout.numbers()];
    double[] shares = new double[layout.levelCount()];
    double[] weighed = new double[shares.length];
    MixtureRecord record = new MixtureRecord(mixture);
    for (int i = 0; i < labels.length; i++) {
      layout.split(represented.array(), i * represented.columns(), numbers, shares);
      layout.weigh(shares, weighed);
      record.expect(numbers, weighed);
      labels[i] = record.likeliest();
    }
    return Labels.of(labels, clusterCount());
  }

  /** Squared distances are of the numbers; levels have none. */
  @Override
  public Nearness nearness(Matrix represented, Parallel parallel) {
    int count = clusterCount();
    Matrix posteriors = Matrix.zeros(represented.rows(), count);
    Matrix squares = Matrix.zeros(represented.rows(), count);
    int[] present = new int[represented.rows()];
    parallel.forBlocks(
        present.length,
        BLOCK,
        (block, from, to) -> {
          double[] numbers = new double[layout.numbers()];
          double[] shares = new double[layout.levelCount()];
          double[] weighed = new double[shares.length];
          MixtureRecord record = new MixtureRecord(mixture);
          for (int i = from; i < to; i++) {
            layout.split(represented.array(), i * represented.columns(), numbers, shares);
            layout.weigh(shares, weighed);
            record.expect(numbers, weighed);
            present[i] = numbers.length - record.missing().length;
            for (int c = 0; c < count; c++) {
              posteriors.set(i, c, record.posterior(c));
              squares.set(i, c, record.squaredDistance(c));
            }
          }
        });
    return new Nearness(Nearness.Scale.PROBABILITY, posteriors, squares, present);
  }

  @Override
  public Optional<OutlierRule> outlierRule(double share) {
    return layout.numbers() == 0
        ? Optional.empty()
        : Optional.of(OutlierRule.ofNumbers(share, layout.numbers(), clusterCount()));
  }

  @Override
  public List<Field> fields() {
    return List.of(
        new Field.Integers("mode", IntVector.of(mixture.mode().code())),
        Field.numbers("weights", Vector.of(mixture.weights())),
        new Field.Numbers("means", mixture.means()),
        new Field.Numbers("roots", Matrix.stacked(mixture.roots())),
        new Field.Numbers("log-shares", mixture.logShares()),
        new Field.Integers("blocks", layout.sizes()),
        Field.numbers("offsets", layout.offsets()),
        Field.numbers("factors", layout.factors()),
        Field.numbers("rounding", layout.rounding()),
        Field.numbers(COLUMN_WEIGHTS, layout.columnWeights()),
        new Field.Integers("gaps", IntVector.of(layout.hasGaps() ? 1 : 0)));
  }

  public static LevelMixtureModel of(Fields fields) {
    LevelMixture.Mode mode = LevelMixture.Mode.of(fields.integer("mode"));
    double[] weights = fields.vector("weights").toArray();
    Matrix means = fields.numbers("means");
    Matrix stacked = fields.numbers("roots");
    Matrix logShares = fields.numbers("log-shares");
    int d = means.columns();
    int rows = mode == LevelMixture.Mode.DIAGONAL || d == 0 ? 1 : d;
    int count = mode == LevelMixture.Mode.TIED || d == 0 ? 1 : weights.length;
    boolean isFit =
        weights.length > 0
            && Arrays.stream(weights).allMatch(weight -> weight > 0)
            && means.rows() == weights.length
            && logShares.rows() == weights.length
            && stacked.columns() == d
            && stacked.rows() == rows * count;
    if (!isFit) {
      throw new FieldMismatch("The parts of a mixture do not fit together.");
    }
    List<Matrix> roots = new ArrayList<>();
    for (int from = 0; from < stacked.rows(); from += rows) {
      roots.add(stacked.selectRows(IntStream.range(from, from + rows).toArray()));
    }
    return new LevelMixtureModel(
        new LevelMixture(mode, weights, means, roots, logShares),
        new FeatureLayout(
            fields.integers("blocks"),
            fields.vector("offsets"),
            fields.vector("factors"),
            fields.vector("rounding"),
            columnWeights(fields),
            fields.integer("gaps") != 0));
  }

  @Override
  public LevelMixtureModel renumbered(int[] ranks) {
    return new LevelMixtureModel(mixture.ordered(LargestFirst.inverse(ranks)), layout);
  }

  /** Models of before have none: all columns weighed the same. */
  private static Vector columnWeights(Fields fields) {
    if (fields.has(COLUMN_WEIGHTS)) {
      return fields.vector(COLUMN_WEIGHTS);
    }
    double[] ones = new double[fields.integers("blocks").size()];
    Arrays.fill(ones, 1);
    return Vector.of(ones);
  }
}

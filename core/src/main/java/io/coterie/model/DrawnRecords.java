package io.coterie.model;

import io.coterie.features.FeatureLayout;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.internal.cluster.LevelMixture;
import io.coterie.model.internal.LevelMixtureModel;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Records that the mixture of a model would make: nobody's, and as far from somebody's as the
 * mixture is. A column that the model cannot give back is missing (NaN).
 */
public final class DrawnRecords {
  private final ColumnFeatures columns;
  private final LevelMixtureModel model;
  private final SplittableRandom random;

  private DrawnRecords(ColumnFeatures columns, LevelMixtureModel model, Seed seed) {
    this.columns = columns;
    this.model = model;
    this.random = seed.random();
  }

  /** Returns records as read; empty where the model is no mixture over the columns of a table. */
  public static Optional<Matrix> of(FittedModel model, int count, Seed seed) {
    return model.clusters() instanceof LevelMixtureModel mixture
        ? ColumnFeatures.of(model)
            .filter(columns -> columns.count() == mixture.layout().features())
            .flatMap(columns -> new DrawnRecords(columns, mixture, seed).draw(count))
        : Optional.empty();
  }

  private Optional<Matrix> draw(int count) {
    FeatureLayout layout = model.layout();
    Matrix points = Matrix.zeros(count, layout.features());
    Matrix levels = Matrix.zeros(count, columns.widths().length);
    for (int i = 0; i < count; i++) {
      draw(i, points, levels);
    }
    return columns.rest().back(points).map(back -> records(back, levels));
  }

  private void draw(int i, Matrix points, Matrix levels) {
    LevelMixture mixture = model.mixture();
    int component = choice(mixture.weights());
    double[] numbers = numbers(component);
    int number = 0;
    int first = 0;
    int block = 0;
    for (int j = 0, feature = 0; j < columns.widths().length; j++) {
      int width = columns.widths()[j];
      if (width == 0) {
        continue;
      }
      int size = model.layout().sizes().at(block++);
      if (size == 0) {
        points.set(i, feature, numbers[number++]);
      } else {
        int from = first;
        int count = Math.max(2, size);
        levels.set(
            i,
            j,
            choice(
                IntStream.range(0, count)
                    .mapToDouble(l -> Math.exp(mixture.logShares().at(component, from + l)))
                    .toArray()));
        first += count;
      }
      feature += width;
    }
  }

  private double[] numbers(int component) {
    LevelMixture mixture = model.mixture();
    Matrix root = mixture.root(component);
    double[] noise = new double[mixture.numbers()];
    double[] numbers = new double[noise.length];
    for (int j = 0; j < noise.length; j++) {
      noise[j] = random.nextGaussian();
      double moved = 0;
      if (mixture.mode() == LevelMixture.Mode.DIAGONAL) {
        moved = root.at(0, j) * noise[j];
      } else {
        for (int k = 0; k <= j; k++) {
          moved += root.at(j, k) * noise[k];
        }
      }
      numbers[j] = mixture.means().at(component, j) + moved;
    }
    return numbers;
  }

  private int choice(double[] shares) {
    double left =
        random.nextDouble() * IntStream.range(0, shares.length).mapToDouble(l -> shares[l]).sum();
    int chosen = 0;
    while (chosen < shares.length - 1 && left >= shares[chosen]) {
      left -= shares[chosen++];
    }
    return chosen;
  }

  private Matrix records(Matrix back, Matrix levels) {
    Matrix records = Matrix.zeros(back.rows(), columns.widths().length);
    for (int j = 0, feature = 0, block = 0; j < columns.widths().length; j++) {
      int width = columns.widths()[j];
      boolean isNumber = width > 0 && model.layout().sizes().at(block) == 0;
      for (int i = 0; i < back.rows(); i++) {
        double value =
            isNumber
                ? back.at(i, feature)
                : width > 0 && columns.isOfLevels(j) ? level(j, (int) levels.at(i, j)) : Double.NaN;
        records.set(i, j, value);
      }
      feature += width;
      block += width > 0 ? 1 : 0;
    }
    return records;
  }

  /** Of several rare levels that count as one, each is as likely. */
  private double level(int column, int place) {
    List<Integer> own =
        IntStream.range(0, columns.levels().orElseThrow().levels().at(column))
            .filter(l -> columns.place(column, l) == place)
            .boxed()
            .toList();
    return own.isEmpty() ? Double.NaN : own.get(random.nextInt(own.size()));
  }
}

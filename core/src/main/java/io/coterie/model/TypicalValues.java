package io.coterie.model;

import io.coterie.features.FeatureLayout;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.LevelMixture;
import io.coterie.model.internal.LevelMixtureModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What is typical of each cluster, column by column, in the units of the records as read. It
 * follows from the mixture of the model only.
 *
 * @param weights of the clusters, which add up to one
 * @param entries one for each column of numbers, and one for each level that was told apart
 */
public record TypicalValues(Vector weights, List<Entry> entries) {
  /** What the value of an entry is. */
  public enum Kind {
    MEAN,
    /** The column was bent; the mean was taken on that scale and taken back. */
    MEDIAN,
    /** The share of the records that have the level. */
    SHARE,
    /** The share of the records that have the higher of two numbers. */
    HIGHER_SHARE
  }

  /**
   * One column, or one of its levels.
   *
   * @param column of the record
   * @param levels that count as this one, by their places in the column; none for numbers
   * @param values one for each cluster
   * @param effects how many deviations the clusters are from all, on the scale of the mixture
   * @param within where each cluster is and how far it spreads
   */
  public record Entry(
      int column,
      Kind kind,
      List<Integer> levels,
      Vector values,
      double overall,
      Vector effects,
      Within within) {
    public Entry {
      levels = List.copyOf(levels);
    }
  }

  /**
   * The spread of a column within the clusters, by the mixture.
   *
   * @param means one for each cluster, on the scale of the mixture; shares as they are
   * @param deviations on the same scale
   * @param lows a deviation below the means, in the units of the column; the share for levels
   * @param highs a deviation above
   */
  public record Within(Vector means, Vector deviations, Vector lows, Vector highs) {}

  public TypicalValues {
    entries = List.copyOf(entries);
  }

  /** Empty where the model is no mixture over the columns of a table. */
  public static Optional<TypicalValues> of(FittedModel model) {
    return model.clusters() instanceof LevelMixtureModel mixture
        ? ColumnFeatures.of(model)
            .filter(columns -> columns.count() == mixture.layout().features())
            .flatMap(columns -> new Reading(columns, mixture).values())
        : Optional.empty();
  }

  /** Reads a mixture feature by feature. */
  private record Reading(ColumnFeatures columns, LevelMixtureModel model) {
    Optional<TypicalValues> values() {
      LevelMixture mixture = model.mixture();
      Matrix means = means();
      int k = means.rows();
      Matrix points = Matrix.zeros(3 * k + 1, means.columns());
      double[] overall = overall(means);
      Matrix spreads = spreads(means);
      for (int f = 0; f < means.columns(); f++) {
        points.set(k, f, overall[f]);
        for (int c = 0; c < k; c++) {
          points.set(c, f, means.at(c, f));
          points.set(k + 1 + c, f, means.at(c, f) - spreads.at(c, f));
          points.set(2 * k + 1 + c, f, means.at(c, f) + spreads.at(c, f));
        }
      }
      return columns
          .rest()
          .back(points)
          .map(back -> new TypicalValues(Vector.of(mixture.weights()), entries(back, means)));
    }

    /** Returns the means of the features, from which the steps lead back to columns. */
    private Matrix means() {
      LevelMixture mixture = model.mixture();
      FeatureLayout layout = model.layout();
      Matrix means = Matrix.zeros(mixture.components(), layout.features());
      int number = 0;
      int level = 0;
      int feature = 0;
      for (int size : layout.sizes().toArray()) {
        for (int c = 0; c < mixture.components(); c++) {
          if (size == 0) {
            means.set(c, feature, mixture.means().at(c, number));
          } else if (size == 1) {
            means.set(c, feature, share(c, level + 1));
          } else {
            for (int l = 0; l < size; l++) {
              double indicator = share(c, level + l) - layout.offsets().at(feature + l);
              means.set(c, feature + l, indicator / layout.factors().at(feature + l));
            }
          }
        }
        number += size == 0 ? 1 : 0;
        level += size == 0 ? 0 : Math.max(2, size);
        feature += Math.max(1, size);
      }
      return means;
    }

    /** Returns the deviations of numbers within the components, on the scale of the mixture. */
    private Matrix spreads(Matrix means) {
      Matrix spreads = Matrix.zeros(means.rows(), means.columns());
      int[] features = model.layout().numberFeatures();
      for (int c = 0; c < means.rows(); c++) {
        for (int number = 0; number < features.length; number++) {
          spreads.set(c, features[number], model.mixture().deviation(c, number));
        }
      }
      return spreads;
    }

    private double share(int component, int level) {
      return Math.exp(model.mixture().logShares().at(component, level));
    }

    private double[] overall(Matrix means) {
      double[] overall = new double[means.columns()];
      for (int c = 0; c < means.rows(); c++) {
        for (int f = 0; f < overall.length; f++) {
          overall[f] += model.mixture().weights()[c] * means.at(c, f);
        }
      }
      return overall;
    }

    private List<Entry> entries(Matrix back, Matrix means) {
      List<Entry> entries = new ArrayList<>();
      FeatureLayout layout = model.layout();
      int number = 0;
      int block = 0;
      for (int j = 0, feature = 0; j < columns.widths().length; j++) {
        int width = columns.widths()[j];
        if (width == 0) {
          continue;
        }
        boolean isTwo = layout.sizes().at(block) == 1;
        if (columns.isOfLevels(j)) {
          for (int l = 0; l < width; l++) {
            entries.add(entry(j, Kind.SHARE, levels(j, l), back, feature + l));
          }
        } else if (isTwo) {
          entries.add(entry(j, Kind.HIGHER_SHARE, List.of(), means, feature));
        } else {
          Kind kind = columns.isBent(feature) ? Kind.MEDIAN : Kind.MEAN;
          Entry plain = entry(j, kind, List.of(), back, feature);
          entries.add(
              new Entry(
                  j,
                  kind,
                  List.of(),
                  plain.values(),
                  plain.overall(),
                  effects(means, feature, number),
                  within(means, back, feature, number++)));
        }
        feature += width;
        block++;
      }
      return entries;
    }

    /** Returns the levels that share a feature. */
    private List<Integer> levels(int column, int place) {
      List<Integer> levels = new ArrayList<>();
      for (int l = 0; l < columns.levels().orElseThrow().levels().at(column); l++) {
        if (columns.place(column, l) == place) {
          levels.add(l);
        }
      }
      return levels;
    }

    /** The effects are those of shares. */
    private Entry entry(int column, Kind kind, List<Integer> levels, Matrix values, int feature) {
      double[] own = new double[model.clusterCount()];
      double overall = 0;
      for (int c = 0; c < own.length; c++) {
        own[c] = values.at(c, feature);
        overall += model.mixture().weights()[c] * own[c];
      }
      double deviation = Math.sqrt(Math.max(0, overall * (1 - overall)));
      double[] effects = new double[own.length];
      for (int c = 0; c < own.length; c++) {
        effects[c] = deviation > 0 ? (own[c] - overall) / deviation : 0;
      }
      double all = kind == Kind.MEDIAN ? values.at(own.length, feature) : overall;
      Vector shares = Vector.of(own);
      return new Entry(column, kind, levels, shares, all, Vector.of(effects), ofShares(shares));
    }

    private static Within ofShares(Vector shares) {
      double[] deviations =
          Arrays.stream(shares.toArray())
              .map(share -> Math.sqrt(Math.max(0, share * (1 - share))))
              .toArray();
      return new Within(shares, Vector.of(deviations), shares, shares);
    }

    private Within within(Matrix means, Matrix back, int feature, int number) {
      int k = means.rows();
      double[] spots = new double[k];
      double[] deviations = new double[k];
      double[] lows = new double[k];
      double[] highs = new double[k];
      for (int c = 0; c < k; c++) {
        spots[c] = means.at(c, feature);
        deviations[c] = model.mixture().deviation(c, number);
        lows[c] = back.at(k + 1 + c, feature);
        highs[c] = back.at(2 * k + 1 + c, feature);
      }
      return new Within(Vector.of(spots), Vector.of(deviations), Vector.of(lows), Vector.of(highs));
    }

    private Vector effects(Matrix means, int feature, int number) {
      LevelMixture mixture = model.mixture();
      double mean = 0;
      double square = 0;
      for (int c = 0; c < means.rows(); c++) {
        double own = means.at(c, feature);
        double deviation = mixture.deviation(c, number);
        mean += mixture.weights()[c] * own;
        square += mixture.weights()[c] * (own * own + deviation * deviation);
      }
      double spread = Math.sqrt(Math.max(0, square - mean * mean));
      double[] effects = new double[means.rows()];
      for (int c = 0; c < effects.length; c++) {
        effects[c] = spread > 0 ? (means.at(c, feature) - mean) / spread : 0;
      }
      return Vector.of(effects);
    }
  }
}

package io.coterie.plan;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.math.IntVector;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What every participant of a study knows before it starts; nothing in it depends on a record.
 *
 * @param method the method's name
 * @param clusters how many clusters
 * @param input what the records are
 * @param options the method's options
 * @param privacy what is promised about the records
 */
public record StudyPlan(
    String method,
    ClusterCount clusters,
    InputPlan input,
    MethodOptions options,
    PrivacyPlan privacy) {
  public StudyPlan {
    requireNonNull(method, "method is null");
    requireNonNull(clusters, "clusters is null");
    requireNonNull(input, "input is null");
    requireNonNull(options, "options is null");
    requireNonNull(privacy, "privacy is null");
  }

  /** Makes a plan at the default level, totals. */
  public StudyPlan(String method, ClusterCount clusters, InputPlan input, MethodOptions options) {
    this(method, clusters, input, options, PrivacyPlan.totals());
  }

  public StudyPlan with(PrivacyPlan other) {
    return new StudyPlan(method, clusters, input, options, other);
  }

  public StudyPlan with(MethodOptions others) {
    return new StudyPlan(method, clusters, input, others, privacy);
  }

  /** Returns a plan for a known number of clusters, with the method's own defaults. */
  public static StudyPlan of(String method, int clusters, InputPlan input) {
    return new StudyPlan(method, ClusterCount.of(clusters), input, MethodOptions.none());
  }

  /**
   * The options of a method as a study states them, by the names of the command line's flags.
   *
   * @param values name to text, in order of the name
   */
  public record MethodOptions(Map<String, String> values) {
    public MethodOptions {
      values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    public static MethodOptions none() {
      return new MethodOptions(Map.of());
    }

    public MethodOptions with(String name, String value) {
      Map<String, String> all = new TreeMap<>(values);
      all.put(name, value);
      return new MethodOptions(all);
    }

    public Optional<String> word(String name) {
      return Optional.ofNullable(values.get(name));
    }
  }

  /**
   * What the records of a study are and what is done to them first.
   *
   * @param kind a table, images or feature vectors
   * @param dimension the number of values in a record as read
   * @param scaling how features are brought to one scale
   * @param features the public per-record map
   * @param levels of a table with columns of unordered levels: how many each column has, 0 for
   *     numbers, {@link #OPEN} where the sites have yet to agree on them; empty where all are
   *     numbers
   * @param bins of a table's numbers: how the values of each column are counted; empty where none
   *     are known
   */
  public record InputPlan(
      InputKind kind,
      int dimension,
      Scaling scaling,
      FeatureMap features,
      IntVector levels,
      List<ColumnBins> bins)
      implements Serializable {
    /** The number of levels of a column before the sites have agreed on them. */
    public static final int OPEN = -1;

    public InputPlan(InputKind kind, int dimension, Scaling scaling, FeatureMap features) {
      this(kind, dimension, scaling, features, IntVector.of(), List.of());
    }

    public InputPlan {
      requireNonNull(kind, "kind is null");
      requireNonNull(scaling, "scaling is null");
      requireNonNull(features, "features is null");
      levels = checked(levels, kind, dimension);
      bins = bins.stream().allMatch(ColumnBins::isNone) ? List.of() : List.copyOf(bins);
      if (!bins.isEmpty() && bins.size() != dimension) {
        throw new IllegalArgumentException(
            "Bins of %d columns for %d values.".formatted(bins.size(), dimension));
      }
      if (dimension < 1) {
        throw CoterieException.badData("The records have no features; at least one is needed.");
      }
      if (kind instanceof InputKind.Image image && image.pixels() != dimension) {
        throw CoterieException.badData(
            "Images of %d x %d have %d pixels, but the records have %d values."
                .formatted(image.height(), image.width(), image.pixels(), dimension));
      }
      if (features == FeatureMap.HOG && !kind.isImage()) {
        throw CoterieException.usage(
            "Features hog need images; declare the records' shape with --image HEIGHTxWIDTH.");
      }
    }

    private static IntVector checked(IntVector levels, InputKind kind, int dimension) {
      int[] counts = levels.toArray();
      if (Arrays.stream(counts).allMatch(count -> count == 0)) {
        return IntVector.of();
      }
      if (!kind.isTable() || counts.length != dimension) {
        throw CoterieException.usage(
            "Only a table has columns of levels, and then a number of levels for each column.");
      }
      if (Arrays.stream(counts).anyMatch(count -> count < OPEN || count == 1)) {
        throw CoterieException.usage("A column of levels needs at least two of them.");
      }
      return levels;
    }

    /** Returns the same with columns of levels. */
    public InputPlan withLevels(IntVector counts) {
      return new InputPlan(kind, dimension, scaling, features, counts, bins);
    }

    /** Returns the same with what the values of numbers can be. */
    public InputPlan withBins(List<ColumnBins> known) {
      return new InputPlan(kind, dimension, scaling, features, levels, known);
    }

    /** Returns how the values of a column are counted. */
    public ColumnBins bins(int column) {
      return bins.isEmpty() ? ColumnBins.none() : bins.get(column);
    }

    /** Returns whether the sites have yet to agree on the levels of a column. */
    public boolean hasOpenLevels() {
      return Arrays.stream(levels.toArray()).anyMatch(count -> count == OPEN);
    }

    /** Returns whether any column holds unordered levels. */
    public boolean hasLevels() {
      return levels.size() > 0;
    }

    /** Returns how many levels a column has; 0 for numbers. */
    public int levels(int column) {
      return hasLevels() ? levels.at(column) : 0;
    }

    public static InputPlan automatic(InputKind kind, int dimension) {
      return new InputPlan(kind, dimension, Scaling.AUTO, FeatureMap.AUTO);
    }

    /** Returns whether records are turned into oriented gradients. */
    public boolean usesHog() {
      return features == FeatureMap.HOG || (features == FeatureMap.AUTO && kind.isImage());
    }
  }
}

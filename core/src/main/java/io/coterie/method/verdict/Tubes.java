package io.coterie.method.verdict;

import io.coterie.method.verdict.CutList.Pair;
import io.coterie.method.verdict.Pieces.Axis;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tubes of a cut in one metric. A tube goes along the axis between two pieces; a record is in
 * it that is no farther from the axis than the two pieces' own records are on average.
 *
 * <p>With m the middle between means p and q, t(x) = 2 (x − m)ᵀ(q − p)/|q − p|², and the squared
 * distance from the axis is |x − m|² − t² |q − p|²/4.
 */
final class Tubes {
  /** At most so many axes for a border. */
  static final int AXES = 8;

  /** The words of a border: those of the bins, how often records are in them, and the squares. */
  static final int COUNTS = Valley.BINS + 2;

  /** Counts of the half that was cut stand above those of the other, which are less than this. */
  private static final int SHIFT = 22;

  private static final long LOWER = (1L << SHIFT) - 1;

  /** Squared distances from axes are written in these parts of the axis' squared length. */
  private static final double UNIT = 1 << 20;

  private static final double FARTHEST = 1 << 10;

  private final Metric metric;
  private final List<Border> borders = new ArrayList<>();
  private final Set<Integer> crossed = new HashSet<>();
  private final Map<Pieces, Points> points = new HashMap<>();

  /** The means between which axes are: products with them are taken once for a record. */
  private static final class Points {
    private final List<Integer> pieces = new ArrayList<>();
    private final Map<Integer, Integer> places = new HashMap<>();
    private double[] products = {};

    int place(int piece) {
      return places.computeIfAbsent(
          piece,
          p -> {
            pieces.add(p);
            return pieces.size() - 1;
          });
    }
  }

  /** One axis, with all that does not depend on a record. */
  @SuppressWarnings("ClassCanBeRecord") // the radius comes later
  private static final class Tube {
    private final int from;
    private final int to;
    private final int fromPlace;
    private final int toPlace;
    private final long members;
    private final double squares;
    private final double shift;
    private final double middle;
    private double radius;

    Tube(Pieces pieces, Axis axis, Points points) {
      from = axis.from();
      to = axis.to();
      fromPlace = points.place(from);
      toPlace = points.place(to);
      members = pieces.records(axis);
      squares = pieces.squaredDistance(from, to);
      double first = pieces.product(from, from);
      double second = pieces.product(to, to);
      shift = (second - first) / 2;
      middle = (first + second + 2 * pieces.product(from, to)) / 4;
    }

    double along(double[] products) {
      return 2 * (products[toPlace] - products[fromPlace] - shift) / squares;
    }

    /** Returns the squared distance from the axis in parts of its squared length. */
    double across(double[] products, double squaredLength, double along) {
      double fromMiddle = squaredLength - products[fromPlace] - products[toPlace] + middle;
      return fromMiddle / squares - along * along / 4;
    }
  }

  private record Border(int slot, Pieces pieces, Points points, List<Tube> tubes) {}

  Tubes(Metric metric) {
    this.metric = metric;
  }

  /**
   * Lays the tubes of a border through the finest pieces whose axes the other half repeats.
   *
   * @param slot where the counts of the border are
   * @param scales pieces, finest first, the clusters themselves last
   * @return whether the two clusters are neighbors
   */
  boolean lay(int slot, Pair border, List<Pieces> scales) {
    for (Pieces pieces : scales) {
      boolean isLast = pieces.equals(scales.get(scales.size() - 1));
      Optional<Pieces.Axes> axes = pieces.axes(border);
      if (axes.isPresent() && axes.get().axes().isEmpty()) {
        crossed.add(slot);
        return false;
      }
      if (axes.isPresent() && (isLast || axes.get().repeated() >= VerdictRule.REPEATED)) {
        Points own = points.computeIfAbsent(pieces, p -> new Points());
        List<Tube> tubes =
            axes.get().axes().stream().map(axis -> new Tube(pieces, axis, own)).toList();
        borders.add(new Border(slot, pieces, own, tubes));
        return true;
      }
    }
    return true;
  }

  /** Returns whether other clusters lie between the two of a border. */
  boolean isCrossed(int slot) {
    return crossed.contains(slot);
  }

  boolean has(int slot) {
    return borders.stream().anyMatch(border -> border.slot() == slot);
  }

  /** Adds how far a record of the half that was cut is from the axes of its own pieces. */
  void addRadii(double[] record, int anchor, long[] radii) {
    double squaredLength = take(record);
    for (Border border : borders) {
      int piece = border.pieces().ofAnchor(anchor);
      for (int a = 0; a < border.tubes().size(); a++) {
        Tube tube = border.tubes().get(a);
        if (tube.from == piece || tube.to == piece) {
          double[] products = border.points().products;
          double across = tube.across(products, squaredLength, tube.along(products));
          radii[border.slot() * AXES + a] +=
              Math.round(UNIT * Math.max(0, Math.min(FARTHEST, across)));
        }
      }
    }
  }

  void widen(long[] radii) {
    for (Border border : borders) {
      for (int a = 0; a < border.tubes().size(); a++) {
        Tube tube = border.tubes().get(a);
        tube.radius = radii[border.slot() * AXES + a] / UNIT / Math.max(1, tube.members);
      }
    }
  }

  /** Counts a record in the profiles of the borders. */
  void addProfiles(double[] record, boolean isSeen, long[] counts) {
    double squaredLength = take(record);
    for (Border border : borders) {
      int at = border.slot() * COUNTS;
      int times = 0;
      for (Tube tube : border.tubes()) {
        double[] products = border.points().products;
        double along = tube.along(products);
        int bin = Valley.bin(along);
        if (bin >= 0 && tube.across(products, squaredLength, along) <= tube.radius) {
          counts[at + bin] += isSeen ? 1L << SHIFT : 1;
          times++;
        }
      }
      if (!isSeen) {
        counts[at + Valley.BINS] += times;
        counts[at + Valley.BINS + 1] += (long) times * times;
      }
    }
  }

  /** Takes the products of a record with all means that axes begin and end at. */
  private double take(double[] record) {
    for (Map.Entry<Pieces, Points> entry : points.entrySet()) {
      Points own = entry.getValue();
      if (own.products.length < own.pieces.size()) {
        own.products = new double[own.pieces.size()];
      }
      for (int i = 0; i < own.products.length; i++) {
        double[] dual = entry.getKey().dual(own.pieces.get(i));
        double sum = 0;
        for (int j = 0; j < dual.length; j++) {
          sum += dual[j] * record[j];
        }
        own.products[i] = sum;
      }
    }
    return points.isEmpty() ? 0 : metric.squaredLength(record);
  }

  /** Returns the valley that the counts of a border show. */
  static Valley valley(long[] counts, int slot) {
    int at = slot * COUNTS;
    long[] seen = new long[Valley.BINS];
    long[] counted = new long[Valley.BINS];
    for (int i = 0; i < Valley.BINS; i++) {
      seen[i] = counts[at + i] >> SHIFT;
      counted[i] = counts[at + i] & LOWER;
    }
    double times = counts[at + Valley.BINS];
    double squares = counts[at + Valley.BINS + 1];
    return Valley.of(seen, counted, Math.max(1, squares / Math.max(1, times)));
  }
}

package io.coterie.bench.attack;

import io.coterie.CoterieException;
import io.coterie.EnumText;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.partition.Partition;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * What some sites of a benchmark put in the place of their records, all of them the same. They
 * follow the protocol otherwise, so that every message adds up.
 *
 * @param kind of lie
 * @param liars how many sites lie: the last ones
 */
public record PoisoningAttack(Kind kind, int liars) {
  public static final String OPTION = "poison";

  /** How a site lies. */
  public enum Kind {
    /** Its records lie three deviations beside where they are; bounded ones are mirrored. */
    SHIFT,
    /** Its records are in two places far from all others; bounded ones at the edge. */
    FAR,
    /** A twentieth of its records counts for ten times all of them. */
    MASS;

    public String word() {
      return EnumText.of(this);
    }
  }

  private static final double DEVIATIONS = 3;
  private static final double FAR_AWAY = 1000;
  private static final int COPIES = 10;
  private static final int PART = 20;

  public static Optional<PoisoningAttack> of(Map<String, String> options) {
    return Optional.ofNullable(options.get(OPTION)).map(PoisoningAttack::parse);
  }

  private static PoisoningAttack parse(String text) {
    try {
      String[] parts = text.split("-", 2);
      return new PoisoningAttack(
          Kind.valueOf(parts[0].toUpperCase(Locale.ROOT)), Integer.parseInt(parts[1]));
    } catch (RuntimeException e) {
      throw CoterieException.usage(
          "'%s' is no poison; write shift, far or mass and how many sites lie, such as far-3."
              .formatted(text));
    }
  }

  public String word() {
    return kind.word() + "-" + liars;
  }

  public List<Partition.Site> honest(Partition partition) {
    return partition.sites().subList(0, partition.sites().size() - liars);
  }

  public List<String> names(Partition partition) {
    int sites = partition.sites().size();
    return partition.sites().subList(sites - liars, sites).stream()
        .map(Partition.Site::name)
        .toList();
  }

  /** Returns what a site claims its records to be; where they are bounded, within their bounds. */
  public Matrix of(Matrix records, boolean isBounded, Seed seed) {
    SplittableRandom random = seed.child(OPTION).random();
    return switch (kind) {
      case SHIFT -> isBounded ? mirrored(records) : moved(records, random);
      case FAR -> gathered(records, isBounded, random);
      case MASS -> repeated(records);
    };
  }

  private static Matrix mirrored(Matrix records) {
    Matrix other = records.copy();
    for (int i = 0; i < other.array().length; i++) {
      other.array()[i] = -other.array()[i];
    }
    return other;
  }

  private static Matrix moved(Matrix records, SplittableRandom random) {
    double[] deviations = deviations(records);
    Matrix other = records.copy();
    for (int j = 0; j < other.columns(); j++) {
      double by = (random.nextBoolean() ? DEVIATIONS : -DEVIATIONS) * deviations[j];
      for (int i = 0; i < other.rows(); i++) {
        other.set(i, j, other.at(i, j) + by);
      }
    }
    return other;
  }

  private static Matrix gathered(Matrix records, boolean isBounded, SplittableRandom random) {
    double[] deviations = deviations(records);
    double longest = 0;
    for (int i = 0; i < records.rows(); i++) {
      longest = Math.max(longest, length(records.row(i)));
    }
    Matrix places = Matrix.zeros(2, records.columns());
    for (int p = 0; p < 2; p++) {
      double[] place = new double[records.columns()];
      for (int j = 0; j < place.length; j++) {
        place[j] = random.nextGaussian();
      }
      double scale = isBounded ? longest / length(place) : 1;
      for (int j = 0; j < place.length; j++) {
        places.set(p, j, place[j] * (isBounded ? scale : FAR_AWAY * deviations[j]));
      }
    }
    Matrix other = records.copy();
    for (int i = 0; i < other.rows(); i++) {
      for (int j = 0; j < other.columns(); j++) {
        // A little of the record is left, so that no two are the same.
        other.set(i, j, 0.97 * places.at(i % 2, j) + 0.03 * records.at(i, j));
      }
    }
    return other;
  }

  private static Matrix repeated(Matrix records) {
    int used = Math.max(1, records.rows() / PART);
    int[] rows = new int[COPIES * records.rows()];
    Arrays.setAll(rows, i -> i % used);
    return records.selectRows(rows);
  }

  private static double[] deviations(Matrix records) {
    double[] deviations = new double[records.columns()];
    for (int j = 0; j < deviations.length; j++) {
      double sum = 0;
      double squares = 0;
      for (int i = 0; i < records.rows(); i++) {
        sum += records.at(i, j);
        squares += records.at(i, j) * records.at(i, j);
      }
      double mean = sum / records.rows();
      deviations[j] = Math.sqrt(Math.max(0, squares / records.rows() - mean * mean));
    }
    return deviations;
  }

  private static double length(double[] values) {
    return Math.sqrt(Arrays.stream(values).map(value -> value * value).sum());
  }
}

package io.coterie.message.internal;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.MixtureSums;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Fields.FieldMismatch;
import io.coterie.message.Payload;
import io.coterie.message.SumPayload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A site's sums for one round of EM, for each mixture it was asked about. The origin that they are
 * taken about is the question's and does not come back: here it is zero.
 *
 * @param mixtures in the order of the question
 */
@Payload.Name("mixture-sums")
public record MixtureTotals(List<MixtureSums> mixtures) implements SumPayload<MixtureTotals> {
  public MixtureTotals {
    mixtures =
        mixtures.stream().map(sums -> sums.withOrigin(new double[sums.dimension()])).toList();
  }

  public static MixtureTotals zero(int mixtures, int components, int dimension) {
    return new MixtureTotals(
        Collections.nCopies(mixtures, MixtureSums.zero(components, dimension)));
  }

  static MixtureTotals of(Fields fields) {
    List<MixtureSums> mixtures = new ArrayList<>();
    while (fields.has(prefix(mixtures.size()) + "counts")) {
      Fields own = fields.under(prefix(mixtures.size()));
      Matrix firsts = own.numbers("firsts");
      Vector scores = own.vector("scores");
      if (scores.size() != 2) {
        throw new FieldMismatch("A mixture has %d scores; it has two.".formatted(scores.size()));
      }
      mixtures.add(
          new MixtureSums(
              new double[firsts.columns()],
              own.vector("counts").toArray(),
              firsts,
              own.numbers("seconds"),
              scores.at(0),
              scores.at(1)));
    }
    return new MixtureTotals(mixtures);
  }

  private static String prefix(int mixture) {
    return "mixture-" + (mixture + 1) + ".";
  }

  @Override
  public MixtureTotals plus(MixtureTotals other) {
    if (mixtures.size() != other.mixtures.size()) {
      throw new IllegalArgumentException(
          "Sums of %d and of %d mixtures cannot be added."
              .formatted(mixtures.size(), other.mixtures.size()));
    }
    List<MixtureSums> sums = new ArrayList<>();
    for (int m = 0; m < mixtures.size(); m++) {
      sums.add(mixtures.get(m).plus(other.mixtures.get(m)));
    }
    return new MixtureTotals(sums);
  }

  @Override
  public List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    for (int m = 0; m < mixtures.size(); m++) {
      MixtureSums sums = mixtures.get(m);
      String prefix = prefix(m);
      fields.add(Field.numbers(prefix + "counts", Vector.of(sums.counts())));
      fields.add(new Field.Numbers(prefix + "firsts", sums.firsts()));
      fields.add(new Field.Numbers(prefix + "seconds", sums.seconds()));
      fields.add(new Field.Numbers(prefix + "scores", Matrix.ofRows(scores(sums))));
    }
    return fields;
  }

  private static double[] scores(MixtureSums sums) {
    return new double[] {sums.logLikelihood(), sums.entropy()};
  }
}

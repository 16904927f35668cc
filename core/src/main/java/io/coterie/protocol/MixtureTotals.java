package io.coterie.protocol;

import io.coterie.math.Matrix;
import io.coterie.math.MixtureSums;
import io.coterie.math.Vector;
import java.util.ArrayList;
import java.util.List;

/**
 * A site's sums for one round of EM, for each mixture it was asked about.
 *
 * @param mixtures in the order of the question
 */
public record MixtureTotals(List<MixtureSums> mixtures) implements SumPayload<MixtureTotals> {
  public MixtureTotals {
    mixtures = List.copyOf(mixtures);
  }

  @Override
  public MixtureTotals plus(MixtureTotals other) {
    List<MixtureSums> sums = new ArrayList<>();
    for (int m = 0; m < mixtures.size(); m++) {
      sums.add(mixtures.get(m).plus(other.mixtures.get(m)));
    }
    return new MixtureTotals(sums);
  }

  @Override
  public String kind() {
    return "mixture-sums";
  }

  @Override
  public List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    for (int m = 0; m < mixtures.size(); m++) {
      MixtureSums sums = mixtures.get(m);
      String prefix = "mixture-" + (m + 1) + ".";
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

package io.coterie.method.anchor;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import io.coterie.message.internal.MixtureTotals;
import io.coterie.model.internal.MixtureModel;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks for the sums of one round of EM.
 *
 * @param mixtures those that have not converged yet
 */
@Payload.Name("mixtures")
record MixtureQuestion(List<GaussianMixture> mixtures) implements Payload {
  public MixtureQuestion {
    mixtures = List.copyOf(mixtures);
  }

  public static MixtureQuestion of(Fields fields) {
    List<GaussianMixture> mixtures = new ArrayList<>();
    while (fields.has(prefix(mixtures.size()) + "weights")) {
      mixtures.add(MixtureModel.of(fields.under(prefix(mixtures.size()))).mixture());
    }
    return new MixtureQuestion(mixtures);
  }

  private static String prefix(int mixture) {
    return "mixture-" + (mixture + 1) + ".";
  }

  MixtureTotals sums(Matrix records, Parallel parallel) {
    return new MixtureTotals(
        mixtures.stream().map(mixture -> mixture.sums(records, parallel)).toList());
  }

  @Override
  public List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    for (int m = 0; m < mixtures.size(); m++) {
      for (Field field : MixtureModel.of(mixtures.get(m)).fields()) {
        fields.add(field.renamed(prefix(m) + field.name()));
      }
    }
    return fields;
  }
}

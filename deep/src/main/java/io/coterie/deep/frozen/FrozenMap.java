package io.coterie.deep.frozen;

import io.coterie.CoterieException;
import io.coterie.deep.network.Encoder;
import io.coterie.deep.network.FrozenNetwork;
import io.coterie.features.RecordMap;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import io.coterie.plan.InputKind;
import java.util.List;

/**
 * A frozen network as the first step of a representation. It is named and not contained: whoever
 * applies it needs the file.
 *
 * @param inputs the number of values of a record
 * @param divisor of every value before the network sees it
 */
@Payload.Name("frozen-encoder")
public record FrozenMap(FrozenNetwork network, InputKind input, int inputs, double divisor)
    implements RecordMap {
  public FrozenMap {
    if (inputs < 1 || !(divisor > 0)) {
      throw new IllegalArgumentException("The number of values or the divisor is out of range.");
    }
  }

  public static FrozenMap of(Fields fields) {
    return new FrozenMap(
        FrozenNetwork.parse(fields.text("network"))
            .orElseThrow(() -> new IllegalArgumentException("The network is no frozen one.")),
        InputKind.parse(fields.text("input")),
        fields.integer("inputs"),
        fields.number("divisor"));
  }

  @Override
  public Matrix apply(Matrix records, Parallel parallel) {
    Matrix scaled = divisor == 1 ? records : records.copy();
    double[] values = scaled.array();
    for (int i = 0; i < scaled.rows() * scaled.columns(); i++) {
      if (Double.isNaN(values[i])) {
        throw CoterieException.badData(
            "Some values are missing, which a frozen network cannot take. Drop such records"
                + " (--missing drop).");
      }
      values[i] /= divisor; // of a copy, or by 1
    }
    try (Encoder encoder = network.open(input, inputs)) {
      return encoder.embed(scaled);
    }
  }

  @Override
  public int outputDimension(int inputDimension) {
    return network.dimension();
  }

  @Override
  public List<Field> fields() {
    return List.of(
        new Field.Text("network", network.word()),
        new Field.Text("input", input.toString()),
        new Field.Integers("inputs", IntVector.of(inputs)),
        Field.numbers("divisor", Vector.of(divisor)));
  }
}

package io.coterie.wire;

import io.coterie.graph.SparseGraph;
import io.coterie.message.Field;
import io.coterie.message.NumberCode;
import io.coterie.message.WireSize;
import io.coterie.wire.v1.PayloadProto;

/** Turns a payload into its protocol buffer. */
final class PayloadWriter {
  private PayloadWriter() {}

  static PayloadProto.Payload write(DecodedPayload payload) {
    PayloadProto.Payload.Builder message =
        PayloadProto.Payload.newBuilder().setKind(payload.kind());
    payload.fields().forEach(field -> message.addFields(write(field)));
    return message.build();
  }

  private static PayloadProto.Field write(Field field) {
    PayloadProto.Field.Builder message = PayloadProto.Field.newBuilder().setName(field.name());
    if (field instanceof Field.Numbers numbers) {
      message.setNumbers(write(numbers));
    } else if (field instanceof Field.Integers integers) {
      PayloadProto.Integers.Builder values = PayloadProto.Integers.newBuilder();
      for (int i = 0; i < integers.values().size(); i++) {
        values.addValues(integers.values().at(i));
      }
      message.setIntegers(values);
    } else if (field instanceof Field.Longs longs) {
      PayloadProto.Longs.Builder values = PayloadProto.Longs.newBuilder();
      for (int i = 0; i < longs.values().size(); i++) {
        values.addValues(longs.values().at(i));
      }
      message.setLongs(values);
    } else if (field instanceof Field.Edges edges) {
      message.setEdges(write(edges.graph()));
    } else if (field instanceof Field.Text text) {
      message.setText(text.value());
    } else {
      throw new IllegalArgumentException("field %s is of no known kind".formatted(field.name()));
    }
    return message.build();
  }

  private static PayloadProto.Numbers write(Field.Numbers numbers) {
    PayloadProto.Numbers.Builder message =
        PayloadProto.Numbers.newBuilder()
            .setRows(numbers.values().rows())
            .setColumns(numbers.values().columns());
    double[] values = numbers.values().array();
    NumberCode code = NumberCode.of(values);
    for (double value : values) {
      switch (code.form()) {
        case DOUBLES -> message.addValues(value);
        case FLOATS -> message.addFloats((float) value);
        case MULTIPLES -> message.addMultiples(code.multiple(value));
      }
    }
    return message.setExponent(code.exponent()).build();
  }

  private static PayloadProto.Edges write(SparseGraph graph) {
    PayloadProto.Edges.Builder message = PayloadProto.Edges.newBuilder();
    for (int node = 0; node < graph.nodeCount(); node++) {
      int row = node;
      int[] state = {row, 0}; // the last neighbor, how many there were
      graph.forEachNeighbor(
          node,
          (neighbor, weight) -> {
            if (neighbor >= row) {
              message.addSteps(neighbor - state[0]);
              state[0] = neighbor;
              state[1]++;
            }
          });
      message.addRowLengths(state[1]);
    }
    double[] weights = WireSize.weights(graph);
    NumberCode code = NumberCode.of(weights);
    for (double weight : weights) {
      switch (code.form()) {
        case DOUBLES -> message.addWeights(weight);
        case FLOATS -> message.addFloatWeights((float) weight);
        case MULTIPLES -> message.addWeightMultiples(code.multiple(weight));
      }
    }
    return message.setExponent(code.exponent()).build();
  }
}

package io.coterie.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnknownFieldSet;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.math.IntVector;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.message.WireSize;
import io.coterie.wire.v1.PayloadProto;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadCodecTest {
  static Stream<Field> fields() {
    return Stream.of(
        new Field.Numbers("m", Matrix.zeros(2, 3)),
        new Field.Numbers("m", Matrix.zeros(200, 12)),
        Field.numbers("doubles", Vector.of(0.1, -1e300)),
        Field.numbers("floats", Vector.of(0.1f, -1e30f, -0.0)),
        Field.numbers("multiples", Vector.of(0.75, -300, 0)),
        Field.numbers("far multiples", Vector.of(Double.MIN_VALUE, 3 * Double.MIN_VALUE)),
        new Field.Numbers("none", Matrix.zeros(0, 0)),
        new Field.Numbers("no rows", Matrix.zeros(0, 5)),
        new Field.Numbers("no columns", Matrix.zeros(300, 0)),
        Field.numbers("no vector", Vector.of()),
        Field.numbers("extremes", Vector.of(-0.0, Double.MIN_VALUE, -Double.MAX_VALUE)),
        new Field.Integers("i", IntVector.of()),
        new Field.Integers("i", IntVector.of(0)),
        new Field.Integers("i", IntVector.of(63, 64, -64, -65, 8191, 8192, -8193)),
        new Field.Integers("i", IntVector.of(Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 27)),
        new Field.Integers("i", IntVector.of(new int[16_384])),
        new Field.Longs("l", LongVector.of()),
        new Field.Longs("l", LongVector.of(0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 53 | 1)),
        new Field.Longs("l", LongVector.of(new long[16])),
        new Field.Edges("g", SparseGraph.builder(0).build()),
        new Field.Edges("g", SparseGraph.builder(130).build()),
        new Field.Edges("g", SparseGraph.builder(1).add(0, 0, 0.5).build()),
        new Field.Edges("g", ring(700)),
        new Field.Text("t", ""),
        new Field.Text("t", "coarse"),
        new Field.Text("t", "Größe \uD83D\uDC1F " + "x".repeat(200)),
        new Field.Text("ü".repeat(100), "n"));
  }

  private static SparseGraph ring(int nodes) {
    SparseGraphBuilder graph = SparseGraph.builder(nodes);
    for (int i = 0; i < nodes; i++) {
      graph.add(i, (i + 1) % nodes, i + 0.1).add(i, (i + nodes / 3) % nodes, 1e-300);
    }
    return graph.add(5, 5, 2).build();
  }

  @ParameterizedTest
  @MethodSource("fields")
  void aFieldComesBackAndHasTheSizeThatIsCounted(Field field) {
    Payload payload = new DecodedPayload("k", List.of(field));
    byte[] bytes = PayloadCodec.encode(payload);

    assertThat(bytes).hasSize((int) WireSize.of(payload));
    same(PayloadCodec.decode(bytes), payload);
  }

  @Test
  void allFieldsTogetherComeBackInTheirOrder() {
    Payload payload = everything();
    byte[] bytes = PayloadCodec.encode(payload);

    assertThat(bytes).hasSize((int) WireSize.of(payload));
    same(PayloadCodec.decode(bytes), payload);
  }

  @Test
  void aPayloadWithoutFieldsIsItsKind() {
    DecodedPayload payload = new DecodedPayload("done", List.of());
    assertThat(PayloadCodec.encode(payload)).hasSize((int) WireSize.of(payload));
    assertThat(PayloadCodec.decode(PayloadCodec.encode(payload))).isEqualTo(payload);
  }

  private static DecodedPayload everything() {
    List<Field> all = new ArrayList<>();
    fields().forEach(field -> all.add(field.renamed(field.name() + all.size() % 7 + all.size())));
    return new DecodedPayload("everything", all);
  }

  /** A matrix compares by identity, so numbers are compared by their bits. */
  private static void same(Payload actual, Payload expected) {
    assertThat(actual.kind()).isEqualTo(expected.kind());
    assertThat(actual.fields()).hasSameSizeAs(expected.fields());
    for (int f = 0; f < expected.fields().size(); f++) {
      Field field = expected.fields().get(f);
      if (field instanceof Field.Numbers numbers) {
        Field.Numbers other = (Field.Numbers) actual.fields().get(f);
        assertThat(other.name()).isEqualTo(numbers.name());
        assertThat(other.values().rows()).isEqualTo(numbers.values().rows());
        assertThat(other.values().columns()).isEqualTo(numbers.values().columns());
        assertThat(Arrays.equals(other.values().array(), numbers.values().array())).isTrue();
      } else {
        assertThat(actual.fields().get(f)).isEqualTo(field);
      }
    }
  }

  @Test
  void damagedBytesGiveAPayloadOrAReason() {
    byte[] whole =
        PayloadCodec.encode(
            new DecodedPayload(
                "some",
                List.of(
                    new Field.Numbers("m", Matrix.zeros(3, 2)),
                    new Field.Integers("i", IntVector.of(1, -200)),
                    new Field.Longs("l", LongVector.of(7)),
                    new Field.Edges("g", ring(12)),
                    new Field.Text("t", "word"))));
    SplittableRandom random = new SplittableRandom(5);
    int refused = 0;
    for (int trial = 0; trial < 20_000; trial++) {
      byte[] bytes = whole.clone();
      for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      if (trial % 3 == 0) {
        bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      }
      refused += decodesOrGivesAReason(bytes) ? 0 : 1;
    }
    assertThat(refused).isBetween(5_000, 19_999);
  }

  @Test
  void randomBytesGiveAPayloadOrAReason() {
    SplittableRandom random = new SplittableRandom(6);
    for (int trial = 0; trial < 5_000; trial++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      decodesOrGivesAReason(bytes);
    }
  }

  private static boolean decodesOrGivesAReason(byte[] bytes) {
    Throwable thrown = catchThrowable(() -> PayloadCodec.decode(bytes));
    if (thrown != null) {
      assertThat(thrown).isInstanceOf(CoterieException.class);
      assertThat(((CoterieException) thrown).code()).isEqualTo(ErrorCode.BAD_DATA);
    }
    return thrown == null;
  }

  @Test
  void everyCutIsRefusedOrASmallerPayload() {
    byte[] whole = PayloadCodec.encode(everything());
    for (int length = 0; length < Math.min(whole.length, 2_000); length++) {
      decodesOrGivesAReason(Arrays.copyOf(whole, length));
    }
  }

  @Test
  void tooManyBytesAreRefusedFirst() {
    byte[] bytes = PayloadCodec.encode(new DecodedPayload("kind", List.of()));
    assertThat(PayloadCodec.decode(bytes, bytes.length).kind()).isEqualTo("kind");
    assertThat(
            catchThrowableOfType(
                CoterieException.class, () -> PayloadCodec.decode(bytes, bytes.length - 1)))
        .hasMessageContaining("it has 6 bytes; the limit is 5");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void valuesThatAreNotFiniteAreRefusedBothWays(double value) {
    refused(numbers(1, 1, value), "m holds a value that is not finite");
    Payload payload =
        new Payload() {
          @Override
          public String kind() {
            return "k";
          }

          @Override
          public List<Field> fields() {
            return List.of(Field.numbers("m", Vector.of(value)));
          }
        };
    assertThat(catchThrowableOfType(CoterieException.class, () -> PayloadCodec.encode(payload)))
        .hasMessageContaining("m holds a value that is not finite");
  }

  @Test
  void shapesMustAgreeWithTheirValues() {
    refused(numbers(2, 2, 1, 2, 3), "not as many values");
    refused(numbers(-1, -3, 1, 2, 3), "not as many values");
    refused(numbers(-1, 0), "not as many values");
    // 65 536² = 2³², which is 0 in 32 bits.
    refused(numbers(65_536, 65_536), "not as many values");
    refused(numbers(Integer.MAX_VALUE, 0), "a side without values has at most");
    refused(numbers(0, Integer.MAX_VALUE), "a side without values has at most");
  }

  @Test
  void numbersAreWrittenInOneWayWithAUnitInRange() {
    PayloadProto.Numbers one = PayloadProto.Numbers.newBuilder().setRows(1).setColumns(1).build();
    refusedNumbers(one.toBuilder().addValues(1).addFloats(1).build(), "in two ways");
    refusedNumbers(one.toBuilder().addFloats(1).addMultiples(1).build(), "in two ways");
    refusedNumbers(one.toBuilder().addFloats(1).addFloats(2).build(), "not as many values");
    refusedNumbers(one.toBuilder().addMultiples(1).addMultiples(2).build(), "not as many values");
    refusedNumbers(one.toBuilder().addValues(1).setExponent(1).build(), "unit of numbers");
    refusedNumbers(one.toBuilder().addMultiples(1).setExponent(1075).build(), "unit of numbers");
    refusedNumbers(
        one.toBuilder().addMultiples(1).setExponent(Integer.MIN_VALUE).build(), "unit of numbers");
    refusedNumbers(one.toBuilder().addMultiples(1).setExponent(1030).build(), "not finite");
    refusedNumbers(one.toBuilder().addFloats(Float.NaN).build(), "not finite");
  }

  private static void refusedNumbers(PayloadProto.Numbers numbers, String reason) {
    refused(
        payload(PayloadProto.Field.newBuilder().setName("m").setNumbers(numbers).build()), reason);
  }

  @Test
  void namesMustBePresentAndUnique() {
    PayloadProto.Field text = PayloadProto.Field.newBuilder().setName("a").setText("b").build();
    refused(payload(text, text), "two fields named a");
    refused(payload(text.toBuilder().setName("").build()), "a name is empty");
    refused(payload(text.toBuilder().setName("a\u001B[2J").build()), "not visible");
    refused(payload(text.toBuilder().setName("a".repeat(201)).build()), "longer than 200");
    refused(payload(text).toBuilder().setKind("").build(), "a name is empty");
    refused(payload(PayloadProto.Field.newBuilder().setName("a").build()), "without content");
  }

  @Test
  void edgesMustFitTheirGraph() {
    refused(edges(new int[] {1, 0}, new int[] {2}, 1), "no other node");
    refused(edges(new int[] {1, 0}, new int[] {-1}, 1), "no other node");
    refused(edges(new int[] {2, 0}, new int[] {1, 0}, 1, 1), "no other node");
    refused(edges(new int[] {2, 0}, new int[] {1}, 1), "incomplete");
    refused(edges(new int[] {-1, 0}, new int[] {1}, 1), "incomplete");
    refused(edges(new int[] {1, 0}, new int[] {1, 1}, 1, 1), "incomplete");
    refused(edges(new int[] {1, 0}, new int[] {1}), "incomplete");
    refused(edges(new int[] {}, new int[] {}, 1), "incomplete");
    refused(edges(new int[] {1, 0}, new int[] {1}, 0), "positive weight");
    refused(edges(new int[] {1, 0}, new int[] {1}, -1), "positive weight");
    refused(edges(new int[] {1, 0}, new int[] {1}, Double.NaN), "positive weight");
    refused(edges(new int[] {1, 0}, new int[] {1}, Double.POSITIVE_INFINITY), "finite");
  }

  @Test
  void whatTheProtocolDoesNotNameIsRefused() throws IOException {
    UnknownFieldSet unknown =
        UnknownFieldSet.newBuilder()
            .addField(9, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
            .build();
    refused(
        PayloadProto.Payload.newBuilder().setKind("k").setUnknownFields(unknown).build(),
        "not known here");
    refused(
        payload(
            PayloadProto.Field.newBuilder()
                .setName("l")
                .setLongs(PayloadProto.Longs.newBuilder().setUnknownFields(unknown))
                .build()),
        "not known here");

    ByteArrayOutputStream twice = new ByteArrayOutputStream();
    CodedOutputStream output = CodedOutputStream.newInstance(twice);
    output.writeString(1, "one");
    output.writeString(1, "two");
    output.flush();
    refused(twice.toByteArray(), "a part twice");
  }

  @Test
  void aMillionEmptyFieldsAreRefusedBeforeTheyAreMade() {
    byte[] bytes = new byte[2_000_000];
    for (int i = 0; i < bytes.length; i += 2) {
      bytes[i] = 0x12; // field 2, of length 0
    }
    refused(bytes, "more than 1000 fields");
  }

  @Test
  void textThatIsNoUtf8IsRefused() {
    refused(
        ByteString.copyFrom(new byte[] {0x0A, 2, (byte) 0xC3, 0x28}).toByteArray(),
        "no protocol buffer");
  }

  private static PayloadProto.Payload payload(PayloadProto.Field... fields) {
    return PayloadProto.Payload.newBuilder().setKind("k").addAllFields(List.of(fields)).build();
  }

  private static PayloadProto.Payload numbers(int rows, int columns, double... values) {
    PayloadProto.Numbers.Builder numbers =
        PayloadProto.Numbers.newBuilder().setRows(rows).setColumns(columns);
    for (double value : values) {
      numbers.addValues(value);
    }
    return payload(PayloadProto.Field.newBuilder().setName("m").setNumbers(numbers).build());
  }

  private static PayloadProto.Payload edges(int[] lengths, int[] steps, double... weights) {
    PayloadProto.Edges.Builder edges = PayloadProto.Edges.newBuilder();
    for (int length : lengths) {
      edges.addRowLengths(length);
    }
    for (int step : steps) {
      edges.addSteps(step);
    }
    for (double weight : weights) {
      edges.addWeights(weight);
    }
    return payload(PayloadProto.Field.newBuilder().setName("g").setEdges(edges).build());
  }

  private static void refused(PayloadProto.Payload message, String reason) {
    refused(message.toByteArray(), reason);
  }

  private static void refused(byte[] bytes, String reason) {
    CoterieException refusal =
        catchThrowableOfType(CoterieException.class, () -> PayloadCodec.decode(bytes));
    assertThat(refusal).hasMessageContaining(reason);
    assertThat(refusal.code()).isEqualTo(ErrorCode.BAD_DATA);
  }

  @Test
  void recordsAreRefusedAsAMessage() {
    byte[] bytes =
        PayloadCodec.encode(
            new DecodedPayload(
                "pooled-records", List.of(new Field.Numbers("records", Matrix.zeros(1, 1)))));

    CoterieException refused =
        catchThrowableOfType(CoterieException.class, () -> PayloadCodec.typed(bytes));

    assertThat(refused.code()).isEqualTo(ErrorCode.BAD_DATA);
    assertThat(refused).hasMessageContaining("There is no message of kind pooled-records. Its");
  }
}

package io.coterie.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.message.Question;
import io.coterie.message.internal.AnchorGraph;
import io.coterie.message.internal.AnchorSums;
import io.coterie.message.internal.Microclusters;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.method.internal.check.Replies;
import io.coterie.method.internal.prepare.PreparedQuestion;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PayloadKindsTest {
  private static final AnchorSums SUMS =
      new AnchorSums(Vector.of(2, 3), Matrix.over(2, 2, new double[] {1, 2, 3, 4}));

  @Test
  void aQuestionWithinAQuestionSurvives() {
    PreparedQuestion question = new PreparedQuestion(List.of(), new Question("centers"));

    assertThat(PayloadKinds.typed(question.kind(), question.fields())).isEqualTo(question);
  }

  @Test
  void recordsCannotBeReceived() {
    List<Field> records = List.of(new Field.Numbers("records", Matrix.zeros(1, 1)));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> PayloadKinds.typed("pooled-records", records))
        .withMessageContaining("no message of kind pooled-records");
    assertThat(PayloadKinds.find("pooled-records")).isPresent();
  }

  static Stream<Arguments> hostile() {
    List<Field> more = new ArrayList<>(SUMS.fields());
    more.add(new Field.Text("more", "x"));
    return Stream.of(
        Arguments.of("anchor-sums", List.of(), "no Numbers named counts"),
        Arguments.of("anchor-sums", more, "parts that it cannot have"),
        Arguments.of(
            "anchor-sums",
            List.of(Field.numbers("counts", Vector.of(77)), SUMS.fields().get(1)),
            "do not fit together"),
        Arguments.of(
            "anchors",
            List.of(
                new Field.Numbers("points", Matrix.zeros(1, 1)),
                new Field.Integers("neighbors", IntVector.of())),
            "neighbors has 0 values"),
        Arguments.of(
            "clusters",
            List.of(
                new Field.Integers("clusters", IntVector.of(77)),
                new Field.Integers("count", IntVector.of(2))),
            "out of range"),
        Arguments.of(
            "point-offer",
            List.of(new Field.Integers("possible", IntVector.of(77))),
            "out of range"),
        Arguments.of(
            "mixture",
            List.of(
                Field.numbers("weights", Vector.of(1)),
                new Field.Numbers("means", Matrix.zeros(1, 2)),
                new Field.Numbers("covariances", Matrix.zeros(2, 2)),
                new Field.Integers("clusters-of", IntVector.of(0)),
                new Field.Integers("clusters", IntVector.of(1))),
            "out of range"), // not positive definite
        Arguments.of(
            "grid", List.of(new Field.Integers("bins", IntVector.of(77_000))), "out of range"),
        Arguments.of("prepared", List.of(new Field.Text("question", "prepared")), "holds another"),
        Arguments.of(
            "prepared", List.of(new Field.Text("question", "pooled-records")), "no message of"),
        Arguments.of("prepared", List.of(new Field.Text("step-1", "project")), "no Text named"));
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void whatDoesNotFitIsRefusedWithoutItsValues(String kind, List<Field> fields, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PayloadKinds.typed(kind, fields))
        .withMessageContaining(reason)
        .withNoCause()
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("77"));
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of(Reply.sum(AnchorSums.zero(3, 2)), SUMS, "counts of 1 x 2 numbers"),
        Arguments.of(Reply.sum(AnchorGraph.zero(2)), SUMS, "anchor-sums where AnchorGraph"),
        Arguments.of(
            Reply.sum(AnchorGraph.zero(2)), AnchorGraph.zero(3), "gram of 3 nodes where gram of 2"),
        Arguments.of(
            Reply.sum(NoisyTotals.zero("lloyd", Map.of("count", 2))),
            NoisyTotals.zero("edges", Map.of("count", 2)),
            "step of 'edges'"),
        Arguments.of(
            Reply.sum(NoisyTotals.zero("lloyd", Map.of("count", 2))),
            NoisyTotals.zero("lloyd", Map.of()),
            "nothing more where count"),
        Arguments.of(
            Reply.sum(AnchorSums.zero(1, 1)),
            new AnchorSums(Vector.of(1), Matrix.over(1, 1, new double[] {Double.NaN})),
            "sums has a value that is not finite"),
        Arguments.of(
            Replies.groups(context(2)),
            new Microclusters(Vector.of(1), Matrix.zeros(1, 3)),
            "3 columns where records have 2"),
        Arguments.of(
            Replies.groups(context(1)),
            new Microclusters(Vector.of(-1), Matrix.zeros(1, 1)),
            "less than one record"));
  }

  private static CoordinatorContext context(int dimension) {
    return new CoordinatorContext(
        new Seed(1), Parallel.sequential(), (name, value) -> {}, dimension);
  }

  @ParameterizedTest
  @MethodSource("refused")
  void aReplyThatWasNotAskedForIsRefused(Reply<?> reply, Payload payload, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> reply.check(payload))
        .withMessageContaining(reason);
  }

  @Test
  void aReplyThatWasAskedForIsTaken() {
    Reply.sum(AnchorSums.zero(2, 2)).check(SUMS);
  }

  /** Questions and replies travel between the machines of one site, or of one simulation. */
  @Test
  void everyPayloadIsSerializableToItsLastPart() {
    PayloadKinds.kinds().forEach(kind -> assertSerializable(kind.type(), kind.name()));
  }

  private static void assertSerializable(Class<?> type, String where) {
    if (type.isPrimitive() || type == List.class || type == Map.class) {
      return;
    }
    assertThat(java.io.Serializable.class).as(where).isAssignableFrom(type);
    if (type.isRecord()) {
      for (RecordComponent part : type.getRecordComponents()) {
        assertSerializable(part.getType(), where + "." + part.getName());
      }
    }
  }
}

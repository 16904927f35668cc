package io.coterie.deep.plus;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.deep.EncoderMap;
import io.coterie.deep.RefineQuestion;
import io.coterie.deep.TrainQuestion;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.message.Question;
import io.coterie.message.internal.GroupClusters;
import io.coterie.method.PayloadKinds;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.InputKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class DeepKindsTest {
  private static final Matrix POINTS = Matrix.ofRows(new double[] {1, 2}, new double[] {3, 4});
  private static final TrainQuestion TRAINING =
      new TrainQuestion(Vector.of(0.5, -1), 3, 4, 2, 1e-3, Vector.of(0.25, 0.75));
  private static final EncoderMap ENCODER =
      new EncoderMap(
          new EncoderPlan(EncoderPlan.VAE_DEC, InputKind.image(2, 3), 6, 2, 4),
          Vector.of(1, 2, 3),
          false);

  static Stream<Payload> payloads() {
    return Stream.of(
        TRAINING,
        new RefineQuestion(TRAINING, POINTS, 0.1),
        new PrototypeRounds.CentersQuestion(NearestPrototype.ofCenters(POINTS)),
        new PrototypeRounds.CentersQuestion(
            new SiteAnswers(
                Map.of(
                    "b", new GroupClusters(IntVector.of(0, 1, 1), 2),
                    "a", new GroupClusters(IntVector.of(1), 2)))),
        new PrototypeRounds.ChoiceQuestion(4, true),
        new PrototypeRounds.EncodedQuestion(Optional.empty(), new Question("structure")),
        new PrototypeRounds.EncodedQuestion(Optional.of(ENCODER), new Question("structure")),
        SharedAnchors.ShareQuestion.draws(Vector.of(0.5, 0.5)));
  }

  @ParameterizedTest
  @MethodSource("payloads")
  void aPayloadComesBackFromItsFields(Payload payload) {
    Payload back = PayloadKinds.typed(payload.kind(), payload.fields());
    assertThat(back).isInstanceOf(payload.getClass());
    assertThat(told(back)).isEqualTo(told(payload));
  }

  private static List<List<Object>> told(Payload payload) {
    return payload.fields().stream().map(DeepKindsTest::content).toList();
  }

  /** Matrices compare by identity, so their numbers are taken out. */
  private static List<Object> content(Field field) {
    return field instanceof Field.Numbers numbers
        ? List.of(
            field.name(), numbers.values().rows(), Vector.of(numbers.values().array().clone()))
        : List.of(field);
  }
}

package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.Sha256;
import io.coterie.features.Representation;
import io.coterie.json.Json;
import io.coterie.math.Matrix;
import io.coterie.model.FittedModel;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.InputKind;
import io.coterie.store.ModelFile;
import io.coterie.study.Study;
import io.coterie.wire.v1.FederationProto.FinishedStudy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator that hands out another answer than that of the study. */
class FetchedAnswerTest {
  private static final Study STUDY =
      Study.parse(
          """
          study: dots
          schema: {columns: [x, y]}
          participation: {sites: [a, b, c]}
          """,
          "test");

  @TempDir private Path folder;
  private byte[] model;

  @BeforeEach
  void makeAModel() throws Exception {
    model = model(STUDY.hash(), List.of("x", "y"));
  }

  private byte[] model(String hash, List<String> columns) throws Exception {
    FittedModel fitted =
        new FittedModel(
            2,
            new Representation(List.of()),
            NearestPrototype.ofCenters(Matrix.ofRows(new double[][] {{0, 0}, {1, 1}})));
    Path file = folder.resolve("model.json");
    new ModelFile(fitted, InputKind.table(), columns, Json.object().put("hash", hash)).write(file);
    return Files.readAllBytes(file);
  }

  private byte[] message(byte[] text, Consumer<FinishedStudy.Builder> change) {
    FinishedStudy.Builder answer =
        FinishedStudy.newBuilder()
            .setText(STUDY.canonical())
            .setHash(STUDY.hash())
            .setModel(ByteString.copyFrom(text))
            .setDigest(ByteString.copyFrom(Sha256.of(text)));
    change.accept(answer);
    return answer.build().toByteArray();
  }

  private static void assertRefused(byte[] message, String why) {
    assertThatThrownBy(() -> FetchedAnswer.of(message))
        .isInstanceOfSatisfying(
            CoterieException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NETWORK))
        .hasMessageContaining(why)
        .hasMessageContaining("Nothing was written");
  }

  @Test
  void theAnswerOfTheStudyIsTaken() {
    FetchedAnswer answer = FetchedAnswer.of(message(model, all -> {}));
    assertThat(answer.study()).isEqualTo(STUDY);
    assertThat(answer.model().columns()).containsExactly("x", "y");
    assertThat(answer.digest()).isEqualTo(Sha256.hex(model));
    assertThat(answer.report()).isEmpty();
  }

  @Test
  void aModelOfAnotherDigestIsRefused() {
    byte[] changed = model.clone();
    changed[changed.length - 2] ^= 1;
    assertRefused(
        message(model, all -> all.setModel(ByteString.copyFrom(changed))), "written down");
  }

  @Test
  void aStudyOfAnotherHashIsRefused() {
    assertRefused(message(model, all -> all.setHash("0".repeat(64))), "its hash do not fit");
  }

  @Test
  void aModelOfAnotherStudyIsRefused() throws Exception {
    assertRefused(message(model("f".repeat(64), List.of("x", "y")), all -> {}), "another study");
  }

  @Test
  void aModelOfOtherColumnsIsRefused() throws Exception {
    assertRefused(message(model(STUDY.hash(), List.of("y", "x")), all -> {}), "of other records");
  }

  @Test
  void whatIsNoModelIsRefused() {
    byte[] text = "{\"document\": \"other\"}".getBytes(StandardCharsets.UTF_8);
    assertRefused(message(text, all -> {}), "its model cannot be read");
  }

  @Test
  void whatIsNoAnswerIsRefused() {
    assertThatThrownBy(() -> FetchedAnswer.of(new byte[] {1, 2, 3}))
        .hasMessageContaining("cannot be read: both need the same Coterie");
  }
}

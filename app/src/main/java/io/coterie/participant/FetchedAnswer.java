package io.coterie.participant;

import com.google.protobuf.InvalidProtocolBufferException;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.Sha256;
import io.coterie.store.ModelFile;
import io.coterie.study.Schema;
import io.coterie.study.Study;
import io.coterie.wire.v1.FederationProto.FinishedStudy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * What a site gets of a finished study, checked as far as a site can: the study has its hash, the
 * model has its digest, and is of this study and its records.
 *
 * @param text of the model file, as it came
 * @param report a page, if the coordinator kept one
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record FetchedAnswer(Study study, ModelFile model, byte[] text, Optional<byte[]> report) {
  static FetchedAnswer of(byte[] message) {
    FinishedStudy finished;
    try {
      finished = FinishedStudy.parseFrom(message);
    } catch (InvalidProtocolBufferException e) {
      throw new CoterieException(
          ErrorCode.NETWORK,
          "The coordinator's answer cannot be read: both need the same Coterie.",
          e);
    }
    Study study = Site.parse(finished.getText());
    if (!study.hash().equals(finished.getHash())) {
      throw unusable("its study and its hash do not fit", null);
    }
    byte[] text = finished.getModel().toByteArray();
    if (!Arrays.equals(Sha256.of(text), finished.getDigest().toByteArray())) {
      throw unusable("the model is not the one that was written down when the study ended", null);
    }
    return new FetchedAnswer(
        study,
        model(study, text),
        text,
        Optional.of(finished.getReport().toByteArray()).filter(page -> page.length > 0));
  }

  private static ModelFile model(Study study, byte[] text) {
    ModelFile model;
    try {
      model = ModelFile.parse(new String(text, StandardCharsets.UTF_8), "the coordinator's model");
    } catch (CoterieException e) {
      throw unusable("its model cannot be read", e);
    }
    Schema schema = study.schema();
    boolean fits =
        model.provenance().path("hash").asText().equals(study.hash())
            && model.kind().equals(schema.kind())
            && model.model().dimension() == schema.input().dimension()
            && (schema.columns().isEmpty() || model.columns().equals(schema.names()))
            && (model.specs().isEmpty() || model.specs().equals(schema.columns()));
    if (!fits) {
      throw unusable("its model is of another study or of other records", null);
    }
    return model;
  }

  private static CoterieException unusable(String why, Exception cause) {
    return new CoterieException(
        ErrorCode.NETWORK,
        "The coordinator's answer cannot be used: %s. Nothing was written; ask its operator."
            .formatted(why),
        cause);
  }

  /** Returns the digest of the model; every site of the study has the same. */
  public String digest() {
    return Sha256.hex(text);
  }
}

package io.coterie.method.internal.prepare;

import io.coterie.features.Representation;
import io.coterie.message.FieldMismatch;
import io.coterie.message.Fields;
import io.coterie.message.KindProvider;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import io.coterie.method.PayloadKinds;
import java.util.List;

/** The questions of preparation, which most methods share. */
public final class PreparationKinds implements KindProvider {
  private static final String PREPARED = "prepared";

  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(
        new PayloadKind<>("prepare", PreparationQuestion.class, PreparationKinds::preparation)
            .asks("sums over the features"),
        new PayloadKind<>(PREPARED, PreparedQuestion.class, PreparationKinds::prepared));
  }

  private static PreparationQuestion preparation(Fields fields) {
    return new PreparationQuestion(
        Representation.of(fields).steps(),
        Measure.named(fields.text("measure")),
        fields.vector("center"));
  }

  private static PreparedQuestion prepared(Fields fields) {
    if (fields.text("question").equals(PREPARED)) {
      throw new FieldMismatch("A prepared question holds another one.");
    }
    return new PreparedQuestion(
        Representation.of(fields).steps(), fields.nested("question", PayloadKinds::nested));
  }
}

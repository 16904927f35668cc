package io.coterie.method.internal.prepare;

import io.coterie.message.KindProvider;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import io.coterie.method.internal.prepare.table.TableQuestion;
import java.util.List;

/** The questions of preparation, which most methods share. */
public final class PreparationKinds implements KindProvider {
  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(
        PayloadKind.of(PreparationQuestion.class).asks("sums over the features"),
        PayloadKind.of(PreparedQuestion.class),
        PayloadKind.of(ExactQuestion.Present.class).asks("counts of records"),
        PayloadKind.of(ExactQuestion.Sums.class).asks("sums over the features"),
        PayloadKind.of(ExactQuestion.Deviations.class).asks("sums over the features"),
        PayloadKind.of(ExactQuestion.Products.class).asks("sums over the features"),
        PayloadKind.of(TableQuestion.Values.class).asks("sums over the columns"),
        PayloadKind.of(TableQuestion.Shapes.class).asks("sums over the columns"),
        PayloadKind.of(TableQuestion.Pairs.class).asks("pairs of columns"),
        PayloadKind.of(TableQuestion.Columns.class).asks("scales of the columns"),
        PayloadKind.of(TableQuestion.Gaps.class).asks("sums over the columns"),
        PayloadKind.of(TableQuestion.FurtherGaps.class).asks("sums over the columns"),
        PayloadKind.of(TableQuestion.Expected.class).asks("sums over the columns, rounded"));
  }
}

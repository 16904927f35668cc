package io.coterie.deep.gan;

import io.coterie.message.KindProvider;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import java.util.List;

/** What this package sends, and the ways back to it. */
public final class SyntheticKinds implements KindProvider {
  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(
        new PayloadKind<>("code-centers", CodeCenters.class, CodeCenters::of),
        new PayloadKind<>("synthetic-records", SyntheticRecords.class, SyntheticRecords::of));
  }
}

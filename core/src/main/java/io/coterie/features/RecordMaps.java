package io.coterie.features;

import io.coterie.features.internal.Box;
import io.coterie.features.internal.ClipRows;
import io.coterie.features.internal.HogMap;
import io.coterie.features.internal.NormalizeRows;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.SignedLog;
import io.coterie.features.internal.Standardize;
import io.coterie.message.KindProvider;
import io.coterie.message.PayloadKind;
import io.coterie.message.internal.KindTable;
import java.util.ArrayList;
import java.util.List;

/** Every kind of step: those of core and those that add-ons bring. */
public final class RecordMaps {
  public static final KindTable<RecordMap> KINDS = new KindTable<>("step", all());

  private RecordMaps() {}

  private static List<PayloadKind<? extends RecordMap>> all() {
    List<PayloadKind<? extends RecordMap>> kinds =
        new ArrayList<>(
            List.of(
                PayloadKind.of(Box.class),
                PayloadKind.of(ClipRows.class),
                PayloadKind.of(FillMissing.class),
                PayloadKind.of(HogMap.class),
                PayloadKind.of(NormalizeRows.class),
                PayloadKind.of(Project.class),
                PayloadKind.of(SignedLog.class),
                PayloadKind.of(Standardize.class)));
    kinds.addAll(KindProvider.of(RecordMap.class));
    return kinds;
  }
}

package io.coterie.method.internal.prepare;

import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.message.Payload;
import java.util.ArrayList;
import java.util.List;

/** The way from a site's records to what a method gets of them, as the questions of a study say. */
public final class PreparationSteps {
  private PreparationSteps() {}

  /** Returns the steps that the questions brought, in order. */
  public static Representation of(List<Payload> questions) {
    List<RecordMap> steps = new ArrayList<>();
    for (Payload question : questions) {
      if (question instanceof PreparedQuestion prepared) {
        steps.addAll(prepared.steps());
        return new Representation(steps); // what follows is the method's own
      } else if (question instanceof PreparationQuestion preparation) {
        steps.addAll(preparation.steps());
      } else if (question instanceof ExactQuestion exact) {
        steps.addAll(exact.steps());
      }
    }
    return new Representation(steps);
  }
}

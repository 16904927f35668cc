package io.coterie.coordinator;

import io.coterie.model.FittedModel;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a study found out.
 *
 * @param model labels records
 * @param findings what the coordinator found out on the way
 * @param takingPart the sites whose answers were used, by round
 */
public record StudyAnswer(
    FittedModel model, Map<String, String> findings, Map<Integer, List<String>> takingPart) {
  public StudyAnswer {
    findings = Collections.unmodifiableMap(new LinkedHashMap<>(findings));
    takingPart = Collections.unmodifiableMap(new LinkedHashMap<>(takingPart));
  }
}

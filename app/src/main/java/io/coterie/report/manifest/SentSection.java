package io.coterie.report.manifest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import io.coterie.message.FieldProtection;
import io.coterie.message.SumPayload;
import io.coterie.method.PayloadKinds;
import io.coterie.plan.SumMode;
import io.coterie.report.ReportInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What left a site in this study: every kind of message with what protects its fields, in the words
 * of a manifest. A manifest of a site's own records ({@code coterie inspect}) says more.
 */
public record SentSection(ReportInput input) {
  public ArrayNode json() {
    Map<String, List<Integer>> rounds = new LinkedHashMap<>();
    input
        .log()
        .replies()
        .forEach((round, kind) -> rounds.computeIfAbsent(kind, k -> new ArrayList<>()).add(round));
    ArrayNode array = Json.array();
    rounds.forEach(
        (kind, all) -> {
          boolean masked = isMasked(kind);
          ObjectNode node =
              array
                  .addObject()
                  .put("message", kind)
                  .put("rounds", words(all))
                  .put("seen", masked ? "the total over the sites" : "each site's own");
          ArrayNode fields = node.putArray("fields");
          PayloadKinds.find(kind)
              .orElseThrow()
              .terms()
              .forEach(
                  (field, terms) ->
                      fields
                          .addObject()
                          .put("field", field)
                          .put("protection", words(terms.usual(), masked)));
        });
    return array;
  }

  /** At level strict every total is noisy; what is masked besides follows from the study. */
  private boolean isMasked(String kind) {
    return input.plan().privacy().sums() == SumMode.MASKED
        && input.sites().size() >= SumMode.FEWEST_SITES
        && PayloadKinds.find(kind)
            .filter(known -> SumPayload.class.isAssignableFrom(known.type()))
            .isPresent();
  }

  private String words(FieldProtection terms, boolean masked) {
    return masked && !input.plan().privacy().isStrict() ? terms.masked().text() : terms.text();
  }

  private static String words(List<Integer> rounds) {
    return rounds.size() > 2 && rounds.get(rounds.size() - 1) - rounds.get(0) == rounds.size() - 1
        ? "%d to %d".formatted(rounds.get(0), rounds.get(rounds.size() - 1))
        : rounds.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }
}

package io.coterie.bench;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The numbers to look at beside ours, from reference-scores.json: the paper's, and honest ceilings.
 */
public final class ReferenceScores {
  private final JsonNode document = Resources.json("reference-scores.json");

  /** Somebody's scores. */
  @JsonIgnoreProperties(ignoreUnknown = true) // such as deviations
  public record Mark(@JsonProperty("acc") double accuracy, double nmi, OptionalDouble ari) {}

  public Optional<Mark> paper(String table, String row, String method) {
    return mark(document.path("paper").path(table).path(row).path(method));
  }

  public Optional<Mark> paperAblation(String parts) {
    return mark(document.path("paper").path("ablation").path(parts));
  }

  /** Returns what a centralised method without labels reaches on a set. */
  public Optional<Mark> ceiling(String data) {
    return mark(document.path("ceilings").path("table1").path(data));
  }

  /** Returns what another implementation of a method reached on a set with this scaling. */
  public Optional<Mark> reference(String data, String scaling, Variant variant) {
    return mark(document.path("references").path(data).path(scaling).path(variant.toString()));
  }

  public String referenceSource() {
    return document.path("references").path("source").asText();
  }

  public String paperSource() {
    return document.path("paper").path("source").asText();
  }

  public String paperCaution() {
    return document.path("paper").path("caution").asText();
  }

  public String ceilingSource() {
    return document.path("ceilings").path("source").asText();
  }

  /** Returns what deep methods reach on pooled records, as published: "MNIST .970/.940, ...". */
  public String deep(List<Catalogue.Entry> entries) {
    return entries.stream()
        .flatMap(
            entry ->
                mark(document.path("ceilings").path("deep").path(entry.name())).stream()
                    .map(
                        mark ->
                            "%s %s/%s"
                                .formatted(
                                    entry.title(),
                                    Summary.text(mark.accuracy()),
                                    Summary.text(mark.nmi()))))
        .collect(Collectors.joining(", "));
  }

  private static Optional<Mark> mark(JsonNode node) {
    return node.has("acc") ? Optional.of(Json.read(node, Mark.class)) : Optional.empty();
  }
}

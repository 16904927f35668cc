package io.coterie.bench.speed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.bench.ResultTable;
import io.coterie.bench.TableReport;
import io.coterie.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What was measured, as tables for a screen, as Markdown and as JSON that a later run compares
 * itself with.
 *
 * @param experiment speed or growth, which is also the name of its files
 * @param made the words that repeat it, and by which version
 * @param fits how costs grow, where that was asked
 * @param earlier what to compare with
 */
public record CostReport(
    String experiment,
    Made made,
    JsonNode machine,
    List<CostTable> tables,
    List<Fit> fits,
    Earlier earlier)
    implements TableReport {
  static final int SCHEMA_VERSION = 1;

  public CostReport {
    tables = List.copyOf(tables);
    fits = List.copyOf(fits);
  }

  /** Where a report comes from: the words that repeat it, and the version of Coterie. */
  public record Made(String command, String version) {}

  /** How a cost grows over some sizes; fewer than two have no exponent. */
  record Fit(String cost, String sizes, OptionalDouble exponent) {
    @Override
    public String toString() {
      return "%s grows as N^%s over %s"
          .formatted(cost, CostTable.number("%.2f", exponent).orElse("?"), sizes);
    }
  }

  @Override
  public List<ResultTable> screens() {
    return tables.stream().map(table -> table.text(earlier)).toList();
  }

  @Override
  public List<String> notes() {
    return fits.stream().map(Fit::toString).toList();
  }

  /** Returns what got slower since the earlier run, or why the two cannot be compared. */
  @Override
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (!earlier.isNone() && !earlier.machine().equals(Machine.words(machine))) {
      warnings.add(
          "%s was measured on another machine (%s; now %s); its times say little about these."
              .formatted(earlier.source(), earlier.machine(), Machine.words(machine)));
    }
    for (CostTable table : tables) {
      for (Row row : table.rows()) {
        OptionalDouble ratio = earlier.ratio(table, row);
        if (ratio.orElse(0) > Earlier.SLOWER) {
          warnings.add(
              String.format(
                  Locale.ROOT,
                  "%s takes %.2f x the CPU time of %s.",
                  table.key(row),
                  ratio.getAsDouble(),
                  earlier.source()));
        }
      }
    }
    return warnings;
  }

  @Override
  public String markdown() {
    StringBuilder text = new StringBuilder("# Coterie's %s\n\n".formatted(experiment));
    text.append("`%s`, Coterie %s.\n".formatted(made.command(), made.version()));
    text.append(Machine.words(machine)).append(", ").append(machine.path("date").asText());
    if (machine.has("load_before")) {
      text.append(", load before: ").append(machine.path("load_before").asText());
    }
    machine
        .path("peers")
        .properties()
        .forEach(peer -> text.append(", %s %s".formatted(peer.getKey(), peer.getValue().asText())));
    text.append(".\n");
    for (ResultTable screen : screens()) {
      text.append("\n").append(screen.markdown(1)).append(ResultTable.list(notes()));
    }
    warnings().forEach(warning -> text.append("\n**").append(warning).append("**\n"));
    return text.toString();
  }

  @Override
  public ObjectNode json() {
    ObjectNode document =
        Json.object()
            .put("schema_version", SCHEMA_VERSION)
            .put("experiment", experiment)
            .put("command", made.command())
            .put("coterie", made.version());
    document.set("machine", machine);
    ArrayNode list = document.putArray("tables");
    for (CostTable table : tables) {
      ObjectNode node = list.addObject().put("name", table.name()).put("title", table.title());
      node.put("reference", table.reference());
      table.notes().forEach(node.putArray("notes")::add);
      ArrayNode rows = node.putArray("rows");
      table.rows().forEach(row -> rows.add(json(table, row)));
    }
    ArrayNode exponents = document.putArray("exponents");
    fits.forEach(fit -> exponents.add(Json.tree(fit)));
    return document;
  }

  private ObjectNode json(CostTable table, Row row) {
    ObjectNode node = Json.object().put("key", table.key(row)).put("contender", row.contender());
    row.costs()
        .ifPresent(
            costs ->
                node.setAll(
                    Json.tree(costs).put("compared_cpu_seconds", costs.comparedCpuSeconds())));
    row.scores().ifPresent(scores -> node.setAll(Json.tree(scores)));
    put(node, "ratio", table.ratio(row));
    put(node, "ratio_to_before", earlier.ratio(table, row));
    return row.note().isEmpty() ? node : node.put("note", row.note());
  }

  private static void put(ObjectNode node, String name, OptionalDouble value) {
    value.ifPresent(number -> node.put(name, number));
  }
}

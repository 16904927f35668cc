package io.coterie.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.bench.Grid.Row;
import io.coterie.bench.Grid.Slot;
import io.coterie.bench.ReferenceScores.Mark;
import io.coterie.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A filled grid as Markdown, as JSON and as lines for a screen.
 *
 * @param command the words that repeat it
 */
public record Report(Grid grid, Results results, String command, String version) {
  private static final String FAILED = "failed: ";

  /** Ours and a reference that differ by more than this are marked. */
  private static final double AGREEMENT = 0.02;

  /** Returns the table for a screen: ACC/NMI of ours, and in brackets of the reference. */
  public ResultTable screen() {
    return table(grid.title(), List.of(grid.corner()), row -> List.of(row.label()), this::brief);
  }

  /** Returns the tables of costs for a screen, if the grid is of them. */
  public List<ResultTable> costScreens() {
    return Metric.shownIn(grid).stream()
        .filter(metric -> !metric.isScore())
        .map(
            metric ->
                table(
                    metric.title(),
                    List.of(grid.corner()),
                    row -> List.of(row.label()),
                    slot -> summary(slot, metric).map(metric::text).orElseGet(() -> absent(slot))))
        .toList();
  }

  private ResultTable table(
      String title,
      List<String> corner,
      Function<Row, List<String>> head,
      Function<Slot, String> cell) {
    return new ResultTable(
        title,
        Stream.concat(corner.stream(), grid.columns().stream()).toList(),
        grid.rows().stream()
            .map(
                row ->
                    Stream.concat(head.apply(row).stream(), row.slots().stream().map(cell))
                        .toList())
            .toList());
  }

  private String brief(Slot slot) {
    Optional<Summary> accuracy = summary(slot, Metric.ACC);
    Optional<Summary> nmi = summary(slot, Metric.NMI);
    return accuracy.isPresent()
        ? Summary.text(accuracy.get().mean())
            + "/"
            + Summary.text(nmi.orElseThrow().mean())
            + slot.reference().map(mark -> bracketed(slot, mark)).orElse("")
        : absent(slot);
  }

  private String bracketed(Slot slot, Mark reference) {
    return " (%s/%s)%s"
        .formatted(
            Summary.text(reference.accuracy()),
            Summary.text(reference.nmi()),
            isOff(slot, Metric.ACC) || isOff(slot, Metric.NMI) ? " !" : "");
  }

  /** Returns whether ours is not the reference, above or below, as the table shows the two. */
  private boolean isOff(Slot slot, Metric metric) {
    OptionalDouble reference = slot.reference().map(metric::of).orElse(OptionalDouble.empty());
    Optional<Summary> ours = summary(slot, metric);
    return reference.isPresent()
        && ours.isPresent()
        && Math.abs(Math.rint(1000 * ours.get().mean()) - Math.rint(1000 * reference.getAsDouble()))
            > 1000 * AGREEMENT;
  }

  /** Returns the tables with the paper's number and the ceiling, or the reference, beside ours. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    text.append("# ").append(grid.title()).append("\n\n");
    text.append(
        "`%s`, Coterie %s. Each cell: **ours** (mean%s), %s.\n"
            .formatted(
                command,
                version,
                results.seeds() > 1
                    ? " ± standard deviation over %d seeds".formatted(results.seeds())
                    : " of one seed",
                grid.hasReferences()
                    ? "the reference value, ! where they differ by more than %s"
                        .formatted(Summary.text(AGREEMENT))
                    : "the paper's number, the honest ceiling"));
    for (Metric metric : Metric.shownIn(grid)) {
      ResultTable table =
          table(
              metric.title(),
              List.of(grid.corner(), "what"),
              row -> List.of(row.label(), row.facts()),
              slot -> cell(slot, metric));
      text.append("\n").append(table.markdown(table.header().size()));
    }
    return text.append("\n")
        .append(ResultTable.list(grid.notes()))
        .append(ResultTable.list(failures()))
        .toString();
  }

  private String cell(Slot slot, Metric metric) {
    if (slot.cell().isEmpty() && slot.absent().isEmpty()) {
      return ""; // the set is missing, and its row stays empty
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        summary(slot, metric)
            .map(ours -> "**%s**".formatted(metric.text(ours)))
            .orElseGet(() -> absent(slot)));
    line("paper", slot.paper(), metric).ifPresent(lines::add);
    line("ceiling", slot.ceiling(), metric).ifPresent(lines::add);
    line("reference", slot.reference(), metric)
        .map(text -> isOff(slot, metric) ? text + " !" : text)
        .ifPresent(lines::add);
    return String.join("<br>", lines);
  }

  private static Optional<String> line(String name, Optional<Mark> mark, Metric metric) {
    OptionalDouble value = mark.map(metric::of).orElse(OptionalDouble.empty());
    return value.isPresent()
        ? Optional.of(name + " " + Summary.text(value.getAsDouble()))
        : Optional.empty();
  }

  private Optional<Summary> summary(Slot slot, Metric metric) {
    return slot.cell()
        .flatMap(
            cell ->
                Summary.of(
                    results.of(cell).stream()
                        .flatMapToDouble(result -> metric.of(cell, result).stream())
                        .toArray()));
  }

  private String absent(Slot slot) {
    return slot.cell().stream()
        .flatMap(cell -> results.of(cell).stream())
        .flatMap(result -> result.failure().stream())
        .findFirst()
        .map(failure -> FAILED + failure.kind())
        .orElse(slot.absent());
  }

  /** Returns one line for each kind of failure of each run. */
  public List<String> failures() {
    return grid.rows().stream()
        .flatMap(row -> row.slots().stream())
        .flatMap(slot -> slot.cell().stream())
        .flatMap(
            cell ->
                results.of(cell).stream()
                    .flatMap(result -> result.failure().stream())
                    .map(
                        failure ->
                            "%s on %s failed: %s%s"
                                .formatted(
                                    cell.variant().title(),
                                    cell.entry().title(),
                                    failure.kind(),
                                    failure.message().isEmpty() ? "" : ", " + failure.message())))
        .distinct()
        .toList();
  }

  /** Returns everything, each run with its time. */
  public ObjectNode json() {
    ObjectNode node =
        Json.object()
            .put("experiment", grid.name())
            .put("title", grid.title())
            .put("command", command)
            .put("coterie", version)
            .put("seeds", results.seeds())
            .put("seconds", results.seconds())
            .put("failed_runs", results.failures());
    ArrayNode rows = node.putArray("rows");
    for (Row row : grid.rows()) {
      ObjectNode line = rows.addObject().put("row", row.label()).put("what", row.facts());
      ArrayNode cells = line.putArray("cells");
      for (int j = 0; j < row.slots().size(); j++) {
        cells.add(json(row.slots().get(j)).put("column", grid.columns().get(j)));
      }
    }
    grid.notes().forEach(node.putArray("notes")::add);
    return node;
  }

  private ObjectNode json(Slot slot) {
    ObjectNode node = slot.cell().map(BenchmarkRun::json).orElseGet(Json::object);
    node.remove("seed");
    for (Metric metric : Metric.writtenOf(grid)) {
      summary(slot, metric)
          .ifPresent(
              ours ->
                  node.putObject(metric.word())
                      .put("mean", ours.mean())
                      .put("std", ours.deviation())
                      .put("seeds", ours.count()));
    }
    slot.paper().ifPresent(mark -> node.set("paper", Json.tree(mark)));
    slot.ceiling().ifPresent(mark -> node.set("ceiling", Json.tree(mark)));
    slot.reference().ifPresent(mark -> node.set("reference", Json.tree(mark)));
    if (slot.reference().isPresent() && slot.cell().isPresent()) {
      node.put("off", isOff(slot, Metric.ACC) || isOff(slot, Metric.NMI));
    }
    if (slot.cell().isEmpty()) {
      return node.put("absent", slot.absent().isEmpty() ? "data" : "method");
    }
    ArrayNode runs = node.putArray("runs");
    for (long seed = 0; seed < results.seeds(); seed++) {
      ObjectNode run = Json.object().put("seed", seed);
      results
          .of(slot.cell().get(), seed)
          .ifPresent(
              result -> {
                result.writeTo(run);
                runs.add(run);
              });
    }
    return node;
  }
}

package io.coterie.bench.bytes;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.bench.ResultTable;
import io.coterie.bench.TableReport;
import io.coterie.bench.bytes.ByteTable.Sent;
import io.coterie.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What methods send, as tables for a screen, as Markdown and as JSON.
 *
 * @param command the words that repeat it
 * @param remarks on sets that are missing or differ
 */
public record ByteReport(
    String command, String version, List<ByteTable> tables, List<String> remarks)
    implements TableReport {
  static final int SCHEMA_VERSION = 1;
  private static final String NONE = "-";
  private static final int WORD_COLUMNS = 3;

  private static final List<String> HEADER =
      List.of("method", "level", "sums", "rounds", "from sites", "to sites", "of the floats");

  private static final List<String> NOTES =
      List.of(
          "Bytes a record: those of all messages that leave the sites (from sites) or come to them"
              + " (to sites) in the whole study, over the number of records.",
          "of the floats: bytes from sites over those of the same records with 4 bytes a value;"
              + " below 1 a site sends less than its records.",
          "masked: sums under masks, at level dp with shares of the noise (secure-sums). plain:"
              + " sums as they are, at level dp with each site's own noise (local). Of a sum under"
              + " masks its words count, 8 bytes each, not the keys, shares and consents of its"
              + " other steps; bench totals counts these too.",
          "Most messages are sums and models, whose size hardly grows with the records: more"
              + " records send fewer bytes each. Graphs over records (level paper) grow with"
              + " them.");

  public ByteReport {
    tables = List.copyOf(tables);
    remarks = List.copyOf(remarks);
  }

  @Override
  public String experiment() {
    return "bytes";
  }

  @Override
  public List<ResultTable> screens() {
    return tables.stream()
        .map(table -> new ResultTable(table.title(), HEADER, cells(table)))
        .toList();
  }

  private static List<List<String>> cells(ByteTable table) {
    List<List<String>> lines = new ArrayList<>();
    RecordBytes records = table.records();
    lines.add(records("the records, 4 bytes a value", records.floats(), table));
    lines.add(records("the records, CSV under gzip", records.gzip(), table));
    for (ByteTable.Row row : table.rows()) {
      Optional<Sent> sent = row.sent();
      lines.add(
          List.of(
              row.way().variant().title(),
              row.way().level().word(),
              row.way().sums().word(),
              sent.map(s -> Integer.toString(s.rounds())).orElse(NONE),
              sent.map(s -> number(table.perRecord(s.bytesOut()))).orElse(NONE),
              sent.map(s -> number(table.perRecord(s.bytesIn()))).orElse(NONE),
              sent.map(s -> ratio(table.ofFloats(s.bytesOut()))).orElse(NONE)));
    }
    return lines;
  }

  private static List<String> records(String what, long bytes, ByteTable table) {
    return List.of(
        what, NONE, NONE, NONE, number(table.perRecord(bytes)), NONE, ratio(table.ofFloats(bytes)));
  }

  @Override
  public List<String> notes() {
    List<String> notes = new ArrayList<>(NOTES);
    for (ByteTable table : tables) {
      for (ByteTable.Row row : table.rows()) {
        if (!row.problem().isEmpty()) {
          notes.add("%s on %s: %s".formatted(row.way(), table.entry().title(), row.problem()));
        }
      }
    }
    notes.addAll(remarks);
    return notes;
  }

  @Override
  public String markdown() {
    StringBuilder text = new StringBuilder("# Bytes a record\n\n");
    text.append("`%s`, Coterie %s.\n".formatted(command, version));
    screens().forEach(screen -> text.append("\n").append(screen.markdown(WORD_COLUMNS)));
    return text.append("\n").append(ResultTable.list(notes())).toString();
  }

  @Override
  public ObjectNode json() {
    ObjectNode document =
        Json.object()
            .put("schema_version", SCHEMA_VERSION)
            .put("experiment", experiment())
            .put("command", command)
            .put("coterie", version);
    ArrayNode list = document.putArray("tables");
    for (ByteTable table : tables) {
      ObjectNode node =
          list.addObject()
              .put("data", table.entry().name())
              .put("sites", table.sites())
              .put("records", table.records().count())
              .put("features", table.records().features())
              .put("floats_bytes", table.records().floats())
              .put("gzip_csv_bytes", table.records().gzip());
      ArrayNode rows = node.putArray("rows");
      table.rows().forEach(row -> rows.add(json(table, row)));
    }
    notes().forEach(document.putArray("notes")::add);
    return document;
  }

  private static ObjectNode json(ByteTable table, ByteTable.Row row) {
    ObjectNode node =
        Json.object()
            .put("method", row.way().variant().toString())
            .put("level", row.way().level().word())
            .put("sums", row.way().sums().word());
    row.sent()
        .ifPresent(
            sent ->
                node.<ObjectNode>setAll(Json.tree(sent))
                    .put("bytes_out_per_record", table.perRecord(sent.bytesOut()))
                    .put("bytes_in_per_record", table.perRecord(sent.bytesIn()))
                    .put("ratio_to_floats", table.ofFloats(sent.bytesOut())));
    return row.problem().isEmpty() ? node : node.put("problem", row.problem());
  }

  private static String number(double bytes) {
    return String.format(Locale.ROOT, bytes < 100 ? "%,.1f" : "%,.0f", bytes);
  }

  private static String ratio(double ratio) {
    return String.format(Locale.ROOT, ratio < 1 ? "%.3f" : "%,.1f", ratio);
  }
}

package io.coterie.data.format;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.data.DataReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The files that a query of DuckDB reads. */
public final class QuerySources {
  private static final Set<String> READERS =
      Set.of(
          "read_csv",
          "read_csv_auto",
          "read_parquet",
          "parquet_scan",
          "read_json",
          "read_json_auto",
          "read_ndjson",
          "read_ndjson_auto");

  private final Set<String> files = new LinkedHashSet<>();
  private final Set<String> named = new LinkedHashSet<>();

  private QuerySources() {}

  /** Returns each file once, or refuses a query that does not name them plainly. */
  public static List<String> files(String query) {
    QuerySources sources = new QuerySources();
    JsonNode parsed = parsed(query);
    if (parsed.path("error").asBoolean() || parsed.path("statements").size() != 1) {
      throw CoterieException.usage(
          "The query is no single SELECT, so the privacy ledger cannot tell what it reads.");
    }
    sources.visitNames(parsed);
    sources.visit(parsed);
    return new ArrayList<>(sources.files);
  }

  private static JsonNode parsed(String query) {
    try (Connection connection = DuckDb.open();
        PreparedStatement statement =
            connection.prepareStatement("SELECT json_serialize_sql(?::VARCHAR)")) {
      statement.setString(1, query);
      try (ResultSet found = statement.executeQuery()) {
        found.next();
        return new ObjectMapper().readTree(found.getString(1));
      }
    } catch (SQLException | JsonProcessingException e) {
      throw new CoterieException(ErrorCode.USAGE, "The query cannot be read by DuckDB.", e);
    }
  }

  /** Takes note of the names that WITH gives to parts of the query. */
  private void visitNames(JsonNode node) {
    for (JsonNode entry : node.path("cte_map").path("map")) {
      named.add(entry.path("key").asText());
    }
    node.forEach(this::visitNames);
  }

  private void visit(JsonNode node) {
    String type = node.path("type").asText();
    if (type.equals("BASE_TABLE")) {
      addTable(node);
    } else if (type.equals("TABLE_FUNCTION")) {
      addFunction(node.path("function"));
    }
    node.forEach(this::visit);
  }

  /** A name that is a file is one, even where a part of the query has the same name. */
  private void addTable(JsonNode table) {
    String name = table.path("table_name").asText();
    boolean isFile = DataReader.existing(name).isPresent();
    boolean isPlain =
        table.path("schema_name").asText().isEmpty()
            && table.path("catalog_name").asText().isEmpty();
    if (isFile && isPlain) {
      files.add(name);
    } else if (!named.contains(name) || !isPlain) {
      throw unclear();
    }
  }

  private void addFunction(JsonNode function) {
    JsonNode first = function.path("children").path(0).path("value");
    boolean isReader =
        READERS.contains(function.path("function_name").asText().toLowerCase(Locale.ROOT));
    String name = first.path("value").asText();
    if (!isReader || !first.path("value").isTextual() || DataReader.existing(name).isEmpty()) {
      throw unclear();
    }
    files.add(name);
  }

  private static CoterieException unclear() {
    return CoterieException.usage(
        "The privacy ledger follows the file that is read. Name one file in the query, as FROM"
            + " 'file.csv' or read_csv('file.csv'); no pattern, table or other function.");
  }
}

package io.coterie.data.mapping;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.data.ColumnNames;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * An expression in DuckDB SQL over the cells of one row, all of them text. It can give nothing but
 * what the cells are: no subquery, no other table, no file, no clock and no chance.
 *
 * @param target the column of the study that it makes
 * @param columns of the site that it reads, as they are named there
 */
record Expression(String target, String sql, List<String> columns) implements Serializable {
  static final int LONGEST = 4_000;

  /** Functions besides those of DuckDB. */
  static final List<String> MACROS =
      List.of("CREATE MACRO number(cell) AS TRY_CAST(cell AS DOUBLE)");

  /** Functions that are made of others; those of DuckDB may look elsewhere. */
  private static final Set<String> SAFE_MACROS =
      Set.of("number", "nullif", "split_part", "round_even", "fmod", "fdiv", "days_in_month");

  /** Functions that give the same always, but not of the cells. */
  private static final Set<String> REFUSED = Set.of("current_setting", "getenv", "getvariable");

  private static final String NOT_ONE = "must be one expression, without FROM or a second column";

  private static final Set<String> CLASSES =
      Set.of(
          "COLUMN_REF",
          "CONSTANT",
          "FUNCTION",
          "CASE",
          "CAST",
          "COMPARISON",
          "CONJUNCTION",
          "OPERATOR",
          "BETWEEN");

  /** Refuses what is no expression of this kind; it need not know the columns. */
  static void requireScalar(String sql) {
    columns(sql);
  }

  /** Binds an expression to the columns of a table, or says which it lacks. */
  static Expression of(String source, String target, String sql, List<String> names) {
    Set<String> bound = new LinkedHashSet<>();
    for (String column : columns(sql)) {
      String own =
          names.contains(column)
              ? column
              : names.stream().filter(column::equalsIgnoreCase).findFirst().orElse("");
      if (own.isEmpty()) {
        throw CoterieException.badData(
            "The 'sql' of column '%s' reads '%s', which %s does not have. %s"
                .formatted(target, column, source, ColumnNames.hint(column, names)));
      }
      bound.add(own);
    }
    if (bound.isEmpty()) {
      throw CoterieException.badData(
          "The 'sql' of column '%s' reads no column, so it is the same for every record."
              .formatted(target));
    }
    return new Expression(target, sql, List.copyOf(bound));
  }

  /** Returns the columns that an expression reads. */
  private static Set<String> columns(String sql) {
    if (sql.length() > LONGEST) {
      throw CoterieException.usage(
          "is longer than %d characters; prepare the column before".formatted(LONGEST));
    }
    try (Connection connection = Expressions.open()) {
      JsonNode parsed = parsed(connection, "SELECT (" + sql + "\n)");
      // Without the brackets a comma or a FROM would change what is asked.
      JsonNode node = parsed.path("statements").path(0).path("node");
      if (parsed.path("error").asBoolean()) {
        throw wrong("is no SQL expression; see whether a bracket or quote is open");
      }
      boolean isOne =
          parsed.path("statements").size() == 1
              && node.path("type").asText().equals("SELECT_NODE")
              && node.path("select_list").size() == 1
              && node.path("from_table").path("type").asText().equals("EMPTY")
              && node.path("where_clause").isNull()
              && node.path("group_expressions").isEmpty()
              && node.path("having").isNull()
              && node.path("qualify").isNull()
              && node.path("sample").isNull()
              && node.path("modifiers").isEmpty()
              && node.path("cte_map").path("map").isEmpty();
      if (!isOne) {
        throw wrong(NOT_ONE);
      }
      Set<String> columns = new LinkedHashSet<>();
      visit(connection, node.path("select_list").path(0), columns);
      return columns;
    } catch (SQLException e) {
      throw new CoterieException(ErrorCode.INTERNAL, "DuckDB does not read an expression.", e);
    }
  }

  private static JsonNode parsed(Connection connection, String sql) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT json_serialize_sql(?::VARCHAR)")) {
      statement.setString(1, sql);
      try (ResultSet found = statement.executeQuery()) {
        found.next();
        return new ObjectMapper().readTree(found.getString(1));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("DuckDB writes JSON", e);
      }
    }
  }

  private static void visit(Connection connection, JsonNode node, Set<String> columns)
      throws SQLException {
    if (node.isObject() && node.has("class")) {
      String kind = node.path("class").asText();
      if (!CLASSES.contains(kind)) {
        throw wrong(
            "has a %s; it may have columns, constants, functions of one row, CASE and CAST"
                .formatted(kind.toLowerCase(Locale.ROOT)));
      }
      if (kind.equals("COLUMN_REF")) {
        if (node.path("column_names").size() != 1) {
          throw wrong("names a column with a dot; put a name that has one into double quotes");
        }
        columns.add(node.path("column_names").path(0).asText());
      }
      if (kind.equals("FUNCTION")) {
        requireSafe(connection, node);
      }
    }
    for (JsonNode below : node) {
      visit(connection, below, columns);
    }
  }

  private static void requireSafe(Connection connection, JsonNode function) throws SQLException {
    String name = function.path("function_name").asText().toLowerCase(Locale.ROOT);
    if (name.equals("row")) { // what a comma makes
      throw wrong(NOT_ONE);
    }
    boolean isPlain =
        !function.path("distinct").asBoolean()
            && !function.hasNonNull("filter")
            && function.path("order_bys").path("orders").isEmpty();
    if (!isPlain
        || REFUSED.contains(name)
        || !(SAFE_MACROS.contains(name) || isOfRow(connection, name))) {
      throw wrong(
          "uses the function '%s', which is not known or depends on more than the cells of one row"
              .formatted(name));
    }
  }

  private static boolean isOfRow(Connection connection, String name) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT count(*), count(*) FILTER (function_type = 'scalar' AND stability ="
                + " 'CONSISTENT') FROM duckdb_functions() WHERE function_name = ?")) {
      statement.setString(1, name);
      try (ResultSet found = statement.executeQuery()) {
        found.next();
        return found.getLong(1) > 0 && found.getLong(1) == found.getLong(2);
      }
    }
  }

  private static CoterieException wrong(String what) {
    return CoterieException.usage(what);
  }
}

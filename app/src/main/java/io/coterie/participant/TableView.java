package io.coterie.participant;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.data.mapping.CellCounts;
import io.coterie.data.mapping.Mapping;
import io.coterie.json.Json;
import io.coterie.study.SiteCheck;
import io.coterie.study.SiteSource;
import io.coterie.study.Study;
import io.coterie.study.file.MappingText;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a study makes of a site's own table, for its owner's page: how each column is made, and how
 * many cells are odd. No value of a record is in it.
 */
final class TableView {
  private static final int MOST_COLUMNS = 200;

  private TableView() {}

  /**
   * Looks at a table; what is wrong with the whole of it is part of what is shown.
   *
   * @param command that shows more, as the owner can type it
   */
  static ObjectNode of(Study study, SiteSource source, String command) {
    ObjectNode node =
        Json.object().put("command", command).put("mapped", source.mapping().isPresent());
    ArrayNode columns = node.putArray("columns");
    ArrayNode unread = node.putArray("unread");
    ArrayNode notes = node.putArray("notes");
    try {
      SiteCheck check = SiteCheck.of(study, source);
      Mapping mapping = source.mapping().orElseGet(Mapping::none);
      check.columns().stream()
          .limit(MOST_COLUMNS)
          .forEach(column -> columns.add(column(column, mapping)));
      check.unread().stream().limit(MOST_COLUMNS).forEach(unread::add);
      check.notes().forEach(notes::add);
      node.put("all", check.columns().size());
    } catch (CoterieException e) {
      node.put("problem", e.getMessage());
    }
    return node;
  }

  private static ObjectNode column(SiteCheck.Column column, Mapping mapping) {
    String name = column.spec().name();
    CellCounts counts = column.counts();
    Map<String, String> keys = MappingText.values(mapping.of(name));
    keys.remove("from");
    ObjectNode node =
        Json.object()
            .put("column", name)
            .put("from", column.origin().orElse(""))
            .put(
                "how",
                keys.entrySet().stream()
                    .map(key -> key.getKey() + ": " + key.getValue())
                    .collect(Collectors.joining("; ")))
            .put("cells", counts.cells())
            .put("missing", counts.missing())
            .put("unknown", counts.unknown())
            .put("unread", counts.unreadable())
            .put("outside", counts.outside());
    ArrayNode questions = node.putArray("questions");
    column.findings().forEach(finding -> questions.add(finding.sentence()));
    return node;
  }
}

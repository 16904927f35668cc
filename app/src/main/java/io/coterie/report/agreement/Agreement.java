package io.coterie.report.agreement;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import io.coterie.study.About;
import io.coterie.study.Study;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import io.coterie.terminal.Table;
import java.util.List;
import java.util.stream.Collectors;

/** What a study asks of a site's owner, as a terminal and a page show it. */
public record Agreement(Study study) {
  /** A terminal shows so many columns; the file has all. */
  private static final int MOST_COLUMNS = 40;

  private static final int MOST_TEXT = 60;

  /** Shows what the study is for, which columns it reads and who can read what. */
  public void say(Console console) {
    sayAbout(console);
    AgreedColumns columns = new AgreedColumns(study.schema());
    console.say("What is read. " + columns.summary());
    List<AgreedColumns.Row> rows = columns.rows();
    if (!rows.isEmpty()) {
      Table table = Table.withHeader(AgreedColumns.HEAD);
      rows.stream()
          .limit(MOST_COLUMNS)
          .forEach(row -> table.row(row.cells().stream().map(Agreement::shortened).toList()));
      console.say("");
      console.say(table);
    }
    if (rows.size() > MOST_COLUMNS) {
      console.say("and %,d more".formatted(rows.size() - MOST_COLUMNS));
    }
    console.say("");
    WhatIsSeen seen = new WhatIsSeen(study);
    console.say(Format.wrapped(seen.words()));
    if (!seen.picture().isEmpty()) {
      console.say("");
      seen.picture().forEach(console::say);
    }
  }

  private void sayAbout(Console console) {
    if (study.about().texts().isEmpty()) {
      return;
    }
    int widest =
        study.about().texts().keySet().stream()
            .mapToInt(key -> key.label().length())
            .max()
            .orElse(0);
    for (About.Key key : study.about().texts().keySet()) {
      String name = key.label() + " ".repeat(widest + 2 - key.label().length());
      String[] lines = Format.wrapped(study.about().texts().get(key));
      for (int i = 0; i < lines.length; i++) {
        console.say((i == 0 ? name : " ".repeat(name.length())) + lines[i]);
      }
    }
    console.say("");
  }

  private static String shortened(String text) {
    return text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT - 3) + "...";
  }

  /** Warns of what an owner should be told and is not. */
  public void warnOfGaps(Console console) {
    List<About.Key> missing = study.about().missing();
    if (!missing.isEmpty()) {
      console.warn(
          "The study file does not have %s. The owners of the records are asked for consent and should know it; see docs/study.md."
              .formatted(
                  missing.stream()
                      .map(key -> "about." + key.word())
                      .collect(Collectors.joining(", "))));
    }
  }

  public ObjectNode json() {
    ObjectNode node = Json.object();
    ArrayNode about = node.putArray("about");
    study
        .about()
        .texts()
        .forEach((key, text) -> about.addObject().put("name", key.label()).put("text", text));
    AgreedColumns columns = new AgreedColumns(study.schema());
    node.put("read", columns.summary());
    ArrayNode rows = node.putArray("columns");
    columns.rows().stream()
        .limit(MOST_COLUMNS)
        .forEach(
            row -> {
              ArrayNode cells = rows.addArray();
              row.cells().forEach(cells::add);
            });
    node.put("more_columns", Math.max(0, columns.rows().size() - MOST_COLUMNS));
    WhatIsSeen seen = new WhatIsSeen(study);
    node.put("seen", seen.words()).put("masked", !seen.picture().isEmpty());
    return node;
  }
}

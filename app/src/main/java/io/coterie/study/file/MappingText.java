package io.coterie.study.file;

import io.coterie.EnumText;
import io.coterie.data.mapping.ColumnMapping;
import io.coterie.data.mapping.Mapping;
import io.coterie.data.mapping.MappingDraft;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A mapping as the text of its file; reading it gives an equal mapping.
 *
 * @param study the study's name
 */
public record MappingText(String study, Mapping mapping) {
  public String text() {
    StringBuilder text = new StringBuilder("study: ").append(StudyText.quoted(study)).append('\n');
    mapping.id().ifPresent(id -> text.append("id: ").append(StudyText.quoted(id)).append('\n'));
    if (!mapping.missing().isEmpty()) {
      text.append("missing: ").append(list(mapping.missing())).append('\n');
    }
    if (!mapping.columns().isEmpty()) {
      text.append("columns:\n");
    }
    mapping
        .columns()
        .forEach(
            (name, own) ->
                lines(name, values(own)).forEach(line -> text.append(line).append('\n')));
    return text.toString();
  }

  private static List<String> lines(String name, Map<String, String> values) {
    String key = "  " + StudyText.quoted(name) + ":";
    if (values.isEmpty()) {
      return List.of(key + " {}");
    }
    List<String> lines = new ArrayList<>(List.of(key));
    values.forEach((word, value) -> lines.add("    %s: %s".formatted(word, value)));
    return lines;
  }

  /** Returns the keys of a column that are stated, with their values as the file writes them. */
  public static Map<String, String> values(ColumnMapping own) {
    Map<String, String> values = new LinkedHashMap<>();
    own.from().ifPresent(from -> values.put("from", StudyText.quoted(from)));
    own.sql().ifPresent(sql -> values.put("sql", StudyText.quoted(sql)));
    if (own.isAbsent()) {
      values.put("absent", "true");
    }
    if (!own.levels().isEmpty()) {
      values.put("levels", table(own.levels()));
    }
    own.unit()
        .ifPresent(
            unit -> {
              values.put("unit", StudyText.quoted(unit.code()));
              unit.substance().ifPresent(known -> values.put("substance", EnumText.of(known)));
            });
    if (!own.missing().isEmpty()) {
      values.put("missing", list(own.missing()));
    }
    own.numbers().decimal().ifPresent(sign -> values.put("decimal", quoted(sign)));
    own.numbers().below().ifPresent(limit -> values.put("below", EnumText.of(limit)));
    own.numbers().above().ifPresent(limit -> values.put("above", EnumText.of(limit)));
    own.date().ifPresent(pattern -> values.put("date", StudyText.quoted(pattern)));
    return values;
  }

  /** Returns a draft as the text of a file, with what speaks for each guess. */
  public static String draft(String study, MappingDraft draft) {
    StringBuilder text =
        new StringBuilder(
            """
            # How this site's columns become those of the study. It stays at this site.
            # Look at every line: 'sure' and 'likely' are guesses, too, by names and by content.
            # Fill in every "?"; until then 'coterie study check' refuses the file.
            """);
    if (!draft.unused().isEmpty()) {
      text.append("# Not used: ").append(comment(list(draft.unused()))).append('\n');
    }
    text.append("study: ").append(StudyText.quoted(study)).append('\n');
    text.append(
        "# id: COLUMN  # yours that names records: put beside their clusters, never sent\n");
    text.append("columns:\n");
    for (MappingDraft.Entry entry : draft.entries()) {
      text.append(
          "  # %s: %s\n"
              .formatted(
                  EnumText.of(entry.certainty()), comment(String.join("; ", entry.reasons()))));
      Map<String, String> values = new LinkedHashMap<>();
      boolean isRenamed = !entry.from().equals(Optional.of(entry.column()));
      if (isRenamed) {
        values.put("from", StudyText.quoted(entry.from().orElse(MappingDraft.OPEN)));
      }
      if (!entry.levels().isEmpty()) {
        values.put("levels", table(entry.levels()));
      }
      entry.values().forEach((key, value) -> values.put(key, StudyText.quoted(value)));
      if (!entry.missing().isEmpty()) {
        values.put("missing", list(entry.missing()));
      }
      lines(entry.column(), values).forEach(line -> text.append(line).append('\n'));
    }
    return text.toString();
  }

  private static String comment(String text) {
    return text.replaceAll("\\R", " ");
  }

  private static String quoted(char sign) {
    return StudyText.quoted(String.valueOf(sign));
  }

  private static String table(Map<String, String> texts) {
    return texts.entrySet().stream()
        .map(entry -> StudyText.quoted(entry.getKey()) + ": " + StudyText.quoted(entry.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String list(Collection<String> texts) {
    return texts.stream().map(StudyText::quoted).collect(Collectors.joining(", ", "[", "]"));
  }
}

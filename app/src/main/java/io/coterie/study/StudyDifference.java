package io.coterie.study;

import io.coterie.study.file.StudyText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * In what two studies differ, key by key.
 *
 * @param here the study of the one who asks
 * @param there the study of the coordinator
 */
record StudyDifference(Study here, Study there) {
  private static final String THERE = "at the coordinator";

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    Map<String, String> ours = new StudyText(here).values();
    Map<String, String> theirs = new StudyText(there).values();
    Set<String> keys = new LinkedHashSet<>(ours.keySet());
    keys.addAll(theirs.keySet());
    for (String key : keys) {
      addValue(
          lines, key, Optional.ofNullable(ours.get(key)), Optional.ofNullable(theirs.get(key)));
    }
    addColumns(lines);
    addNames(
        lines, "participation.sites", here.participation().sites(), there.participation().sites());
    return lines;
  }

  private static void addValue(
      List<String> lines, String key, Optional<String> ours, Optional<String> theirs) {
    if (!ours.equals(theirs)) {
      lines.add(
          "%s: %s here, %s %s"
              .formatted(key, ours.orElse("nothing"), theirs.orElse("nothing"), THERE));
    }
  }

  private void addColumns(List<String> lines) {
    addNames(lines, "schema.columns", here.schema().names(), there.schema().names());
    Map<String, Column> theirs = new LinkedHashMap<>();
    there.schema().columns().forEach(column -> theirs.put(column.name(), column));
    for (Column ours : here.schema().columns()) {
      Column other = theirs.get(ours.name());
      if (other != null) {
        addValue(
            lines, "bounds of column '%s'".formatted(ours.name()), bounds(ours), bounds(other));
      }
    }
  }

  private static Optional<String> bounds(Column column) {
    return column
        .bounds()
        .map(
            bounds ->
                "%s to %s"
                    .formatted(StudyText.number(bounds.lower()), StudyText.number(bounds.upper())));
  }

  private static void addNames(
      List<String> lines, String key, List<String> ours, List<String> theirs) {
    Set<String> known = new LinkedHashSet<>(theirs);
    Set<String> held = new LinkedHashSet<>(ours);
    ours.stream()
        .filter(name -> !known.contains(name))
        .forEach(name -> lines.add("%s: '%s' only here".formatted(key, name)));
    theirs.stream()
        .filter(name -> !held.contains(name))
        .forEach(name -> lines.add("%s: '%s' only %s".formatted(key, name, THERE)));
    if (!ours.equals(theirs) && held.equals(known)) {
      lines.add("%s: the same names here, but in another order than %s".formatted(key, THERE));
    }
  }
}

package io.coterie.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A file of labels as tests read it; none of their texts has a comma. */
public record LabelTable(List<String> header, List<List<String>> rows) {
  public static LabelTable read(Path file) throws IOException {
    return of(Files.readAllLines(file));
  }

  public static LabelTable of(List<String> lines) {
    List<List<String>> rows = new ArrayList<>();
    lines.forEach(line -> rows.add(Arrays.asList(line.split(",", -1))));
    return new LabelTable(rows.get(0), List.copyOf(rows.subList(1, rows.size())));
  }

  public List<String> column(String name) {
    int at = header.indexOf(name);
    return rows.stream().map(row -> row.get(at)).toList();
  }

  /** Returns the rows whose cell in a column is this text. */
  public LabelTable where(String name, String text) {
    int at = header.indexOf(name);
    return new LabelTable(header, rows.stream().filter(row -> row.get(at).equals(text)).toList());
  }

  public static List<String> clusters(Path file) throws IOException {
    return read(file).column("cluster");
  }

  /** Returns the text of a file that has but these columns. */
  String text(String... names) {
    List<List<String>> columns = Arrays.stream(names).map(this::column).toList();
    StringBuilder text = new StringBuilder(String.join(",", names)).append('\n');
    for (int i = 0; i < rows.size(); i++) {
      int row = i;
      text.append(columns.stream().map(column -> column.get(row)).collect(Collectors.joining(",")))
          .append('\n');
    }
    return text.toString();
  }
}

package io.coterie.data.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.coterie.CoterieException;
import io.coterie.data.ReadOptions;
import io.coterie.data.RowSink;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A table written as JSON: an array of objects without objects in them, or such objects one after
 * the other. The names of all objects are the columns; what an object lacks is missing. Two passes:
 * the first finds the names, and how texts write numbers.
 */
final class JsonTable {
  private static final int MOST_COLUMNS = 10_000;
  private static final int LONGEST_CELL = 1 << 20;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(LONGEST_CELL)
                  .maxNameLength(1 << 12)
                  .build())
          .build();

  private final String source;
  private final List<String> names = new ArrayList<>();
  private final Map<String, Integer> places = new HashMap<>();

  private JsonTable(String source) {
    this.source = source;
  }

  /** Hands every object to a sink. */
  static void read(SourceFile file, ReadOptions options, RowSink sink) throws IOException {
    JsonTable table = new JsonTable(file.name());
    Set<Integer> aside = new HashSet<>();
    NumberEvidence evidence = new NumberEvidence(file.name(), table.names, options.format(), aside);
    try (SourceFile again = file.again()) {
      table.parse(again, options, new Names(table, evidence));
    }
    if (table.names.isEmpty()) {
      throw CoterieException.badData(
          "%s has no object with a name and a value. Give at least one record."
              .formatted(file.name()));
    }
    aside.addAll(CsvReader.aside(table.names, options));
    evidence.requireSure();
    NumberStyle style = evidence.style().orElse(NumberStyle.PLAIN);
    NumberText numbers = new NumberText(file.name(), table.names, aside, style, evidence);
    sink.begin(List.copyOf(table.names));
    if (!style.isPlain()) {
      sink.note("%s: %s in texts".formatted(file.name(), style.words()));
    }
    table.parse(file, options, new Rows(table, numbers, sink));
  }

  /** Takes the parts of objects. */
  private interface Objects {
    void begin(long line);

    void cell(String name, String textOrNull, boolean isText);

    void end();
  }

  private record Names(JsonTable table, NumberEvidence evidence) implements Objects {
    @Override
    public void begin(long line) {
      // The names come with the cells.
    }

    @Override
    public void cell(String name, String textOrNull, boolean isText) {
      Integer known = table.places.putIfAbsent(name, table.names.size());
      if (known == null) {
        table.names.add(name);
        if (table.names.size() > MOST_COLUMNS) {
          throw CoterieException.badData(
              "%s has objects of more than %d different names in all. Is it a table?"
                  .formatted(table.source, MOST_COLUMNS));
        }
      }
      if (isText) {
        evidence.add(known == null ? table.names.size() - 1 : known, textOrNull);
      }
    }

    @Override
    public void end() {
      // Nothing is kept of an object but its names.
    }
  }

  private static final class Rows implements Objects {
    private final JsonTable table;
    private final NumberText numbers;
    private final RowSink sink;
    private final String[] cells;
    private long line;

    Rows(JsonTable table, NumberText numbers, RowSink sink) {
      this.table = table;
      this.numbers = numbers;
      this.sink = sink;
      this.cells = new String[table.names.size()];
    }

    @Override
    public void begin(long start) {
      line = start;
      Arrays.fill(cells, null);
    }

    @Override
    public void cell(String name, String textOrNull, boolean isText) {
      Integer place = table.places.get(name);
      if (place == null) {
        throw CoterieException.badData(
            "%s was changed while it was read. Try again.".formatted(table.source));
      }
      cells[place] = isText ? numbers.of(place, line, textOrNull) : textOrNull;
    }

    @Override
    public void end() {
      sink.add(line, cells);
    }
  }

  private void parse(SourceFile file, ReadOptions options, Objects objects) throws IOException {
    TextEncoding encoding = TextEncoding.of(source, file.head(), options.format().encoding());
    InputStream text = encoding.utf8(source, file.all());
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
      parse(parser, objects);
    } catch (JsonProcessingException e) {
      long line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw CoterieException.badData(
          ("%s is not valid JSON in line %d: give an array of objects, or one object in each line, with"
                  + " every name once in an object.")
              .formatted(source, line));
    }
  }

  private void parse(JsonParser parser, Objects objects) throws IOException {
    JsonToken token = parser.nextToken();
    boolean isArray = token == JsonToken.START_ARRAY;
    token = isArray ? parser.nextToken() : token;
    while (token != null && token != JsonToken.END_ARRAY) {
      if (token != JsonToken.START_OBJECT) {
        throw CoterieException.badData(
            ("%s is JSON, but line %d has a value that is no object. Give an array of objects, or one"
                    + " object in each line, as {\"name\": value}.")
                .formatted(source, line(parser)));
      }
      parseObject(parser, objects);
      token = parser.nextToken();
    }
    if (isArray && parser.nextToken() != null) {
      throw CoterieException.badData(
          "%s has something after the end of its array, in line %d. Give one array."
              .formatted(source, line(parser)));
    }
  }

  private void parseObject(JsonParser parser, Objects objects) throws IOException {
    objects.begin(line(parser));
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_OBJECT;
        token = parser.nextToken()) {
      String name = parser.currentName();
      switch (parser.nextToken()) {
        case VALUE_STRING -> objects.cell(name, parser.getText().strip(), true);
        case VALUE_NULL -> objects.cell(name, null, false);
        case START_OBJECT, START_ARRAY ->
            throw CoterieException.badData(
                ("%s has a list or an object inside an object, in line %d. Give flat objects, as"
                        + " {\"name\": value}, or convert it to CSV.")
                    .formatted(source, line(parser)));
        default -> objects.cell(name, parser.getText(), false);
      }
    }
    objects.end();
  }

  private static long line(JsonParser parser) {
    return parser.currentTokenLocation().getLineNr();
  }
}

package io.coterie.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.data.TextReadingTest.Kept;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.format.CsvTokens.Cell;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files as people have them, all invented. Each is read with exactly the expected cells, by every
 * way of reading, or refused with a sentence that says what to do.
 */
class AwkwardFilesTest {
  private static final Path FOLDER = Path.of("src/test/resources/awkward");

  /**
   * What comes of a file: its rows, the names first and cells between bars, or why there is none.
   */
  record Outcome(String file, FileFormat format, List<String> rows, List<String> words) {
    @Override
    public String toString() {
      return file;
    }

    String source() {
      return FOLDER.resolve(file).toString();
    }

    ReadOptions options() {
      return ReadOptions.defaults().withFormat(format).withMissing(MissingPolicy.MEAN);
    }

    Outcome stating(String encoding, String decimal, String thousands, String sheet) {
      return new Outcome(
          file,
          new FileFormat(
              Optional.ofNullable(encoding).map(Charset::forName),
              Optional.ofNullable(decimal).map(sign -> sign.charAt(0)),
              Optional.ofNullable(thousands).map(sign -> sign.charAt(0)),
              Optional.ofNullable(sheet)),
          rows,
          words);
    }
  }

  private static Outcome is(String file, String... rows) {
    return new Outcome(file, FileFormat.unstated(), List.of(rows), List.of());
  }

  private static Outcome refused(String file, String... words) {
    return new Outcome(file, FileFormat.unstated(), List.of(), List.of(words));
  }

  static Stream<Outcome> read() {
    return Stream.of(
        is("german-both.csv", "id|betrag|menge", "a1|1718.50|3", "a2|350.25|4", "a3|12904.00|5"),
        is("english-both.csv", "id|amount|count", "a1|1718.50|3", "a2|350.25|4", "a3|12904.00|5"),
        is("german-thousands.csv", "id|betrag", "a1|1718", "a2|2350", "a3|1904", "a4|3127")
            .stating(null, null, ".", null),
        is("german-thousands.csv", "id|betrag", "a1|1.718", "a2|2.350", "a3|1.904", "a4|3.127")
            .stating(null, ".", null, null),
        is("french-blanks.csv", "nom|montant|taux", "x|1718.5|0.25", "y|12904|1.5", "z|3127.25|2"),
        is("swiss-apostrophes.csv", "kanton|betrag", "A|1718.50", "B|12904.25", "C|350"),
        is("decimal-comma.csv", "x|y|z", "1.5|2|0.25", "2.5|3|0.5"),
        is("quoted-decimal-comma.csv", "x|y", "1.5|0.25", "2.5|3"),
        is("three-decimals.csv", "id|x|y", "a|5.843|0.123", "b|3.057|1.199", "c|4.351|0.762"),
        is("utf16le-mark.csv", "größe|gewicht", "1.72|70.5", "1.81|82"),
        is("utf16be.csv", "a|b", "1.5|2", "3.25|4"),
        is("windows-1252.csv", "größe|müde|größer als", "1.5|ja|2", "2.5|nein €|3"),
        is("dos-umlauts.csv", "größe|stadt", "1|Köln", "2|Lübeck")
            .stating("ibm850", null, null, null),
        is("byte-order-mark.csv", "x|y", "1|2", "3|4"),
        is("tabs.tsv", "x|y|name", "1.5|2|anna lee", "2.5||bo"),
        is("pipes.txt", "x|y|name", "1.5|2|a,b", "2.5|4|c;d"),
        is("quoted-numbers.csv", "x|y|name", "1.5|2|says \"hi\"", "2.5|-3e2|two\nlines"),
        is("title-above.csv", "name|age|weight", "a|30|61.5", "b|41|72.5", "c|52|80"),
        is("comments-above.csv", "x|y", "1|2.5", "3|4.5"),
        is("sep-line.csv", "x|y", "1|2", "3|4"),
        is("trailing-separators.csv", "x|y", "1|2", "3|4", "5|6"),
        is("padded-lines.csv", "x|y", "1|2", "3|4", "|", "5|6"),
        is("cr-only.csv", "x|y", "1|2", "3|4"),
        is("one-column.csv", "x", "1.5", "", "2.5"),
        is("header-only.csv", "x|y|name"),
        is("empty-columns.csv", "x|nothing|y|void", "1||2|", "3||4|NA", "5||6|"),
        is("units.csv", "drug|dose|age", "a|5 mg|61", "b|10 mg|58", "c|7.5 mg|70"),
        is("percent.csv", "ward|share|stay", "a|12 %|4.5", "b|8.5%|3.25", "c|100 %|7"),
        is("currency.csv", "item|price|count", "a|$1,718.50|2", "b|€ 12|3", "c|$ 7|4"),
        is("detection-limit.csv", "id|crp|age", "a|<0.3|61", "b|1.7|58", "c|>200|70", "d|12.5|44"),
        is("booleans.csv", "smoker|alive|age", "yes|TRUE|61", "no|FALSE|58", "yes|TRUE|70"),
        // Which part is the day is not the reader's to guess: such dates stay text.
        is(
            "dates-dmy.csv",
            "id|geboren|wert",
            "a|03.04.1960|1.5",
            "b|12.11.1955|2.5",
            "c|31.12.1948|3"),
        is("dates-mdy.csv", "id|born|x", "a|03/04/1960|1.5", "b|12/11/1955|2.5", "c|1/2/1948|3"),
        is("sentinels.csv", "x|y", "1.5|-999", "-999|3", "2.5|4"),
        is("leading-zeros.csv", "zip|x", "01067|1.5", "00501|2.5", "10115|3"),
        is("hex-ids.csv", "id|x", "0x1A2B|1.5", "0x3C4D|2.5", "DEADBEEF|3"),
        is("exponent-ids.csv", "id|x", "1e5|1.5", "2E10|2.5", "3e7|4"),
        is("flat.json", "name|x|ok|late", "a|1.50|true|", "b||false|3", "c|2e1|true|"),
        is("german-texts.json", "x|y", "1718.5|1", "12.25|2"),
        is(
            "dates.xlsx",
            "name|seen|value|stay|ok|at",
            "anna|2020-03-01|0.29|3|true" + "|2020-03-01T12:00:00",
            "b&b|1961-06-30|-12|4.5|false|2020-03-01T18:00:00",
            "c||150|5|true|1900-02-28"),
        is("dates.xlsx", "q", "7", "8").stating(null, null, null, "other"),
        is("title.xlsx", "x|y|note", "1.5|2|1.5", "2.5|3|2.25"));
  }

  static Stream<Outcome> refused() {
    return Stream.of(
        refused(
            "german-thousands.csv", "Column 'betrag'", "two ways", "--decimal .", "--thousands ."),
        refused("mixed-signs.csv", "column 'b'", "column 'a'", "--decimal"),
        refused("stray-point.csv", "column 'a'", "--decimal"),
        refused("dos-umlauts.csv", "--encoding"),
        refused("broken-utf8.csv", "--encoding"),
        refused("blank-separated.csv", "blanks", "--thousands blank"),
        refused("footer-total.csv", "line 5", "Delete it"),
        refused("footer-note.csv", "Line 4", "delete"),
        refused("duplicate-names.csv", "same name", "Rename"),
        refused("two-headers.csv", "second line of names", "Leave one"),
        refused("ragged.csv", "Line 3", "2 cells"),
        refused("fewer-names.csv", "Line 2", "3 cells"),
        refused("open-quote.csv", "never closed"),
        refused("zero-bytes.csv", "zero bytes", "Give CSV"),
        refused("html.xls", "web page", "save it as CSV"),
        refused("old.xls", "old Excel file", ".xlsx"),
        refused("protected.xlsx", "password"),
        refused("two-headers.xlsx", "second line of names"),
        refused("merged.xlsx", "merged cells", "B1", "Split"),
        refused("errors.xlsx", "Cell B2", "error", "empty it"),
        refused("uncomputed.xlsx", "Cell B2", "never computed", "save it"),
        refused("number-texts.xlsx", "Column 'x'", "--thousands ."),
        refused("entities.xlsx", "damaged"),
        refused("nested.json", "object inside an object", "flat"),
        refused("lists.json", "no object"),
        refused("unsure-texts.json", "Column 'x'", "--thousands ."),
        refused("cut-off.json", "not valid JSON in line 1"),
        refused("archive.zip", "Unpack"),
        refused("table.ods", "OpenDocument", "Save it"),
        refused("letter.docx", "Word document"),
        refused("table.pdf", "PDF"),
        refused("table.feather", "Arrow", "Parquet"),
        refused("study.sav", "SPSS", "CSV"),
        refused("study.dta", "Stata"),
        refused("study.sas7bdat", "SAS", "CSV"));
  }

  @ParameterizedTest
  @MethodSource("read")
  void isReadRightByEveryWay(Outcome expected) {
    Kept kept = Kept.of(expected.source(), expected.options());
    List<String> rows = new ArrayList<>();
    for (List<String> row : kept.rows) {
      rows.add(String.join("|", row.stream().map(cell -> cell == null ? "" : cell).toList()));
    }
    assertThat(rows).isEqualTo(expected.rows());
    List<String> names = kept.rows.get(0);
    List<String> texts = new ArrayList<>();
    List<String> numbers = new ArrayList<>();
    for (int j = 0; j < names.size(); j++) {
      (isText(kept.rows, j) ? texts : numbers).add(names.get(j));
    }
    assertThat(DataReader.readHeader(expected.source(), expected.options()).numbers())
        .isEqualTo(numbers);
    if (numbers.isEmpty() || kept.rows.size() == 1) {
      return;
    }
    ReadOptions options = expected.options().withIgnored(texts);
    DataSet data = DataReader.read(expected.source(), options);
    BlockData blocks = DataReader.readBlocks(expected.source(), options);
    assertThat(data.columns()).isEqualTo(numbers);
    assertThat(data.size()).isEqualTo(kept.rows.size() - 1);
    assertThat(blocks.size()).isEqualTo(data.size());
    for (int i = 0; i < data.size(); i++) {
      double[] block = blocks.records().select(new long[] {i}).array();
      for (int j = 0; j < numbers.size(); j++) {
        double value = value(kept.rows.get(i + 1).get(names.indexOf(numbers.get(j))));
        assertThat(data.records().at(i, j)).isEqualTo(Double.valueOf(value));
        assertThat((float) block[j]).isEqualTo(Float.valueOf((float) value));
      }
    }
    texts.forEach(text -> assertThat(data.setAside().get(text)).hasSize(data.size()));
  }

  private static boolean isText(List<List<String>> rows, int column) {
    return rows.stream()
        .skip(1)
        .map(row -> row.get(column) == null ? "" : row.get(column))
        .anyMatch(cell -> new Cell().read(cell) == Cell.Content.TEXT);
  }

  private static double value(String text) {
    Cell cell = new Cell();
    cell.read(text == null ? "" : text);
    return cell.value();
  }

  @ParameterizedTest
  @MethodSource("refused")
  void isRefusedWithWhatToDo(Outcome expected) {
    assertThatThrownBy(() -> Kept.of(expected.source(), expected.options()))
        .isInstanceOf(CoterieException.class)
        .hasMessageContainingAll(expected.words().toArray(String[]::new))
        .hasMessageContaining(expected.file());
    assertThatThrownBy(() -> DataReader.read(expected.source(), expected.options()))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining(expected.file());
  }

  @Test
  void idsThatAreTooLongForNumbersAreKeptAsTextAndRefusedAsNumbers() {
    String source = FOLDER.resolve("long-ids.csv").toString();
    assertThat(Kept.of(source, ReadOptions.defaults()).rows.get(2))
        .containsExactly("12345678901234568", "2.5");
    assertThat(Sources.badData(source)).contains("Column 'id'", "--ignore id");
    String lines = FOLDER.resolve("lines.jsonl").toString();
    assertThat(Kept.of(lines, ReadOptions.defaults()).rows)
        .containsExactly(
            List.of("id", "x"),
            List.of("12345678901234567890", "1.5"),
            List.of("2", "2.5"),
            Arrays.asList(null, "3"));
    assertThat(Sources.badData(lines)).contains("Column 'id'");
  }

  @Test
  void allWordsHaveTheirNamesOnTop() {
    Kept kept = Kept.of(FOLDER.resolve("words-only.csv").toString(), ReadOptions.defaults());
    assertThat(kept.rows.get(0)).containsExactly("colour", "shape", "taste");
    assertThat(kept.rows).hasSize(73);
  }

  @Test
  void notesSayWhatIsNotPlain() {
    assertThat(Kept.of(FOLDER.resolve("windows-1252.csv").toString(), ReadOptions.defaults()).notes)
        .singleElement()
        .asString()
        .endsWith("windows-1252.csv: Windows-1252, ';' between cells, decimal comma");
    assertThat(Kept.of(FOLDER.resolve("tabs.tsv").toString(), ReadOptions.defaults()).notes)
        .isEmpty();
    List<String> notes = new ArrayList<>();
    DataReader.read(
        FOLDER.resolve("decimal-comma.csv").toString(),
        ReadOptions.defaults().withNotes(notes::add));
    assertThat(notes).singleElement().asString().contains("decimal comma");
    ColumnSpec described = ColumnSpec.of("x", new ColumnKind.Numeric(true));
    DataReader.read(
        FOLDER.resolve("decimal-comma.csv").toString(),
        ReadOptions.defaults().withColumns(List.of(described)).withNotes(notes::add));
    assertThat(notes).hasSize(2);
  }

  @Test
  void theContentCountsNotTheName(@TempDir Path folder) throws IOException, SQLException {
    Path parquet = folder.resolve("table.csv");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("COPY (SELECT 1.5 AS x) TO '%s' (FORMAT parquet)".formatted(parquet));
    }
    assertThat(Kept.of(parquet.toString(), ReadOptions.defaults()).rows)
        .containsExactly(List.of("x"), List.of("1.5"));
    Sources sources = new Sources(folder);
    byte[] json = Sources.packed(Files.readAllBytes(FOLDER.resolve("lines.jsonl")));
    assertThat(Kept.of(sources.bytes("j.txt.gz", json), ReadOptions.defaults()).rows).hasSize(4);
    byte[] book = Sources.packed(Files.readAllBytes(FOLDER.resolve("title.xlsx")));
    assertThat(Sources.badData(sources.bytes("b.xlsx.gz", book))).contains("Unpack it first");
    String copy = sources.bytes("book.csv", Files.readAllBytes(FOLDER.resolve("title.xlsx")));
    assertThat(DataReader.readHeader(copy).numbers()).containsExactly("x", "y", "note");
  }

  /** Engines on other machines find nothing out, so what they would misread does not reach them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "german-thousands.csv",
        "german-both.csv",
        "windows-1252.csv",
        "title-above.csv",
        "pipes.txt",
        "sep-line.csv",
        "flat.json",
        "dates.xlsx"
      })
  void enginesGetPlainFilesOnly(String file) {
    String source = FOLDER.resolve(file).toString();
    assertThatThrownBy(() -> DataReader.requirePlain(source, FileFormat.unstated()))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining(file);
  }

  @Test
  void enginesGetPlainFiles() {
    for (String file :
        List.of("three-decimals.csv", "tabs.tsv", "words-only.csv", "sentinels.csv")) {
      DataReader.requirePlain(FOLDER.resolve(file).toString(), FileFormat.unstated());
    }
  }

  @Test
  void everyFileHasAnOutcome() throws IOException {
    Set<String> named = new TreeSet<>(List.of("long-ids.csv", "lines.jsonl", "words-only.csv"));
    Stream.concat(read(), refused()).forEach(outcome -> named.add(outcome.file()));
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(named);
    }
  }
}

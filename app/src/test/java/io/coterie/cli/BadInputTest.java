package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadInputTest {
  @TempDir private Path folder;

  private final List<Path> given = new ArrayList<>();

  private Path file(String name, String text) throws IOException {
    return file(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private Path file(String name, byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve(name), bytes);
    given.add(file);
    return file;
  }

  private CommandRun simulate(Object... words) {
    List<Object> all = new ArrayList<>(List.of("simulate", "--out", folder.resolve("deep/out")));
    all.addAll(Arrays.asList(words));
    return CommandRun.of(all.toArray());
  }

  /** Asserts the exit code and the message, and that nothing was left behind. */
  private void refuses(CommandRun run, int exitCode, String... parts) throws IOException {
    assertThat(run.err()).contains(parts).startsWith("error: ").contains("docs/errors.md#");
    assertThat(run.err()).doesNotContain("Exception\n", "\tat ");
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(exitCode);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactlyInAnyOrderElementsOf(given);
    }
  }

  private static String rows(int count) {
    StringBuilder text = new StringBuilder("a,b\n");
    for (int i = 0; i < count; i++) {
      text.append(i % 3 * 10 + i % 7 * 0.1).append(',').append(i % 5 * 0.1).append('\n');
    }
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                          | is empty
          'a,b%'                      | has a header and no records
          'a,b%1,2%3%4,5%'            | Line 3
          'a,b%1,2%3,x%4,5%6,7%'      | Column 'b'
          'a,b%1,2%3,NaN%4,5%'        | --missing mean
          'a,b%1,2%3,Inf%4,5%'        | infinite
          'a,b%1,2%3,1e200%4,5%'      | too large
          """)
  void tablesThatCannotBeUsed(String text, String message) throws IOException {
    Path file = file("bad.csv", text.replace('%', '\n'));
    refuses(simulate("--data", file, "--sites", "2"), 3, message);
  }

  @Test
  void missingFile() throws IOException {
    refuses(simulate("--data", folder.resolve("none.csv")), 3, "There is no file");
  }

  @Test
  void truncatedGzip() throws IOException {
    byte[] packed;
    try (java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream()) {
      try (java.util.zip.GZIPOutputStream gzip = new java.util.zip.GZIPOutputStream(bytes)) {
        gzip.write(rows(500).getBytes(StandardCharsets.UTF_8));
      }
      packed = bytes.toByteArray();
    }
    Path file = file("half.csv.gz", Arrays.copyOf(packed, packed.length / 2));
    refuses(simulate("--data", file), 3, "truncated");
  }

  @Test
  void idxOfAWrongSize() throws IOException {
    byte[] bytes = {0, 0, 8, 3, 0, 0, 0, 10, 0, 0, 0, 4, 0, 0, 0, 4, 1, 2, 3};
    refuses(simulate("--data", file("x-idx3-ubyte", bytes)), 3, "10 x 4 x 4");
  }

  @Test
  void labelsOfAnotherLength() throws IOException {
    Path labels = file("labels.txt", "x\ny\n".repeat(4));
    Path data = file("data.csv", rows(12));
    refuses(simulate("--data", data, "--labels", labels), 3, "8 labels", "12 records");
  }

  @Test
  void moreClustersThanRecords() throws IOException {
    Path data = file("data.csv", rows(12));
    refuses(simulate("--data", data, "--clusters", "13"), 3, "13 clusters", "12 records");
  }

  @Test
  void moreClustersThanDistinctRecords() throws IOException {
    Path data = file("data.csv", "a,b\n" + "1,2\n".repeat(40));
    refuses(
        simulate("--data", data, "--clusters", "2", "--quiet"), 3, "2 clusters", "at most as many");
  }

  @Test
  void fewerRecordsThanTheSmallestTotal() throws IOException {
    Path data = file("data.csv", rows(9));
    refuses(simulate("--data", data, "--sites", "3"), 3, "9 records", "--min-group 10");
  }

  @Test
  void moreSitesThanRecords() throws IOException {
    Path data = file("data.csv", rows(12));
    refuses(simulate("--data", data, "--sites", "13"), 2, "13 sites", "12 records");
  }

  @Test
  void recordWithoutASite() throws IOException {
    Path data = file("data.csv", "a,w\n1,n\n2,s\n3,\n4,n\n");
    refuses(simulate("--data", data, "--partition", "column:w"), 3, "no site");
  }

  @ParameterizedTest
  @CsvSource({
    "--method anchor-grap, Did you mean anchor-graph?",
    "--clusterz 3, Did you mean --clusters?",
    "--epsilon 1, has no option --epsilon",
    "--resolution rec, record",
    "--clusters 0, at least 1",
    "--clusters three, whole number",
    "--sites 0, at least 1",
    "--sites x, --sites",
    "--scale zsore, Did you mean zscore?",
    "--features hogg, Did you mean hog?",
    "--features hog, --image",
    "--image 3by3, HEIGHTxWIDTH",
    "--input pixels, 'table, vectors, or image:HEIGHTxWIDTH'",
    "--input image:2by2, 'table, vectors, or image:HEIGHTxWIDTH'",
    "--input image:9x9, 81 pixels",
    "--input table --image 2x2, leave one of them out",
    "--partition irid, did you mean iid",
    "--missing men, 'refuse, mean or drop'",
    "--threads 0, 1 to 1024",
    "--neighbors 0, at least 2",
    "--query SELECT, jdbc:",
    "--labels-format cvs, Did you mean csv?",
    "--format xml, 'text, json'"
  })
  void optionsThatDoNotFit(String words, String message) throws IOException {
    List<Object> all = new ArrayList<>(List.of("--data", "iris"));
    all.addAll(Arrays.asList((Object[]) words.split(" ", -1)));
    refuses(simulate(all.toArray()), 2, message);
  }

  @Test
  void unknownCommand() throws IOException {
    refuses(CommandRun.of("simulat"), 2, "There is no command simulat. Did you mean simulate?");
  }

  @Test
  void placeThatCannotBeWritten() throws IOException {
    Path blocker = file("file", "");
    refuses(
        CommandRun.of("simulate", "--data", "iris", "--out", blocker.resolve("a/b")),
        6,
        "Nothing can be written");
    refuses(CommandRun.of("simulate", "--data", "iris", "--out", blocker), 6, "is a file");
  }

  @Test
  void errorsAreJsonWhereJsonIsAskedFor() throws IOException {
    CommandRun run = simulate("--data", folder.resolve("none.csv"), "--format", "json");
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).isEmpty();
    assertThat(run.json().path("status").textValue()).isEqualTo("error");
    assertThat(run.json().path("exit_code").intValue()).isEqualTo(3);
    assertThat(run.json().path("data").path("code").textValue()).isEqualTo("BAD_DATA");
    assertThat(CommandRun.of("simulate", "--format=json").json().path("exit_code").intValue())
        .isEqualTo(2);
  }

  @Test
  void stackTraceIsShownWhenAskedFor() {
    CommandRun run = simulate("--data", folder.resolve("none.csv"), "--stacktrace");
    assertThat(run.err()).contains("\tat io.coterie");
  }

  @ParameterizedTest
  @CsvSource({
    "60, --clusters 1",
    "12, --clusters 3 --sites 12 --min-group 1",
    "12, --clusters 4 --sites 6 --min-group 2",
    "12, --clusters 1 --sites 12",
    "1, --clusters 1 --sites 1 --min-group 1",
    "1, --sites 1 --min-group 1",
    "2, --clusters 2 --sites 2 --min-group 1",
    "3, --clusters 2 --sites 1 --min-group 1",
    "12, --clusters 3 --neighbors 50 --method anchor-graph:groups --accept-group-disclosure",
    "12, --clusters 4 --sites 6 --method anchor-graph:groups --accept-group-disclosure",
    "2, --clusters 2 --sites 2 --method anchor-graph:groups --accept-group-disclosure",
    "6000, --clusters 3"
  })
  void smallAndRepeatedDataIsClustered(int records, String words) throws IOException {
    Path data = file("data.csv", rows(records));
    List<Object> all = new ArrayList<>(List.of("--data", data, "--quiet"));
    all.addAll(Arrays.asList((Object[]) words.split(" ", -1)));
    CommandRun run = simulate(all.toArray());
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err().lines()).allMatch(line -> line.startsWith("warning: "));
    assertThat(Files.readAllLines(folder.resolve("deep/out/labels.csv"))).hasSize(records + 1);
  }

  @Test
  void constantColumnsDoNoHarm() throws IOException {
    Path data = file("data.csv", rows(60).replace("\n", ",7\n").replace("b,7", "b,c"));
    assertThat(simulate("--data", data, "--clusters", "3").exitCode()).isZero();
  }
}

package io.coterie.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.testing.JavaCommand;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The documents show what the commands print today. A line of three dots stands for any lines; of
 * times, bytes, dates and keys the values may differ.
 */
final class DocumentedCommandsIT {
  /** These need a network, a ledger of the user's own, add-ons, or hours. */
  private static final Set<String> NOT_RUN =
      Set.of(
          "serve", "join", "status", "logs", "stop", "resume", "doctor", "budget", "cert", "bench");

  private static final String WORKING_FOLDER = "/home/ada/study";
  private static final List<String> SITES = List.of("north", "south", "east");
  private static final Pattern PROGRESS = Pattern.compile("rounds? \\d.*");
  private static final Pattern PROMPT = Pattern.compile("(?m)^\\$ (?:\\./)?coterie ");

  @TempDir Path folder;

  private record Example(String command, List<String> shown) {
    String name() {
      return command.split(" ", -1)[0];
    }

    /** The noise of an audit and of a rehearsal is fresh. */
    boolean hasFreshNumbers() {
      return name().equals("audit") || (name().equals("inspect") && command.contains("--epsilon"));
    }
  }

  @Test
  void readmeShowsWhatTheProgramPrints() throws Exception {
    assertThat(check("README.md")).isPositive();
  }

  @Test
  void commandsShowWhatTheyPrint() throws Exception {
    dealIris();
    assertThat(check("docs/commands.md")).isGreaterThan(15);
  }

  @Test
  void clinicalTableShowsWhatTheCommandsPrint() throws Exception {
    try (Stream<Path> files = Files.list(Path.of("../examples/clinical"))) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName().toString()));
      }
    }
    assertThat(check("docs/clinical-table.md")).isGreaterThan(5);
  }

  private int check(String document) throws Exception {
    String text = Files.readString(Path.of("..").resolve(document));
    List<Example> examples = new ArrayList<>();
    for (String block : text.split("(?m)^```.*$", -1)) {
      String[] commands = PROMPT.split(block.strip(), -1);
      for (int i = 1; i < commands.length; i++) {
        List<String> lines = commands[i].lines().toList();
        examples.add(new Example(lines.get(0), lines.subList(1, lines.size())));
      }
    }
    examples.removeIf(example -> NOT_RUN.contains(example.name()));
    // A study is simulated in the document before it is made.
    examples.sort(Comparator.comparing(example -> !example.command().startsWith("study new")));
    for (Example example : examples) {
      List<String> printed = run(example);
      // A correct program fails an audit by chance in at most one of ten (docs/audit.md).
      for (int again = 0; again < 3 && example.hasFreshNumbers(); again++) {
        printed = isShown(example, printed) ? printed : run(example);
      }
      assertThat(isShown(example, printed))
          .as("%s: coterie %s prints%n%s", document, example.command(), String.join("\n", printed))
          .isTrue();
    }
    return examples.size();
  }

  private static boolean isShown(Example example, List<String> printed) {
    return matches(comparable(example, example.shown()), comparable(example, printed));
  }

  private List<String> run(Example example) throws Exception {
    List<String> command =
        JavaCommand.of("1g", Main.class.getName(), List.of(example.command().split(" ", -1)));
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    String real = folder.toRealPath().toString();
    boolean isDemo = example.name().equals("demo");
    return out.replace(real, WORKING_FOLDER)
        .lines()
        .filter(line -> isDemo || !PROGRESS.matcher(line).matches())
        .toList();
  }

  /** Blank lines at the end and the widths of columns do not count. */
  private static List<String> comparable(Example example, List<String> lines) {
    String text =
        String.join("\n", lines)
            .strip()
            .replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "TIME")
            .replaceAll("\\b[0-9A-F]{4}( [0-9A-F]{4}){9,}", "FINGERPRINT")
            .replaceAll("\"(java|coterie)\": \"[^\"]*\"", "VERSION")
            .replaceAll("[\\d.,]+ (bytes|KB|MB|GB|s|min)\\b", "AMOUNT")
            .replaceAll("(?m) +", " ")
            .replaceAll("(?m) $", "");
    return (example.hasFreshNumbers() ? text.replaceAll("\\d[\\d.,e-]*", "NUMBER") : text)
        .lines()
        .toList();
  }

  /** By lines: an expression with thousands of lines would overflow the stack. */
  private static boolean matches(List<String> shown, List<String> printed) {
    boolean[] ends = new boolean[printed.size() + 1]; // whether what is shown so far may end there
    ends[0] = true;
    for (String line : shown) {
      boolean[] next = new boolean[ends.length];
      for (int at = 0; at < ends.length; at++) {
        if (line.equals("...")) {
          next[at] = ends[at] || (at > 0 && next[at - 1]);
        } else {
          next[at] = at > 0 && ends[at - 1] && printed.get(at - 1).equals(line);
        }
      }
      ends = next;
    }
    return ends[printed.size()];
  }

  /** The files of three sites: every third flower, with a number that is no feature. */
  private void dealIris() throws IOException {
    List<String> lines;
    try (InputStream iris = Main.class.getResourceAsStream("/io/coterie/data/iris.csv.gz");
        InputStream unpacked = new GZIPInputStream(iris)) {
      lines = new String(unpacked.readAllBytes(), UTF_8).lines().toList();
    }
    for (int site = 0; site < SITES.size(); site++) {
      StringBuilder text = new StringBuilder("id,").append(lines.get(0)).append('\n');
      for (int i = 1 + site; i < lines.size(); i += SITES.size()) {
        text.append(i).append(',').append(lines.get(i)).append('\n');
      }
      Files.writeString(folder.resolve(SITES.get(site) + ".csv"), text);
    }
  }
}

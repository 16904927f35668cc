package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.coterie.study.SitePolicy;
import io.coterie.study.Study;
import io.coterie.terminal.Terminal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What docs/deploy.md and the examples tell people to type is what the program understands. */
class DeployDocsTest {
  private static final Path ROOT = Path.of("..");

  /** A command at the start of a line, after a prompt, an assignment, a path or in back quotes. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?m)(?:^ *(?:[#$] *)?(?:[A-Z_]+=\\S+ )?|[`=])(?:\"\\$|/opt/coterie/bin/|bin/|\\./)?coterie\"?"
              + " ([a-z][^`|>&;\n]*)");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docs/deploy.md",
        "examples/three-sites.sh",
        "examples/compose.yaml",
        "examples/systemd/coterie-coordinator.service",
        "examples/systemd/coterie-site.service"
      })
  void everyCommandIsUnderstood(String file) throws IOException {
    List<List<String>> commands = commands(Files.readString(ROOT.resolve(file)));
    assertThat(commands).isNotEmpty();
    commands.forEach(DeployDocsTest::parse);
  }

  @Test
  void composeStartsOneCoordinatorAndThreeSites() throws IOException {
    JsonNode services =
        new YAMLMapper().readTree(ROOT.resolve("examples/compose.yaml").toFile()).get("services");
    List<String> commands = new ArrayList<>();
    for (JsonNode service : services) {
      List<String> words =
          StreamSupport.stream(service.get("command").spliterator(), false)
              .map(JsonNode::asText)
              .toList();
      parse(words);
      commands.add(words.get(0));
      for (JsonNode volume : service.get("volumes")) {
        String source = volume.asText().split(":", -1)[0];
        if (!source.startsWith("./federation/")) { // provision makes that one
          assertThat(ROOT.resolve("examples").resolve(source)).exists();
        }
      }
    }
    assertThat(commands).containsExactly("serve", "join", "join", "join");
  }

  @Test
  void theExampleStudyIsAllowedByTheExamplePolicy() {
    Study study = Study.read(ROOT.resolve("examples/study.yaml"));
    SitePolicy policy = SitePolicy.read(ROOT.resolve("examples/policy.yaml"));
    assertThat(policy.reasons(study, 50, List.of())).isEmpty();
    assertThat(policy.reasons(study, 19, List.of())).hasSize(1);
    assertThat(study.participation().sites()).containsExactly("north", "south", "east");
  }

  @Test
  void everyLibraryHasItsLicence() throws IOException {
    String list = Files.readString(ROOT.resolve("app/src/dist/THIRD-PARTY.md"));
    Path lib = Path.of("target", "lib"); // of an earlier package phase
    if (Files.isDirectory(lib)) {
      try (Stream<Path> jars = Files.list(lib)) {
        assertThat(jars.map(DeployDocsTest::library).filter(name -> !name.equals("coterie-core")))
            .allSatisfy(name -> assertThat(list).contains("`" + name + "`"));
      }
    }
    assertThat(list).contains("`duckdb_jdbc`", "`openblas`", "`sqlite-jdbc`", "`postgresql`");
  }

  private static String library(Path jar) {
    return jar.getFileName().toString().replaceFirst("-\\d.*", "");
  }

  private static List<List<String>> commands(String text) {
    List<List<String>> commands = new ArrayList<>();
    Matcher matcher = COMMAND.matcher(text.replaceAll("\\\\\n *", ""));
    while (matcher.find()) {
      commands.add(
          Stream.of(matcher.group(1).strip().split(" +", -1))
              .map(word -> word.replaceAll("[\"']", ""))
              .toList());
    }
    return commands;
  }

  private static void parse(List<String> words) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    CommandLine.ParseResult result =
        Main.commandLine(new Terminal(nowhere, nowhere, false, false))
            .parseArgs(words.toArray(String[]::new));
    assertThat(result.hasSubcommand()).as(String.join(" ", words)).isTrue();
  }
}

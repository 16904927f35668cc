package io.coterie.cli;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.data.ClusterNames;
import io.coterie.json.Json;
import io.coterie.store.AtomicOutput;
import io.coterie.store.ModelFile;
import io.coterie.terminal.Console;
import io.coterie.terminal.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "name",
    description = {
      "Gives the clusters of a model names, which are kept in model.json and shown by 'predict' and"
          + " 'report'. Which record is in which cluster stays as it is.",
      "Without names, it shows those that there are."
    },
    footer = {
      "",
      "Examples:",
      "  coterie name --model coterie-out/model.json 1=Healthy 2=\"Late stage\"",
      "  coterie name --model coterie-out/model.json 2=    (takes the name of cluster 2 away)"
    })
final class NameCommand extends ConsoleCommand {
  @Parameters(
      arity = "0..*",
      paramLabel = "CLUSTER=NAME",
      description = "The number of a cluster and its name; no name takes an earlier one away.")
  List<String> stated = new ArrayList<>();

  @Option(
      names = "--model",
      required = true,
      paramLabel = "FILE",
      description = "The model.json of a run. It is replaced as a whole or not at all.")
  Path model;

  @Option(
      names = "--names",
      paramLabel = "FILE",
      description = "A text file with one CLUSTER=NAME in a line.")
  Path file;

  @Override
  protected int execute(Console console) {
    ModelFile read = ModelFile.read(model);
    List<String> all = new ArrayList<>(lines());
    all.addAll(stated);
    if (!all.isEmpty()) {
      read = read.withNames(named(read.names(), all, read.model().clusters().clusterCount()));
      write(read);
    }
    Table table = Table.withHeader(List.of("cluster", "name"));
    for (int c = 0; c < read.model().clusters().clusterCount(); c++) {
      table.row(Integer.toString(c + 1), read.names().of(c).isEmpty() ? "-" : read.names().of(c));
    }
    console.say(table);
    if (!all.isEmpty()) {
      console.say("", model + "  has these names");
    }
    console.finish(
        Json.object()
            .put("command", "name")
            .put("model", model.toString())
            .set("names", Json.MAPPER.valueToTree(read.names().names())));
    return 0;
  }

  private List<String> lines() {
    if (file == null) {
      return List.of();
    }
    try {
      return Files.readAllLines(file).stream().filter(line -> !line.isBlank()).toList();
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.BAD_DATA,
          "%s cannot be read as text in UTF-8. Check that it is there.".formatted(file),
          e);
    }
  }

  private static ClusterNames named(ClusterNames before, List<String> all, int clusterCount) {
    List<String> names = new ArrayList<>();
    for (int c = 0; c < clusterCount; c++) {
      names.add(before.of(c));
    }
    Set<Integer> seen = new HashSet<>();
    for (String text : all) {
      int mark = text.indexOf('=');
      int cluster = mark < 0 ? 0 : number(text.substring(0, mark).strip());
      if (cluster < 1 || cluster > clusterCount) {
        throw CoterieException.usage(
            "'%s' must be CLUSTER=NAME with a cluster from 1 to %d, as 1=Healthy."
                .formatted(text, clusterCount));
      }
      if (!seen.add(cluster)) {
        throw CoterieException.usage(
            "Cluster %d is named twice; give it one name.".formatted(cluster));
      }
      names.set(cluster - 1, text.substring(mark + 1).strip());
    }
    try {
      return new ClusterNames(names);
    } catch (IllegalArgumentException e) {
      throw new CoterieException(ErrorCode.USAGE, e.getMessage(), e);
    }
  }

  private static int number(String text) {
    return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
  }

  private void write(ModelFile named) {
    String name = model.getFileName().toString();
    try (AtomicOutput staging = AtomicOutput.forFile(model, true)) {
      try {
        named.write(staging.file(name));
      } catch (IOException e) {
        throw staging.unwritten(e);
      }
      staging.publishFile(name);
    }
  }
}

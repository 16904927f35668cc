package io.coterie.bench.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.bench.Catalogue;
import io.coterie.bench.DataLibrary;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.json.Json;
import io.coterie.terminal.Console;
import io.coterie.terminal.Table;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "list",
    description =
        "The catalogue: each set's shape, input and terms, and whether its files are there with the"
            + " right checksums.")
final class BenchListCommand extends ConsoleCommand {
  @Mixin DataFolderOption folder;

  @Override
  protected int execute(Console console) {
    DataLibrary library = folder.library();
    Table table =
        Table.withHeader(
            List.of("set", "records", "features", "groups", "input", "sites", "terms", "files"));
    ObjectNode node = Json.object();
    ArrayNode sets = node.putArray("sets");
    for (Catalogue.Entry entry : Catalogue.builtIn().entries()) {
      DataLibrary.Availability there = library.availability(entry);
      table.row(
          entry.name(),
          String.format(Locale.ROOT, "%,d", entry.shape().records()),
          Integer.toString(entry.shape().features()),
          Integer.toString(entry.shape().classes()),
          entry.input(),
          Integer.toString(entry.sites()),
          entry.terms(),
          files(entry, there));
      sets.add(json(entry, there));
    }
    console.say(table);
    console.finish(node);
    return 0;
  }

  private static String files(Catalogue.Entry entry, DataLibrary.Availability there) {
    if (!there.remark().isEmpty()) {
      return there.remark();
    }
    if (entry.source().generated()) {
      return "generated";
    }
    return entry.source().embedded().isPresent() ? "embedded" : "present, checksum right";
  }

  private static ObjectNode json(Catalogue.Entry entry, DataLibrary.Availability there) {
    ObjectNode node =
        Json.object()
            .put("name", entry.name())
            .put("title", entry.title())
            .put("what", entry.what())
            .put("records", entry.shape().records())
            .put("features", entry.shape().features())
            .put("classes", entry.shape().classes())
            .put("kind", entry.kind())
            .put("input", entry.input())
            .put("sites", entry.sites())
            .put("terms", entry.terms())
            .put("note", entry.note())
            .put("present", there.isPresent())
            .put("remark", there.remark());
    node.putArray("files").addAll(entry.source().files().stream().map(Json::tree).toList());
    return node;
  }
}

package io.coterie.cli.study;

import io.coterie.CoterieException;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.FormatOptions;
import io.coterie.data.ColumnNames;
import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import io.coterie.data.mapping.MappingDraft;
import io.coterie.data.mapping.SourceLook;
import io.coterie.json.Json;
import io.coterie.store.AtomicOutput;
import io.coterie.study.Study;
import io.coterie.study.file.MappingText;
import io.coterie.terminal.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "map",
    description = {
      "Drafts how this site's columns become those of a study: which column is which, levels,"
          + " units, codes for missing values, forms of numbers and dates.",
      "A person confirms it; 'coterie study check' tells whether it does. It holds values of"
          + " records, stays at the site and is never sent. Every key is in docs/mapping.md."
    },
    footer = {
      "",
      "Examples:",
      "  coterie map --study study.yaml --data patients.csv --out mapping.yaml",
      "  coterie study check study.yaml --data patients.csv --mapping mapping.yaml",
      "  coterie join --home federation/site-north --data patients.csv --mapping mapping.yaml"
    })
public final class MapCommand extends ConsoleCommand {
  @Option(names = "--study", required = true, paramLabel = "STUDY", description = "The study file.")
  Path study;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "SOURCE",
      description = "This site's records: a file, 'sql:SELECT ...' or a jdbc: address.")
  String data;

  @Option(names = "--query", paramLabel = "SQL", description = "The SELECT for a jdbc: address.")
  String query;

  @Option(
      names = "--ignore",
      split = ",",
      paramLabel = "COLUMN",
      description = "Columns that nothing is made of.")
  List<String> ignore = new ArrayList<>();

  @Mixin FormatOptions format = new FormatOptions();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "mapping.yaml",
      description = "The file to write. Default: ${DEFAULT-VALUE}.")
  Path out;

  @Option(names = "--force", description = "Replace the file if it exists.")
  boolean force;

  @Override
  protected int execute(Console console) {
    Study known = Study.read(study);
    if (known.schema().columns().isEmpty()) {
      throw CoterieException.usage(
          "Study %s names no columns, so there is nothing to map.".formatted(known.name()));
    }
    ReadOptions options = ReadOptions.defaults().withFormat(format.format()).withIgnored(ignore);
    options = query == null ? options : options.withQuery(query);
    SourceLook look = new SourceLook();
    DataReader.readText(data, options, look);
    MappingDraft draft = MappingDraft.of(known.schema().columns(), look.without(ignore));
    AtomicOutput.writeText(
        out, force, AtomicOutput.Readers.OWNER, MappingText.draft(known.name(), draft));
    console.say("%s  a draft; look at every line of it".formatted(out));
    if (!draft.open().isEmpty()) {
      console.say("still open (?): " + ColumnNames.list(draft.open()));
    }
    console.say(
        "",
        "Next: edit it, then coterie study check %s --data ... --mapping %s".formatted(study, out));
    console.finish(Json.object().put("mapping", out.toString()).put("open", draft.open().size()));
    return 0;
  }
}

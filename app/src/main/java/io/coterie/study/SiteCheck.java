package io.coterie.study;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.data.DataReader;
import io.coterie.data.DataReader.Look;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.mapping.CellCounts;
import io.coterie.data.mapping.Finding;
import io.coterie.data.mapping.LevelScan;
import io.coterie.data.mapping.Mapping;
import io.coterie.data.mapping.Plausibility;
import io.coterie.data.mapping.RecordCoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a site's table looks like to a study, for the eyes of its owner only.
 *
 * @param columns in the schema's order
 * @param unread columns of the site that the study does not name and that none of its is made of
 * @param notes how the source was read
 */
public record SiteCheck(List<Column> columns, List<String> unread, List<String> notes) {
  /**
   * One column of the study.
   *
   * @param origin the site's column of which it is made, if it is made of one
   */
  public record Column(
      ColumnSpec spec, Optional<String> origin, CellCounts counts, List<Finding> findings) {
    public Column {
      requireNonNull(spec, "spec is null");
      requireNonNull(origin, "origin is null");
      requireNonNull(counts, "counts is null");
      findings = List.copyOf(findings);
    }
  }

  public SiteCheck {
    columns = List.copyOf(columns);
    unread = List.copyOf(unread);
    notes = List.copyOf(notes);
  }

  /** Looks at a site's source, and refuses nothing for what its cells hold. */
  public static SiteCheck of(Study study, SiteSource source) {
    List<ColumnSpec> specs = study.schema().columns();
    if (specs.isEmpty()) {
      throw CoterieException.usage(
          "Study %s names no columns, so --data has none to be checked.".formatted(study.name()));
    }
    Mapping mapping = source.mapping().orElseGet(Mapping::none);
    List<List<String>> levels = SiteRecords.ownLevels(study, source);
    Look look = DataReader.look(source.data(), SiteRecords.options(study, source, levels));
    List<Finding> ofLevels = LevelScan.questions(specs, levels);
    List<Column> columns = new ArrayList<>();
    for (int j = 0; j < specs.size(); j++) {
      ColumnSpec spec = specs.get(j);
      CellCounts counts = look.counts().get(j);
      List<Finding> findings =
          new ArrayList<>(Plausibility.of(spec, mapping.of(spec.name()), counts));
      ofLevels.stream()
          .filter(question -> question.column().equals(spec.name()))
          .forEach(findings::add);
      columns.add(new Column(spec, look.origins().get(j), counts, findings));
    }
    List<String> aside = study.schema().setAside().stream().map(SetAside::name).toList();
    List<String> unread = look.unread().stream().filter(name -> !aside.contains(name)).toList();
    return new SiteCheck(columns, unread, look.notes());
  }

  /** Refuses what 'join' would refuse. */
  public void requireUsable(String source, List<String> accepted) {
    List<CellCounts> counts = columns.stream().map(Column::counts).toList();
    List<Finding> findings = columns.stream().flatMap(c -> c.findings().stream()).toList();
    SiteRecords.requirePlausible(
        findings,
        accepted,
        "'join' would refuse the table. A mapping says what such columns hold; 'coterie map' drafts"
            + " one.");
    RecordCoder.requireReadable(
        source, columns.stream().map(column -> column.spec().name()).toList(), counts);
  }
}

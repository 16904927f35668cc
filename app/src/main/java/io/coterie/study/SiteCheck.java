package io.coterie.study;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.data.DataReader;
import io.coterie.data.DataReader.Look;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.mapping.CellCounts;
import io.coterie.data.mapping.Finding;
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
 * @param notes how the source was read
 */
public record SiteCheck(List<Column> columns, List<String> notes) {
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
    Look look = DataReader.look(source.data(), SiteRecords.options(study, source));
    List<Column> columns = new ArrayList<>();
    for (int j = 0; j < specs.size(); j++) {
      ColumnSpec spec = specs.get(j);
      CellCounts counts = look.counts().get(j);
      columns.add(
          new Column(
              spec,
              look.origins().get(j),
              counts,
              Plausibility.of(spec, mapping.of(spec.name()), counts)));
    }
    return new SiteCheck(columns, look.notes());
  }

  /** Refuses what 'join' would refuse. */
  public void requireUsable(String source, List<String> accepted) {
    List<CellCounts> counts = columns.stream().map(Column::counts).toList();
    List<Finding> findings = columns.stream().flatMap(c -> c.findings().stream()).toList();
    SiteRecords.requirePlausible(findings, accepted);
    RecordCoder.requireReadable(
        source, columns.stream().map(column -> column.spec().name()).toList(), counts);
  }
}

package io.coterie.report.profile;

import static java.util.Objects.requireNonNull;

import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import io.coterie.model.ProfileAnswer;
import io.coterie.plan.ColumnBins;
import io.coterie.plan.PrivacyPlan;
import io.coterie.study.Study;
import io.coterie.study.file.StudyText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the columns of all sites look like, in the words of the study. Counts are rounded; one that
 * is not told is absent.
 *
 * @param study its name
 * @param hash of the study
 * @param smallestGroup K: counts of fewer records are not told
 * @param roundedTo the multiple to which counts are rounded
 * @param records of all sites
 */
public record FederatedProfile(
    String study,
    String hash,
    int smallestGroup,
    long roundedTo,
    Optional<Long> records,
    List<Column> columns) {
  /**
   * One column.
   *
   * @param kind the word of a study file
   * @param isAgreed whether the sites agreed on its levels in this study
   * @param missing values
   * @param together records in the cells that are not told
   */
  public record Column(
      String name,
      String kind,
      boolean isAgreed,
      Optional<Long> missing,
      List<Cell> cells,
      Optional<Long> together) {
    public Column {
      requireNonNull(name, "name is null");
      requireNonNull(kind, "kind is null");
      requireNonNull(missing, "missing is null");
      requireNonNull(together, "together is null");
      cells = List.copyOf(cells);
    }

    /** Returns the levels on which the sites agreed; the one that takes in the others is last. */
    public List<String> levels() {
      return cells.stream().map(Cell::name).toList();
    }
  }

  /**
   * A part of a column: a level, or numbers of a range.
   *
   * @param records absent where they are too few to be told
   */
  public record Cell(String name, Optional<Long> records) {
    public Cell {
      requireNonNull(name, "name is null");
      requireNonNull(records, "records is null");
    }
  }

  public FederatedProfile {
    requireNonNull(study, "study is null");
    requireNonNull(hash, "hash is null");
    requireNonNull(records, "records is null");
    columns = List.copyOf(columns);
  }

  /** Puts an answer into the words of its study. */
  public static FederatedProfile of(Study study, ProfileAnswer answer) {
    List<ColumnSpec> specs = study.schema().columns();
    List<ProfileAnswer.Column> told = answer.columns();
    if (specs.size() != told.size()) {
      throw new IllegalArgumentException("The profile is of other columns.");
    }
    List<Column> columns = new ArrayList<>();
    for (int j = 0; j < told.size(); j++) {
      ProfileAnswer.Column column = told.get(j);
      ColumnSpec spec = specs.get(j);
      columns.add(
          new Column(
              spec.name(),
              spec.kind().word(),
              spec.isOpen(),
              count(column.missing()),
              spec.isOpen() ? agreed(column) : cells(study, j, column),
              count(column.together())));
    }
    int smallest = answer.smallestGroup();
    return new FederatedProfile(
        study.name(),
        study.hash(),
        smallest,
        PrivacyPlan.countMultiple(smallest),
        count(answer.records()),
        columns);
  }

  private static Optional<Long> count(long told) {
    return told == ProfileAnswer.FEW ? Optional.empty() : Optional.of(told);
  }

  private static List<Cell> agreed(ProfileAnswer.Column column) {
    List<Cell> cells = new ArrayList<>();
    column.levels().forEach((level, records) -> cells.add(new Cell(level, count(records))));
    cells.add(new Cell(ColumnKind.OTHER, count(column.cells().get(0))));
    return cells;
  }

  private static List<Cell> cells(Study study, int column, ProfileAnswer.Column told) {
    List<String> names = names(study.schema().columns().get(column), study, column);
    if (names.size() != told.cells().size()) {
      throw new IllegalArgumentException("The profile is of other cells.");
    }
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      cells.add(new Cell(names.get(i), count(told.cells().get(i))));
    }
    return cells;
  }

  private static List<String> names(ColumnSpec spec, Study study, int column) {
    ColumnKind kind = spec.kind();
    if (kind.unorderedLevels() > 0) {
      return kind.levels();
    }
    ColumnBins bins = study.schema().input().bins(column);
    if (bins.isNone()) {
      return List.of("any value");
    }
    boolean isLog = kind instanceof ColumnKind.Numeric number && number.isLog();
    List<String> names = new ArrayList<>();
    names.add("below " + border(bins, 0, isLog));
    names.add("above " + border(bins, bins.count(), isLog));
    boolean isWhole = !isLog && (bins.upper() - bins.lower()) == bins.count();
    for (int i = 0; i < bins.count(); i++) {
      if (!kind.levels().isEmpty()) {
        names.add(kind.levels().get(i));
      } else if (isWhole) {
        names.add(StudyText.number((bins.border(i) + bins.border(i + 1)) / 2));
      } else {
        names.add("%s to %s".formatted(border(bins, i, isLog), border(bins, i + 1, isLog)));
      }
    }
    return names;
  }

  private static String border(ColumnBins bins, int at, boolean isLog) {
    double border = isLog ? Math.exp(bins.border(at)) : bins.border(at);
    return StudyText.number(Double.parseDouble("%.4g".formatted(border)));
  }

  /** Returns the share of all records, where both are given. */
  Optional<Double> share(Optional<Long> part) {
    return records.filter(all -> all > 0).flatMap(all -> part.map(some -> (double) some / all));
  }
}

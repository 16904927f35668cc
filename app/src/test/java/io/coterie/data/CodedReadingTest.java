package io.coterie.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.data.DataReader.Coded;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnKind.Date.Part;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.column.ColumnSpec.Absence;
import io.coterie.data.column.ColumnSpec.Range;
import io.coterie.data.mapping.CellCounts;
import io.coterie.math.Matrix;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodedReadingTest {
  private static final ColumnKind SEX = new ColumnKind.Binary(List.of("F", "M"));

  @TempDir private Path folder;

  private Coded<DataSet> read(String text, ColumnSpec... columns) {
    String source = new Sources(folder).text("a.csv", text);
    return DataReader.readCoded(
        source,
        ReadOptions.defaults().withMissing(MissingPolicy.MEAN).withColumns(List.of(columns)));
  }

  private double[] values(ColumnSpec column, String... cells) {
    Coded<DataSet> read = read("x,rest\n" + String.join(",r\n", cells) + ",r\n", column);
    Matrix records = read.data().records();
    assertThat(records.columns()).isEqualTo(1);
    return records.array().clone();
  }

  private CellCounts counts(ColumnSpec column, String... cells) {
    return read("x,rest\n" + String.join(",r\n", cells) + ",r\n", column).counts().get(0);
  }

  private static ColumnSpec with(
      ColumnKind kind, Optional<Range> range, Optional<Integer> decimals, Set<String> missing) {
    return new ColumnSpec("x", kind, Optional.empty(), range, decimals, missing, Absence.UNKNOWN);
  }

  @Test
  void numbersAreRoundedToDecimalsAndFloats() {
    ColumnSpec oneDecimal =
        with(new ColumnKind.Numeric(false), Optional.empty(), Optional.of(1), Set.of());
    assertThat(values(oneDecimal, "1.26", "-0.34", "1e30"))
        .containsExactly((float) 1.3, (float) -.3, (float) 1e30);
  }

  @Test
  void logarithmsNeedNumbersAboveZero() {
    ColumnSpec log = ColumnSpec.of("x", new ColumnKind.Numeric(true));
    assertThat(values(log, "1", "", "7.5")).containsExactly(0, Double.NaN, (float) Math.log(7.5));
    assertThatThrownBy(() -> values(log, "1", "0"))
        .hasMessageContaining("0 or less in 'x'")
        .hasMessageContaining("logarithm");
  }

  @Test
  void levelsAreTheirPlaces() {
    ColumnSpec stage = ColumnSpec.of("x", new ColumnKind.Ordinal(List.of("I", "II", "III")));
    assertThat(values(stage, "II", "iii", "I", "NA", "IV"))
        .containsExactly(1, 2, 0, Double.NaN, Double.NaN);
    CellCounts counts = counts(stage, "II", "iii", "I", "NA", "IV");
    assertThat(counts.unknown()).isOne();
    assertThat(counts.missing()).isEqualTo(2);
    assertThat(counts.cells()).isEqualTo(5);
  }

  @Test
  void unknownLevelsAreOtherWhereThereIsOne() {
    ColumnSpec ward =
        ColumnSpec.of("x", new ColumnKind.Category(List.of("north", "south", "other")));
    assertThat(values(ward, "south", "north", "elsewhere", "?", "South"))
        .containsExactly(1, 0, 2, Double.NaN, 1);
  }

  @Test
  void levelsThatAreTheSameButForCapitalsAreTakenAsWritten() {
    ColumnSpec both = ColumnSpec.of("x", new ColumnKind.Category(List.of("a", "A", "b")));
    assertThat(values(both, "A", "a", "B")).containsExactly(1, 0, 2);
  }

  @Test
  void numbersCanBeLevels() {
    ColumnSpec code = ColumnSpec.of("x", new ColumnKind.Category(List.of("1", "2", "10")));
    assertThat(values(code, "1.0", "02", "10", "1e1")).containsExactly(0, 1, 2, 2);
    assertThatThrownBy(() -> values(code, "987654", "987655", "1"))
        .hasMessageContaining("none of the levels")
        .hasMessageNotContaining("98765");
  }

  @Test
  void codesForMissingValuesAreNumbersOrTexts() {
    ColumnSpec coded =
        with(
            new ColumnKind.Numeric(false),
            Optional.empty(),
            Optional.empty(),
            Set.of("-9", "k.A."));
    assertThat(values(coded, "-9.0", "k.A.", "9")).containsExactly(Double.NaN, Double.NaN, 9);
  }

  @Test
  void absenceCanBeAnAnswer() {
    ColumnSpec zero =
        new ColumnSpec(
            "x",
            new ColumnKind.Numeric(false),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Set.of(),
            Absence.ZERO);
    assertThat(values(zero, "3", "", "NA")).containsExactly(3, 0, Double.NaN);
    ColumnSpec level =
        new ColumnSpec(
            "x",
            new ColumnKind.Category(List.of("mild", "severe", "absent")),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Set.of(),
            Absence.LEVEL);
    assertThat(values(level, "", "severe", "mild")).containsExactly(2, 1, 0);
  }

  @Test
  void datesAreWhatCountsOfThem() {
    Optional<LocalDate> day = Optional.of(LocalDate.of(2020, 1, 1));
    String[] cells = {"2019-12-31", "2020-02-01 10:30:00", "2000-01-01T00:00", ""};
    assertThat(values(date(Part.DAYS, Optional.empty()), cells))
        .containsExactly(7304, 7336, 0, Double.NaN);
    assertThat(values(date(Part.DAYS, day), cells)).startsWith(-1, 31);
    assertThat(values(date(Part.YEAR, Optional.empty()), cells)).startsWith(2019, 2020, 2000);
    assertThat(values(date(Part.MONTH, Optional.empty()), cells)).startsWith(12, 2, 1);
    assertThat(values(date(Part.WEEKDAY, Optional.empty()), cells)).startsWith(2, 6, 6);
    assertThat(values(date(Part.AGE, day), cells)).startsWith((float) (1 / 365.25));
    assertThatThrownBy(() -> values(date(Part.DAYS, day), "31.12.2020"))
        .hasMessageContaining("2020-12-31")
        .hasMessageNotContaining("31.12");
  }

  private static ColumnSpec date(Part part, Optional<LocalDate> at) {
    return ColumnSpec.of("x", new ColumnKind.Date(part, at));
  }

  @Test
  void textAmongNumbersIsRefusedWithoutShowingIt() {
    ColumnSpec number =
        with(new ColumnKind.Numeric(false), Optional.empty(), Optional.of(2), Set.of());
    assertThatThrownBy(() -> values(number, "1", "anna"))
        .hasMessageContaining("text where numbers or dates must be, in 'x'")
        .hasMessageNotContaining("anna");
  }

  @Test
  void valuesOutsideTheRangeAreCounted() {
    ColumnSpec ranged =
        with(
            new ColumnKind.Numeric(false), Optional.of(new Range(0, 10)), Optional.of(0), Set.of());
    assertThat(counts(ranged, "-1", "0", "10", "10.4", "10.6").outside()).isEqualTo(2);
  }

  @Test
  void everyEngineGivesTheSameAndOtherColumnsAreSetAside() {
    String text = "id,sex,x\n7,M,1.5\n8,F,NA\n";
    ColumnSpec[] columns = {ColumnSpec.of("sex", SEX), ColumnSpec.number("x")};
    Coded<DataSet> read = read(text, columns);
    assertThat(read.data().setAside()).isEqualTo(java.util.Map.of("id", List.of("7", "8")));
    assertThat(read.data().specs()).containsExactly(columns);
    assertThat(read.data().levels().toArray()).containsExactly(2, 0);
    Coded<BlockData> blocks =
        DataReader.readCodedBlocks(
            new Sources(folder).text("b.csv", text),
            ReadOptions.defaults().withMissing(MissingPolicy.MEAN).withColumns(List.of(columns)));
    assertThat(blocks.data().size()).isEqualTo(2);
    assertThat(blocks.counts().get(1).missing()).isEqualTo(read.counts().get(1).missing()).isOne();
    assertThatThrownBy(() -> read("sexe,x\nM,1\n", columns))
        .hasMessageContaining("lacks 1 of the 2 columns")
        .hasMessageContaining("is it 'sex'?");
  }
}

package io.coterie.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.data.BlockData;
import io.coterie.data.DataReader;
import io.coterie.data.DataReader.Coded;
import io.coterie.data.ReadOptions;
import io.coterie.data.mapping.CellCoding;
import io.coterie.data.mapping.CellCounts;
import io.coterie.data.mapping.LevelCoding;
import io.coterie.data.mapping.Mapping;
import io.coterie.data.mapping.RecordCoder;
import io.coterie.federation.RecordEngine.Held;
import io.coterie.federation.RecordEngine.RecordSource;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.site.Records;
import io.coterie.study.SiteRecords;
import io.coterie.study.SiteSource;
import io.coterie.study.Study;
import io.coterie.study.file.MappingParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cells that are coded where Spark reads them, beside the same read in this process. */
class CodedFrameIT {
  private static final Study STUDY =
      Study.parse(
          """
          study: wards
          schema:
            missing: mean
            columns:
              - {name: chol, unit: mg/dL}
              - {name: sex, kind: binary, levels: [F, M]}
              - {name: stage, kind: category, levels: [one, two, other]}
              - {name: crp, log: true}
              - {name: born, kind: date, part: age, at: 2020-01-01}
              - {name: bmi}
              - {name: lacking}
          participation: {sites: [a, b, c]}
          """,
          "study.yaml");
  private static final Mapping MAPPING =
      MappingParser.parse(
          """
          missing: ["-9"]
          columns:
            chol: {unit: mmol/L, substance: cholesterol}
            sex: {from: gender, levels: {1: M, 2: F}}
            crp: {below: half}
            bmi: {sql: "number(kg) / (number(m) * number(m))"}
            lacking: {absent: true}
          """,
          "mapping.yaml",
          STUDY);

  @TempDir Path folder;
  private Path csv;

  @BeforeEach
  void write() throws IOException {
    RandomGenerator random = new Seed(3).random();
    StringBuilder text = new StringBuilder("gender,chol,stage,crp,born,kg,m,unused\n");
    for (int i = 0; i < 5000; i++) {
      text.append(
          String.format(
              Locale.ROOT,
              "%s,%s,%s,%s,19%02d-0%d-11,%.1f,%.2f,\"a,b\"%n",
              i % 7 == 0 ? "-9" : i % 2 == 0 ? "1" : "2.0",
              i % 11 == 0 ? "" : Double.toString(3 + 4 * random.nextDouble()),
              i % 5 == 0 ? "three" : i % 3 == 0 ? "one" : "TWO",
              i % 13 == 0 ? "<0.3" : String.format(Locale.ROOT, "%.3f", 0.4 + random.nextDouble()),
              20 + i % 70,
              1 + i % 9,
              60 + 30 * random.nextDouble(),
              1.5 + 0.4 * random.nextDouble()));
    }
    csv = Files.writeString(folder.resolve("ward.csv"), text);
  }

  private static ReadOptions options() {
    return SiteRecords.options(STUDY, SiteSource.of("x").withMapping(MAPPING));
  }

  private static Held read(String source) {
    CellCoding coding =
        new CellCoding(
            "The data", STUDY.schema().columns(), Optional.of(MAPPING), options().keepsFloats());
    return Cluster.session()
        .read(
            new RecordSource(
                source,
                STUDY.schema().names(),
                List.of(),
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.of(coding)));
  }

  private static double[] all(Records records) {
    long[] positions = new long[(int) records.size()];
    Arrays.setAll(positions, i -> i);
    Matrix selected = records.select(positions);
    return selected.array();
  }

  @Test
  void theyAreTheSameBitForBit() {
    Coded<BlockData> here = DataReader.readCodedBlocks(csv.toString(), options());
    Held there = read(csv.toString());
    assertThat(all(there.records())).isEqualTo(all(here.data().records()));
    assertThat(there.hasMissing()).isTrue();
    List<CellCounts> found = RecordCoder.total(there.findings(), STUDY.schema().columns().size());
    for (int j = 0; j < found.size(); j++) {
      assertThat(found.get(j))
          .usingRecursiveComparison()
          .ignoringFields("values")
          .isEqualTo(here.counts().get(j));
    }
  }

  @Test
  void alsoOfParquetWithTypes() {
    Path parquet = folder.resolve("ward.parquet");
    Cluster.spark()
        .read()
        .option("header", true)
        .csv(csv.toString())
        .selectExpr(
            "CAST(gender AS DOUBLE) AS gender",
            "CAST(chol AS DOUBLE) AS chol",
            "stage",
            "crp",
            "CAST(born AS DATE) AS born",
            "CAST(kg AS FLOAT) AS kg",
            "CAST(m AS DECIMAL(5, 2)) AS m")
        .coalesce(1)
        .write()
        .parquet(parquet.toString());
    String part = onlyPart(parquet);
    Coded<BlockData> here = DataReader.readCodedBlocks(part, options());
    assertThat(all(read(part).records())).isEqualTo(all(here.data().records()));
    assertThat(all(here.data().records()))
        .isEqualTo(all(DataReader.readCodedBlocks(csv.toString(), options()).data().records()));
  }

  private static String onlyPart(Path parquet) {
    try (var files = Files.list(parquet)) {
      return files
          .filter(file -> file.toString().endsWith(".parquet"))
          .findFirst()
          .orElseThrow()
          .toString();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void whatIsMissingIsSaidBeforeAnythingIsRead() throws IOException {
    Path other = Files.writeString(folder.resolve("other.csv"), "gender,chol\n1,2\n");
    assertThatThrownBy(() -> read(other.toString()))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("The 'sql' of column 'bmi' reads 'kg'");
  }

  private static final Study DRAFT =
      Study.parse(
          """
          study: wards
          method: profile
          schema:
            columns: [{name: chol, lower: 0, upper: 10}, {name: stage, kind: category}]
          participation: {sites: [a, b, c]}
          """,
          "study.yaml");

  private static List<List<String>> levels(LevelCoding coding, String source) {
    return coding.levels(
        Cluster.session()
            .read(
                new RecordSource(
                    source,
                    List.of(),
                    List.of(),
                    false,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(coding)))
            .findings());
  }

  @Test
  void levelsAreFoundAsInThisProcess() {
    LevelCoding coding = new LevelCoding("The data", DRAFT.schema().columns(), Optional.empty());
    assertThat(levels(coding, csv.toString()))
        .isEqualTo(SiteRecords.ownLevels(DRAFT, SiteSource.of(csv.toString())))
        .isEqualTo(List.of(List.of(), List.of("TWO", "one", "three")));
  }

  @Test
  void aColumnOfTooManyTextsIsNoCategory() throws IOException {
    StringBuilder text = new StringBuilder("chol,stage\n");
    for (int i = 0; i < 3000; i++) {
      text.append("5,note ").append(i).append('\n');
    }
    Path many = Files.writeString(folder.resolve("many.csv"), text);
    LevelCoding coding = new LevelCoding("The data", DRAFT.schema().columns(), Optional.empty());
    assertThatThrownBy(() -> levels(coding, many.toString()))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("more than 1000 different texts in column 'stage'");
  }
}

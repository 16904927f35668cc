package io.coterie.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.features.Representation;
import io.coterie.federation.RecordEngine;
import io.coterie.federation.RecordEngine.RecordSource;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.model.FittedModel;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.site.Records;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrameReaderIT {
  private static final Parallel ONE = Parallel.sequential();

  @TempDir Path folder;

  private RecordEngine.Held read(String text, boolean drops, String... features)
      throws IOException {
    Path file = folder.resolve("records.csv");
    Files.writeString(file, text);
    return Cluster.session()
        .read(
            new RecordSource(
                file.toString(),
                List.of(features),
                List.of("name"),
                drops,
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
  }

  private static Matrix all(Records records) {
    long[] positions = new long[(int) records.size()];
    java.util.Arrays.setAll(positions, i -> i);
    return records.select(positions);
  }

  @Test
  void theStudysColumnsAreReadInTheStudysOrder() throws IOException {
    RecordEngine.Held held = read("name,x,y\nann,1,2.5\nbob,-3,4e1\n", false, "y", "x");
    assertThat(all(held.records()).array()).containsExactly(2.5, 1, 40, -3);
    assertThat(held.hasMissing()).isFalse();
    assertThat(read("name,x,y\nann,1,2.5\n", false).columns()).containsExactly("x", "y");
  }

  @Test
  void missingValuesStayOrTheirRecordsGo() throws IOException {
    String text = "x,y\n1,2\n,3\nNA,4\n5,6\n";
    RecordEngine.Held kept = read(text, false, "x", "y");
    assertThat(kept.hasMissing()).isTrue();
    assertThat(all(kept.records()).array())
        .containsExactly(1, 2, Double.NaN, 3, Double.NaN, 4, 5, 6);
    RecordEngine.Held dropped = read(text, true, "x", "y");
    assertThat(dropped.hasMissing()).isFalse();
    assertThat(all(dropped.records()).array()).containsExactly(1, 2, 5, 6);
  }

  @Test
  void whatIsNoNumberIsRefusedWithoutBeingShown() {
    assertThatThrownBy(() -> read("x,y\n1,secret\n", false, "x", "y"))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("Column 'y' holds a value that is no number")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> read("x,y\n1,1e141\n", false, "x", "y"))
        .hasMessageContaining("Column 'y'");
    assertThatThrownBy(() -> read("x,y\n1,1\n", false, "x", "z"))
        .hasMessageContaining("lacks 1 of the 2 columns of the study: 'z'");
    assertThatThrownBy(() -> read("", false, "x")).isInstanceOf(CoterieException.class);
  }

  @Test
  void floatsOfParquetStayFloats() {
    Path place = folder.resolve("floats");
    Cluster.spark()
        .sql("SELECT CAST(0.1 AS FLOAT) AS x, CAST(id AS SMALLINT) AS y FROM range(0, 3, 1, 2)")
        .write()
        .parquet(place.toString());
    Records records =
        Cluster.session()
            .read(
                new RecordSource(
                    "sql:SELECT * FROM parquet.`" + place + "` ORDER BY y",
                    List.of("x", "y"),
                    List.of(),
                    false,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()))
            .records();
    assertThat(all(records).array()).containsExactly(0.1f, 0, 0.1f, 1, 0.1f, 2);
  }

  @Test
  void theMachinesWriteTheClustersBesideTheIds() {
    Matrix records = Blobs.of(90, new Seed(4));
    Cluster.table("named", records, 4);
    String target = folder.resolve("labels.parquet").toString();
    RecordEngine.Held held =
        Cluster.session()
            .read(
                new RecordSource(
                    "table:named",
                    Cluster.features(records),
                    List.of(),
                    false,
                    Optional.of("id"),
                    Optional.of(target),
                    Optional.empty()));
    Labels labels =
        held.records()
            .map((block, inside) -> block.copy(), ONE)
            .label((block, inside) -> FrameReaderIT.bySign(block), ONE);
    Matrix centers = Matrix.zeros(2, records.columns());
    centers.set(1, 0, 1);
    FittedModel model =
        new FittedModel(
            records.columns(), Representation.identity(), NearestPrototype.ofCenters(centers));
    held.writer().write(model);

    List<Row> rows =
        Cluster.spark()
            .read()
            .parquet(target)
            .sort("id")
            .select("id", "cluster", "second")
            .collectAsList();
    assertThat(rows).hasSize(90);
    for (Row row : rows) {
      int record = Integer.parseInt(row.getString(0).substring(1));
      assertThat(row.getInt(1))
          .isEqualTo(labels.of(record) + 1)
          .isEqualTo(sign(records.at(record, 0)) + 1);
      assertThat(row.getInt(2)).isEqualTo(3 - row.getInt(1));
    }
  }

  private static Labels bySign(Matrix block) {
    int[] clusters = new int[block.rows()];
    for (int i = 0; i < clusters.length; i++) {
      clusters[i] = sign(block.at(i, 0));
    }
    return Labels.of(clusters, 2);
  }

  private static int sign(double value) {
    return value > 2 ? 1 : 0;
  }
}

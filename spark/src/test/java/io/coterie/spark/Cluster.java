package io.coterie.spark;

import io.coterie.federation.RecordEngine;
import io.coterie.federation.RecordEngine.RecordSource;
import io.coterie.math.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Spark in the process of the tests, with two threads; a command that ends stops it. */
final class Cluster {
  private static final Map<String, String> SMALL =
      Map.of(
          "spark.sql.shuffle.partitions", "2",
          "spark.sql.codegen.wholeStage", "false", // compiling takes longer than a few rows
          "spark.sql.adaptive.enabled", "false",
          "spark.driver.bindAddress", "127.0.0.1",
          "spark.driver.host", "127.0.0.1",
          "spark.sql.warehouse.dir", "target/warehouse");

  private static RecordEngine.Session running;
  private static SparkSession spark;

  private Cluster() {}

  static synchronized RecordEngine.Session session() {
    if (running == null || spark.sparkContext().isStopped()) {
      running =
          RecordEngine.named("spark")
              .start(new RecordEngine.Settings(Optional.of("local[2]"), SMALL));
      spark = SparkSession.active();
    }
    return running;
  }

  static SparkSession spark() {
    session();
    return spark;
  }

  /** Makes a table of records, in order, with the columns f0, f1, … and id. */
  static void table(String name, Matrix records, int partitions) {
    table(spark(), name, records, partitions);
  }

  static void table(SparkSession spark, String name, Matrix records, int partitions) {
    StructType schema = new StructType();
    for (String feature : features(records)) {
      schema = schema.add(feature, DataTypes.DoubleType);
    }
    schema = schema.add("id", DataTypes.StringType);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < records.rows(); i++) {
      Object[] cells = new Object[records.columns() + 1];
      for (int j = 0; j < records.columns(); j++) {
        cells[j] = Double.isNaN(records.at(i, j)) ? null : records.at(i, j);
      }
      cells[records.columns()] = "r" + i;
      rows.add(RowFactory.create(cells));
    }
    JavaRDD<Row> spread =
        JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(rows, partitions);
    spark.createDataFrame(spread, schema).createOrReplaceTempView(name);
  }

  static List<String> features(Matrix records) {
    return IntStream.range(0, records.columns()).mapToObj(j -> "f" + j).toList();
  }

  /** Returns the source of a table's features alone. */
  static RecordSource source(String table, Matrix records) {
    return new RecordSource(
        "table:" + table,
        features(records),
        List.of(),
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}

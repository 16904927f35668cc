package io.coterie.spark;

import io.coterie.CoterieException;
import io.coterie.federation.RecordEngine.Held;
import io.coterie.federation.RecordEngine.RecordSource;
import io.coterie.federation.RowCoding;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.storage.StorageLevel;

/**
 * Reads what a study calls features from a Parquet or CSV place, a table or a query, and keeps it
 * on the cluster as blocks.
 */
record FrameReader(SparkSession session) {
  private static final String SQL = "sql:";
  private static final String TABLE = "table:";

  Held read(RecordSource source) {
    Dataset<Row> frame = frame(source.data());
    List<String> features = source.features();
    List<String> read;
    Optional<RowCoding.Bound> coding = source.coding().map(made -> bind(made, frame));
    boolean asFloats = true;
    if (coding.isPresent()) {
      read = coding.get().columns();
      read.forEach(name -> requireText(name, frame.schema().apply(name).dataType()));
      asFloats = coding.get().isShort();
    } else {
      features = features(frame, source);
      read = features;
      for (String feature : features) {
        DataType type = frame.schema().apply(feature).dataType();
        requireNumbers(feature, type);
        asFloats &= isExactAsFloat(type);
      }
    }
    Optional<String> ids =
        source.id().filter(id -> source.needsId() || Arrays.asList(frame.columns()).contains(id));
    ids.ifPresent(id -> requireColumns(frame, List.of(id)));
    List<Column> columns = new ArrayList<>(read.stream().map(FrameReader::column).toList());
    ids.ifPresent(id -> columns.add(column(id).cast(DataTypes.StringType)));
    JavaRDD<Rows.Packed> packed =
        frame
            .select(columns.toArray(Column[]::new))
            .javaRDD()
            .mapPartitions(
                new Rows(
                    features,
                    read.size(),
                    coding.orElse(null),
                    ids.isPresent(),
                    asFloats,
                    source.dropsIncomplete()))
            .persist(StorageLevel.MEMORY_AND_DISK());
    JavaRDD<Block> blocks = packed.map(Rows.Packed::block).filter(block -> block.rows() > 0);
    requireReadable(packed);
    List<Serializable> findings =
        coding.isPresent()
            ? packed.map(Rows.Packed::findings).filter(Objects::nonNull).collect()
            : List.of();
    Optional<LabelFiles> files =
        source.labels().map(folder -> new LabelFiles(session, folder, ids));
    boolean hasMissing = packed.filter(Rows.Packed::hasMissing).take(1).size() > 0;
    SparkRecords records =
        SparkRecords.of(
            JavaSparkContext.fromSparkContext(session.sparkContext()),
            blocks,
            features.size(),
            files);
    return new Held(records, features, hasMissing, findings, records::write);
  }

  /** Binds a coding to the columns that it reads, and sends what it needs to the machines. */
  private RowCoding.Bound bind(RowCoding coding, Dataset<Row> frame) {
    SparkEngine.addJars(session.sparkContext(), coding.libraries());
    List<String> read = coding.bind(Arrays.asList(frame.columns())).columns();
    return coding.bind(read);
  }

  private Dataset<Row> frame(String data) {
    String place = data.toLowerCase(Locale.ROOT);
    try {
      if (data.startsWith(SQL)) {
        return session.sql(data.substring(SQL.length()));
      } else if (data.startsWith(TABLE)) {
        return session.table(data.substring(TABLE.length()));
      } else if (place.matches(".*\\.(csv|tsv|txt)(\\.gz|\\.bz2)?/?")) {
        return session
            .read()
            .option("header", true)
            .option("sep", place.contains(".tsv") ? "\t" : ",")
            .csv(absolute(data));
      }
      return session.read().parquet(absolute(data));
    } catch (Exception e) { // Spark throws checked exceptions that it does not declare
      throw CoterieException.badData(
          ("Spark cannot read the data (%s). --data is a Parquet or CSV file or folder, table:NAME"
                  + " or 'sql:SELECT ...', and every machine of the cluster must reach it.")
              .formatted(e.getClass().getSimpleName()));
    }
  }

  /** Returns a place that means the same on every machine, if it is in a shared file system. */
  static String absolute(String place) {
    return place.matches("[a-zA-Z][a-zA-Z0-9+.-]+:.*")
        ? place
        : Path.of(place).toAbsolutePath().toUri().toString();
  }

  private static List<String> features(Dataset<Row> frame, RecordSource source) {
    List<String> features = source.features();
    if (features.isEmpty()) {
      features =
          Arrays.stream(frame.columns())
              .filter(name -> !source.ignored().contains(name))
              .filter(name -> !source.id().equals(Optional.of(name)))
              .toList();
    }
    requireColumns(frame, features);
    return features;
  }

  private static void requireColumns(Dataset<Row> frame, List<String> names) {
    List<String> present = Arrays.asList(frame.columns());
    List<String> absent = names.stream().filter(name -> !present.contains(name)).toList();
    if (!absent.isEmpty()) {
      throw CoterieException.badData(
          "The data lacks %d of the %d columns of the study: %s."
              .formatted(
                  absent.size(),
                  names.size(),
                  absent.stream()
                      .limit(8)
                      .map("'%s'"::formatted)
                      .collect(Collectors.joining(", "))));
    }
  }

  private static void requireNumbers(String name, DataType type) {
    if (!(type instanceof NumericType || type instanceof StringType)) {
      throw CoterieException.badData(
          "Column '%s' is of type %s; a feature is a number. Leave it out, or cast it in a query."
              .formatted(name, type.simpleString()));
    }
  }

  private static void requireText(String name, DataType type) {
    boolean hasText =
        type instanceof NumericType
            || type instanceof StringType
            || type.equals(DataTypes.BooleanType)
            || type.equals(DataTypes.DateType)
            || type.equals(DataTypes.TimestampType);
    if (!hasText) {
      throw CoterieException.badData(
          "Column '%s' is of type %s, of which no single value is made. Cast it in a query."
              .formatted(name, type.simpleString()));
    }
  }

  private static boolean isExactAsFloat(DataType type) {
    return type.equals(DataTypes.FloatType)
        || type.equals(DataTypes.ShortType)
        || type.equals(DataTypes.ByteType);
  }

  private static Column column(String name) {
    return functions.col("`" + name.replace("`", "``") + "`");
  }

  /** Refuses values that are no numbers; the first pass over the records finds them. */
  private static void requireReadable(JavaRDD<Rows.Packed> packed) {
    List<String> problems =
        packed.map(Rows.Packed::problem).filter(problem -> !problem.isEmpty()).take(1);
    if (!problems.isEmpty()) {
      throw CoterieException.badData(
          ("Column '%s' holds a value that is no number, or one beyond 1e140; a feature is a number"
                  + " that can be squared. Leave the column out, or clean it in a query.")
              .formatted(problems.get(0)));
    }
  }
}

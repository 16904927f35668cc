package io.coterie.spark;

import io.coterie.message.Labels;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Where the machines that hold the records write their clusters, as Parquet: one file for each
 * partition, with the record's id, or its position where it has none.
 *
 * @param folder which all machines reach
 * @param id the column that names a record
 */
record LabelFiles(SparkSession session, String folder, Optional<String> id) {
  /** A block's records, by their ids where they have any, with their clusters. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares it
  record LabelledBlock(String[] ids, Labels labels) implements Serializable {}

  void write(JavaRDD<LabelledBlock> labelled, long[] offsets) {
    boolean hasIds = id.isPresent();
    StructType schema =
        new StructType()
            .add(id.orElse("record"), hasIds ? DataTypes.StringType : DataTypes.LongType)
            .add("cluster", DataTypes.IntegerType);
    JavaRDD<Row> rows =
        labelled.mapPartitionsWithIndex(
            (partition, own) -> rows(own, offsets[partition], hasIds), false);
    session.createDataFrame(rows, schema).write().mode(SaveMode.Overwrite).parquet(folder);
  }

  private static Iterator<Row> rows(Iterator<LabelledBlock> own, long first, boolean hasIds) {
    return new Iterator<>() {
      private Iterator<Row> current = List.<Row>of().iterator();
      private long position = first;

      @Override
      public boolean hasNext() {
        while (!current.hasNext() && own.hasNext()) {
          LabelledBlock block = own.next();
          Labels labels = block.labels();
          List<Row> made = new ArrayList<>(labels.size());
          for (int i = 0; i < labels.size(); i++) {
            Object name = hasIds ? block.ids()[i] : (Object) position;
            made.add(RowFactory.create(name, labels.of(i) + 1)); // people count from 1
            position++;
          }
          current = made.iterator();
        }
        return current.hasNext();
      }

      @Override
      public Row next() {
        return current.next();
      }
    };
  }
}

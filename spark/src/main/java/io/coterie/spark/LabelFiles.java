package io.coterie.spark;

import io.coterie.math.Parallel;
import io.coterie.message.Labels;
import io.coterie.model.Certainty;
import io.coterie.model.FittedModel;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Where the machines that hold the records write their clusters, as Parquet: one file for each
 * partition, with the columns that a site's own file of labels has.
 *
 * <p>Not thread-safe: it keeps the clusters that records were given last.
 */
final class LabelFiles {
  private final SparkSession session;
  private final String folder;
  private final boolean hasIds;
  private Optional<JavaRDD<Labels>> labelled = Optional.empty();

  /** A block's records with their clusters. */
  private record LabelledBlock(Block block, Labels labels, Certainty certainty)
      implements Serializable {}

  /**
   * Makes files that are not written yet.
   *
   * @param folder which all machines reach
   * @param id the column that names a record
   */
  LabelFiles(SparkSession session, String folder, Optional<String> id) {
    this.session = session;
    this.folder = folder;
    this.hasIds = id.isPresent();
  }

  /** Keeps the clusters of blocks, which are kept on the machines already. */
  void keep(JavaRDD<Labels> found) {
    labelled.ifPresent(before -> before.unpersist(false));
    labelled = Optional.of(found);
  }

  /**
   * Writes the clusters that the records were given.
   *
   * @param blocks of the records as read
   * @param offsets the position of each partition's first record
   */
  void write(JavaRDD<Block> blocks, long[] offsets, FittedModel model) {
    JavaRDD<Labels> found =
        labelled.orElseThrow(() -> new IllegalStateException("The records have no clusters yet."));
    Broadcast<SentModel> sent =
        JavaSparkContext.fromSparkContext(session.sparkContext()).broadcast(SentModel.of(model));
    boolean withIds = hasIds;
    JavaRDD<Row> rows =
        blocks
            .zip(found)
            .map(pair -> judged(pair._1(), pair._2(), sent.value()))
            .mapPartitionsWithIndex(
                (partition, own) -> rows(own, offsets[partition], withIds), false);
    session.createDataFrame(rows, schema()).write().mode(SaveMode.Overwrite).parquet(folder);
    sent.destroy();
    found.unpersist(false);
    labelled = Optional.empty();
  }

  private StructType schema() {
    StructType schema = new StructType().add("record", DataTypes.LongType);
    if (hasIds) {
      schema = schema.add("id", DataTypes.StringType);
    }
    return schema
        .add("cluster", DataTypes.IntegerType)
        .add("probability", DataTypes.FloatType)
        .add("margin", DataTypes.FloatType)
        .add("second", DataTypes.IntegerType)
        .add("outlier", DataTypes.BooleanType);
  }

  private static LabelledBlock judged(Block block, Labels labels, SentModel model) {
    return new LabelledBlock(
        block, labels, model.model().certainty(block.matrix(), labels, Parallel.sequential()));
  }

  private static Iterator<Row> rows(Iterator<LabelledBlock> own, long first, boolean hasIds) {
    return new Iterator<>() {
      private Iterator<Row> current = List.<Row>of().iterator();
      private long position = first;

      @Override
      public boolean hasNext() {
        while (!current.hasNext() && own.hasNext()) {
          LabelledBlock block = own.next();
          List<Row> made = new ArrayList<>(block.labels().size());
          for (int i = 0; i < block.labels().size(); i++) {
            made.add(row(position++, block, i, hasIds));
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

  private static Row row(long position, LabelledBlock block, int i, boolean hasIds) {
    Certainty certainty = block.certainty();
    float probability = certainty.probability(i);
    List<Object> cells = new ArrayList<>();
    cells.add(position);
    if (hasIds) {
      cells.add(block.block().ids()[i]);
    }
    cells.add(block.labels().of(i) + 1); // people count from 1
    cells.add(Float.isNaN(probability) ? null : (Object) probability);
    cells.add(certainty.margin(i));
    cells.add(certainty.second(i) < 0 ? null : (Object) (certainty.second(i) + 1));
    cells.add(certainty.hasLimit(i) ? (Object) certainty.isOutlier(i) : null);
    return RowFactory.create(cells.toArray());
  }
}

package io.coterie.spark;

import io.coterie.CoterieException;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Labels;
import io.coterie.model.FittedModel;
import io.coterie.site.Records;
import io.coterie.site.Records.BlockFunction;
import io.coterie.spark.OrderedTree.Numbered;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;

/**
 * Records in the partitions of a Spark job. A pass is broadcast, runs on each partition's blocks
 * with the code that a site in memory runs on its matrix, and what it gives is added up in a tree.
 *
 * <p>Not thread-safe.
 */
final class SparkRecords implements Records {
  private final JavaSparkContext context;
  private final JavaRDD<Block> blocks;
  private final Shape shape;
  private final Optional<LabelFiles> files;
  private Optional<JavaRDD<Block>> unused;
  private final boolean isSource;

  /**
   * How the records lie.
   *
   * @param offsets the position of each partition's first record, and at the end their number
   * @param features how many values a record has
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares it
  private record Shape(long[] offsets, int features) {
    long size() {
      return offsets[offsets.length - 1];
    }
  }

  private SparkRecords(
      JavaSparkContext context,
      JavaRDD<Block> blocks,
      Shape shape,
      Optional<LabelFiles> files,
      Optional<SparkRecords> origin) {
    this.context = context;
    this.blocks = blocks;
    this.shape = shape;
    this.files = files;
    this.isSource = origin.isEmpty();
    this.unused = origin.filter(records -> !records.isSource).map(records -> records.blocks);
  }

  /** Takes over blocks that are kept already. */
  static SparkRecords of(
      JavaSparkContext context, JavaRDD<Block> blocks, int features, Optional<LabelFiles> files) {
    List<Long> rows =
        blocks
            .mapPartitions(
                own -> {
                  long sum = 0;
                  while (own.hasNext()) {
                    sum += own.next().rows();
                  }
                  return Collections.singletonList(sum).iterator();
                })
            .collect();
    long[] offsets = new long[rows.size() + 1];
    for (int p = 0; p < rows.size(); p++) {
      offsets[p + 1] = offsets[p] + rows.get(p);
    }
    return new SparkRecords(context, blocks, new Shape(offsets, features), files, Optional.empty());
  }

  @Override
  public long size() {
    return shape.size();
  }

  @Override
  public int features() {
    return shape.features();
  }

  @Override
  public boolean isOneBlock() {
    return false;
  }

  @Override
  public Matrix whole() {
    throw CoterieException.usage(
        "This method needs all records of a site at once, which --engine spark does not bring"
            + " together. It is for anchor-graph, anchor-graph:groups, k-fed, ffcm and dp-lloyd.");
  }

  @Override
  public <T> T reduce(BlockFunction<T> function, Merge<T> merge, Parallel parallel) {
    if (size() == 0) {
      return function.of(Matrix.zeros(0, features()), parallel);
    }
    Broadcast<BlockFunction<T>> sent = context.broadcast(function);
    JavaRDD<Numbered<T>> results =
        blocks.mapPartitionsWithIndex(
            (partition, own) -> fold(partition, own, sent.value(), merge), false);
    T total = OrderedTree.reduce(results, merge);
    sent.destroy();
    forgetOrigin();
    return total;
  }

  /** Goes over one partition's blocks, where they are. */
  private static <T> Iterator<Numbered<T>> fold(
      int partition, Iterator<Block> own, BlockFunction<T> function, Merge<T> merge) {
    Parallel inTask = Parallel.sequential(); // a partition is a task, and a core has one
    T sum = null;
    while (own.hasNext()) {
      T next = function.of(own.next().matrix(), inTask);
      sum = sum == null ? next : merge.of(sum, next);
    }
    return sum == null
        ? Collections.emptyIterator()
        : Collections.singletonList(new Numbered<>(partition, sum)).iterator();
  }

  /** Lets go of what these records were made of, once they are kept themselves. */
  private void forgetOrigin() {
    unused.ifPresent(origin -> origin.unpersist(false));
    unused = Optional.empty();
  }

  @Override
  public Records map(BlockFunction<Matrix> function, Parallel parallel) {
    Broadcast<BlockFunction<Matrix>> sent = context.broadcast(function);
    JavaRDD<Block> mapped =
        blocks
            .map(block -> block.with(sent.value().of(block.matrix(), Parallel.sequential())))
            .persist(StorageLevel.MEMORY_AND_DISK());
    int width = function.of(Matrix.zeros(0, features()), parallel).columns();
    return new SparkRecords(
        context, mapped, new Shape(shape.offsets(), width), files, Optional.of(this));
  }

  @Override
  public Labels label(BlockFunction<Labels> function, Parallel parallel) {
    Broadcast<BlockFunction<Labels>> sent = context.broadcast(function);
    JavaRDD<Labels> labelled =
        blocks
            .map(block -> sent.value().of(block.matrix(), Parallel.sequential()))
            .persist(StorageLevel.MEMORY_AND_DISK());
    List<Labels> parts = labelled.collect();
    if (files.isPresent()) {
      files.get().keep(labelled);
    } else {
      labelled.unpersist(false);
    }
    return joined(parts, Math.toIntExact(size()));
  }

  /** Writes the clusters that records were given last; these are the records as read. */
  void write(FittedModel model) {
    files.ifPresent(target -> target.write(blocks, shape.offsets(), model));
  }

  private static Labels joined(List<Labels> parts, int size) {
    int[] clusters = new int[size];
    int at = 0;
    int clusterCount = 1;
    for (Labels part : parts) {
      System.arraycopy(part.toArray(), 0, clusters, at, part.size());
      at += part.size();
      clusterCount = part.clusterCount();
    }
    return Labels.of(clusters, clusterCount);
  }

  @Override
  public Matrix select(long[] positions) {
    long[] offsets = shape.offsets();
    int width = features();
    Broadcast<long[]> wanted = context.broadcast(positions);
    List<Matrix> parts =
        blocks
            .mapPartitionsWithIndex(
                (partition, own) -> chosen(offsets[partition], own, wanted.value(), width), false)
            .collect();
    forgetOrigin();
    return parts.isEmpty() ? Matrix.zeros(0, width) : Matrix.stacked(parts);
  }

  /** Returns the wanted records of one partition, of which the first is at the given position. */
  private static Iterator<Matrix> chosen(
      long first, Iterator<Block> own, long[] wanted, int width) {
    List<Matrix> found = new ArrayList<>();
    long from = first;
    while (own.hasNext()) {
      Block block = own.next();
      int low = lowerBound(wanted, from);
      int high = lowerBound(wanted, from + block.rows());
      if (high > low) {
        Matrix rows = Matrix.zeros(high - low, width);
        for (int k = low; k < high; k++) {
          block.copy((int) (wanted[k] - from), rows, k - low);
        }
        found.add(rows);
      }
      from += block.rows();
    }
    return found.iterator();
  }

  private static int lowerBound(long[] sorted, long value) {
    int at = Arrays.binarySearch(sorted, value);
    return at < 0 ? -at - 1 : at;
  }
}

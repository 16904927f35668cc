package io.coterie.spark;

import io.coterie.site.Records.Merge;
import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;

/**
 * Adds up what partitions gave as a tree of two levels, neighbors first and always in the order of
 * the partitions, so that sums have the same bits however the tasks ran. Spark's own treeReduce
 * merges as results come in.
 */
final class OrderedTree {
  /** Up to this many results go to the driver as they are. */
  private static final int FEW = 16;

  private OrderedTree() {}

  /** What a partition gave. */
  record Numbered<T>(int partition, T value) implements Serializable {}

  static <T> T reduce(JavaRDD<Numbered<T>> results, Merge<T> merge) {
    int partitions = results.getNumPartitions();
    if (partitions <= FEW) {
      return merged(results.collect(), merge).value();
    }
    int stretch = (int) Math.ceil(Math.sqrt(partitions));
    int count = (partitions + stretch - 1) / stretch;
    JavaPairRDD<Integer, Numbered<T>> keyed =
        results.mapToPair(result -> new scala.Tuple2<>(result.partition() / stretch, result));
    JavaRDD<Numbered<T>> fewer =
        keyed
            .groupByKey(new HashPartitioner(count)) // a whole number is its own hash
            .map(
                group ->
                    merged(StreamSupport.stream(group._2().spliterator(), false).toList(), merge));
    return merged(fewer.collect(), merge).value();
  }

  private static <T> Numbered<T> merged(List<Numbered<T>> results, Merge<T> merge) {
    return results.stream()
        .sorted(Comparator.comparingInt(Numbered::partition))
        .reduce(
            (one, other) -> new Numbered<>(one.partition(), merge.of(one.value(), other.value())))
        .orElseThrow();
  }
}

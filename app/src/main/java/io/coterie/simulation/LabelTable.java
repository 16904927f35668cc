package io.coterie.simulation;

import io.coterie.data.LabelLines;
import io.coterie.data.Positions;
import io.coterie.federation.RunResult;
import io.coterie.math.IntVector;
import io.coterie.message.Labels;
import io.coterie.partition.Partition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The sites' answers put side by side, in order of the records: one line for each record, or where
 * sites overlap one for each site that holds it.
 *
 * @param rows the record of each line
 * @param sites the site of each line
 * @param clusters the cluster of each line
 */
record LabelTable(IntVector rows, List<String> sites, Labels clusters) {
  static LabelTable of(Partition partition, RunResult result) {
    int records = 0;
    int lines = 0;
    for (Partition.Site site : partition.sites()) {
      int[] held = site.toArray();
      lines += held.length;
      records = Math.max(records, held.length == 0 ? 0 : held[held.length - 1] + 1);
    }
    int[] next = firstLines(partition, records);
    int[] rows = new int[lines];
    String[] sites = new String[lines];
    int[] clusters = new int[lines];
    for (Partition.Site site : partition.sites()) {
      Labels labels = result.labels().get(site.name());
      int[] held = site.toArray();
      for (int i = 0; i < held.length; i++) {
        int line = next[held[i]]++;
        rows[line] = held[i];
        sites[line] = site.name();
        clusters[line] = labels.of(i);
      }
    }
    int clusterCount = result.model().clusters().clusterCount();
    return new LabelTable(
        IntVector.of(rows), Arrays.asList(sites), Labels.of(clusters, clusterCount));
  }

  private static int[] firstLines(Partition partition, int records) {
    int[] first = new int[records + 1];
    for (Partition.Site site : partition.sites()) {
      for (int row : site.toArray()) {
        first[row + 1]++;
      }
    }
    for (int row = 0; row < records; row++) {
      first[row + 1] += first[row];
    }
    return first;
  }

  /** Returns the lines with the records' positions in the input. */
  LabelLines lines(Positions positions) {
    int[] records = new int[rows.size()];
    Arrays.setAll(records, line -> positions.of(rows.at(line)));
    return new LabelLines(IntVector.of(records), sites, clusters);
  }

  /** Returns how many lines each cluster has. */
  List<Integer> sizes() {
    List<Integer> sizes = new ArrayList<>();
    int[] counts = new int[clusters.clusterCount()];
    for (int line = 0; line < clusters.size(); line++) {
      counts[clusters.of(line)]++;
    }
    Arrays.stream(counts).forEach(sizes::add);
    return sizes;
  }
}

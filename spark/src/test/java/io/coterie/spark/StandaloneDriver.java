package io.coterie.spark;

import io.coterie.federation.RecordEngine;
import io.coterie.federation.RunResult;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.plan.StudyPlan;
import io.coterie.site.SiteData;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** The driver of {@link StandaloneIT}: compares a site on the cluster with one in memory. */
final class StandaloneDriver {
  private StandaloneDriver() {}

  public static void main(String[] words) {
    RecordEngine.Settings settings =
        new RecordEngine.Settings(
            Optional.of(words[0]),
            Map.ofEntries(
                Map.entry("spark.executor.memory", "480m"),
                Map.entry("spark.testing.memory", "471859200"),
                Map.entry("spark.executor.cores", "1"),
                Map.entry("spark.cores.max", "2"),
                Map.entry("spark.scheduler.minRegisteredResourcesRatio", "1.0"),
                Map.entry("spark.scheduler.maxRegisteredResourcesWaitingTime", "300s"),
                Map.entry("spark.driver.host", "127.0.0.1"),
                Map.entry("spark.driver.bindAddress", "127.0.0.1"),
                Map.entry("spark.network.timeout", "600s"),
                Map.entry("spark.sql.codegen.wholeStage", "false"),
                Map.entry("spark.executor.extraJavaOptions", StandaloneIT.BRIEF),
                // Where the classes are folders, there is no jar to send.
                Map.entry("spark.executor.extraClassPath", System.getProperty("java.class.path")),
                Map.entry("spark.sql.warehouse.dir", words[1] + "/warehouse")));
    int exit = 1;
    try (RecordEngine.Session session = RecordEngine.named("spark").start(settings)) {
      SparkSession spark = SparkSession.active();
      Matrix records = Blobs.of(600, new Seed(8));
      Cluster.table(spark, "records", records, 6);
      SiteData site =
          SiteData.of("alone", session.read(Cluster.source("records", records)).records());
      StudyPlan plan = Blobs.plan("anchor-graph");
      RunResult cluster = Blobs.run(plan, List.of(site));
      RunResult local = Blobs.run(plan, List.of(SiteData.of("alone", records)));
      int executors = places(spark).size();
      boolean isEqual = cluster.labels().equals(local.labels());
      System.out.println("executors: " + executors);
      System.out.println("anchor-graph: " + (isEqual ? "equal" : "different"));
      exit = isEqual ? 0 : 1;
    }
    System.exit(exit);
  }

  /** Returns the processes in which tasks run; the driver runs none. */
  private static Set<Long> places(SparkSession spark) {
    return new TreeSet<>(
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(List.of(1, 2, 3, 4, 5, 6), 6)
            .map(
                task -> {
                  Thread.sleep(200); // so that one process cannot take them all
                  return ProcessHandle.current().pid();
                })
            .collect());
  }
}

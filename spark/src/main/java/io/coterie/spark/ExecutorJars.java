package io.coterie.spark;

import java.io.File;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;

/** What the machines of a cluster need of Coterie: core, this add-on and OpenBLAS. */
final class ExecutorJars {
  private static final String JARS = "spark.jars";

  private ExecutorJars() {}

  /** Adds the jars of this class path, which Spark copies to its executors. */
  static void add(SparkConf conf) {
    String own =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> isNeeded(new File(entry).getName()))
            .map(entry -> new File(entry).getAbsolutePath())
            .collect(Collectors.joining(","));
    String before = conf.get(JARS, "");
    if (!own.isEmpty()) {
      conf.set(JARS, before.isEmpty() ? own : before + "," + own);
    }
  }

  private static boolean isNeeded(String name) {
    return name.matches("(coterie-core|coterie-spark|openblas|javacpp)-.*\\.jar");
  }
}

package io.coterie.spark;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.federation.RecordEngine;
import io.coterie.federation.RecordEngine.RecordSource;
import io.coterie.federation.SiteHost;
import io.coterie.math.Seed;
import io.coterie.plan.StudyPlan;
import io.coterie.site.SiteData;
import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** Spark as the engine of a site. */
public final class SparkEngine implements RecordEngine {
  private static final String MASTER = "spark.master";
  private static final String JARS = "spark.jars";
  private static final String NEEDED_JARS =
      "(coterie-core|coterie-spark|openblas|javacpp)-.*\\.jar";

  @Override
  public String name() {
    return "spark";
  }

  @Override
  public Session start(Settings settings) {
    SparkConf conf = new SparkConf(); // with what spark-submit said
    settings.master().ifPresent(conf::setMaster);
    conf.setIfMissing(MASTER, "local[*]");
    conf.setIfMissing("spark.app.name", "coterie");
    conf.setIfMissing("spark.ui.enabled", "false"); // it would show plans and columns to anybody
    conf.setIfMissing("spark.log.level", "ERROR");
    settings.properties().forEach(conf::set);
    if (!conf.get(MASTER).startsWith("local")) {
      addJars(conf);
    }
    try {
      return new Running(SparkSession.builder().config(conf).getOrCreate());
    } catch (RuntimeException e) {
      throw new CoterieException(
          ErrorCode.NETWORK,
          ("Spark does not start at %s (%s). Check --master, that its machines run, and that they"
                  + " have the same versions of Spark and Java.")
              .formatted(
                  conf.get(MASTER), String.valueOf(e.getMessage()).lines().findFirst().orElse("")),
          e);
    }
  }

  /** Adds what the machines of a cluster need of this class path: Spark copies it to executors. */
  private static void addJars(SparkConf conf) {
    String own = String.join(",", jars(NEEDED_JARS));
    String before = conf.get(JARS, "");
    if (!own.isEmpty()) {
      conf.set(JARS, before.isEmpty() ? own : before + "," + own);
    }
  }

  /** Does the same later, for jars whose names begin in one of these ways. */
  static void addJars(SparkContext context, List<String> libraries) {
    if (!context.isLocal()) {
      libraries.stream()
          .flatMap(name -> jars(Pattern.quote(name) + "-.*\\.jar").stream())
          .forEach(context::addJar);
    }
  }

  private static List<String> jars(String pattern) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(File::new)
        .filter(entry -> entry.getName().matches(pattern))
        .map(File::getAbsolutePath)
        .toList();
  }

  private record Running(SparkSession session) implements Session {
    @Override
    public String description() {
      return "Spark %s at %s".formatted(session.version(), session.sparkContext().master());
    }

    @Override
    public Held read(RecordSource source) {
      return new FrameReader(session).read(source);
    }

    @Override
    public SiteHost host(StudyPlan plan, List<SiteData> sites, Seed seed) {
      return new SiteTasks(
          JavaSparkContext.fromSparkContext(session.sparkContext()), plan, sites, seed);
    }

    @Override
    public void close() {
      session.stop();
    }
  }
}

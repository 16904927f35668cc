package io.coterie.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.coterie.testing.Await;
import io.coterie.testing.FreePort;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A site on a standalone master with two workers, each a process of its own on loopback. The driver
 * is another one, as a process has one Spark alone.
 */
class StandaloneIT {
  /**
   * Six processes start on a machine that may be busy; the test takes about 20 s of an idle one.
   */
  private static final long START_SECONDS = 300;

  private static final long RUN_SECONDS = 900;

  /** Processes that live for seconds: what a longer life would pay back costs them alone. */
  static final String BRIEF = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  @TempDir Path folder;

  private final List<Process> processes = new ArrayList<>();
  private final List<Path> links = new ArrayList<>();

  @AfterEach
  void end() throws InterruptedException, IOException {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly); // a worker's executors
      process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
    for (Path link : links) {
      Files.delete(link);
    }
  }

  @Test
  void twoWorkersGiveTheLabelsOfASiteInMemory() throws Exception {
    Path home = home();
    int port = FreePort.next();
    String master = "spark://127.0.0.1:" + port;
    start(
        "master",
        home,
        "org.apache.spark.deploy.master.Master",
        "--host",
        "127.0.0.1",
        "--port",
        Integer.toString(port),
        "--webui-port",
        Integer.toString(FreePort.next()));
    for (String worker : List.of("worker-1", "worker-2")) {
      start(
          worker,
          home,
          "org.apache.spark.deploy.worker.Worker",
          "--host",
          "127.0.0.1",
          "--cores",
          "1",
          "--memory",
          "512M",
          "--webui-port",
          Integer.toString(FreePort.next()),
          "--work-dir",
          folder.resolve(worker).toString(),
          master);
    }
    awaitWorkers();
    Process driver =
        start("driver", home, StandaloneDriver.class.getName(), master, folder.toString());
    boolean ended = driver.waitFor(RUN_SECONDS, TimeUnit.SECONDS);
    String told = log("driver");
    assertThat(ended).as("in %d s: %s", RUN_SECONDS, told).isTrue();
    assertThat(told).contains("executors: 2").contains("anchor-graph: equal");
    assertThat(driver.exitValue()).as(told).isZero();
  }

  /** Makes a folder that looks like a Spark installation: its jars alone. */
  private Path home() throws IOException {
    Path jars = Files.createDirectories(folder.resolve("spark-home").resolve("jars"));
    List<Path> libraries =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> entry.endsWith(".jar"))
            .map(Path::of)
            .toList();
    assumeTrue(
        libraries.stream().anyMatch(jar -> jar.getFileName().toString().startsWith("spark-core")),
        "SKIPPED: Spark's jars are not on the class path, so no cluster can be started");
    for (Path library : libraries) {
      links.add(Files.createSymbolicLink(jars.resolve(library.getFileName()), library));
    }
    return jars.getParent();
  }

  private Process start(String name, Path home, String main, String... words) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(ProcessHandle.current().info().command().orElse("java"));
    line.add("-Xmx400m");
    line.addAll(List.of(BRIEF.split(" ")));
    line.add("-Dlog4j2.configurationFile=" + talkative());
    line.addAll(List.of(System.getProperty("coterie.spark.opens").split(" ")));
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    line.addAll(List.of(words));
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".log").toFile());
    builder.environment().put("SPARK_HOME", home.toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().remove("SPARK_CONF_DIR");
    builder.environment().remove("SPARK_MASTER_OPTS");
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  /** Returns a file that lets a worker say when it is ready. */
  private Path talkative() throws IOException {
    return Files.writeString(
        folder.resolve("log4j2.properties"),
        """
        rootLogger.level = info
        rootLogger.appenderRef.out.ref = out
        appender.out.type = Console
        appender.out.name = out
        """);
  }

  private void awaitWorkers() {
    Await.until(
        () -> {
          assertThat(processes).as(log("master") + log("worker-1")).allMatch(Process::isAlive);
          return isRegistered("worker-1") && isRegistered("worker-2");
        },
        Duration.ofSeconds(START_SECONDS),
        () -> "The workers did not register: " + log("worker-1"));
  }

  private boolean isRegistered(String worker) {
    return log(worker).contains("Successfully registered with master");
  }

  private String log(String name) {
    Path file = folder.resolve(name + ".log");
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.coterie.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.data.DataReader;
import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.method.Methods;
import io.coterie.store.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "doctor",
    description = "Checks that this machine can run Coterie, and says what to mend if not.")
final class DoctorCommand implements Callable<Integer> {
  private static final int OLDEST_JAVA = 17;
  private static final long SMALL_HEAP_MB = 512;

  private final Terminal terminal;

  @Mixin OutputOptions output;

  DoctorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  private enum Verdict {
    FINE,
    WARNING,
    FAILED
  }

  private record Check(String name, Verdict verdict, String detail) {}

  @Override
  public Integer call() {
    Console console = output.console(terminal);
    List<Check> checks = new ArrayList<>();
    checks.add(java());
    checks.add(heap());
    checks.add(fine("cores", Integer.toString(Runtime.getRuntime().availableProcessors())));
    checks.add(openBlas());
    checks.add(duckDb());
    checks.add(methods());
    checks.add(writable("temporary folder", Path.of(System.getProperty("java.io.tmpdir"))));
    checks.add(writable("working folder", Path.of("")));
    checks.add(dataFolder());
    boolean failed = checks.stream().anyMatch(check -> check.verdict() == Verdict.FAILED);
    report(console, checks, failed);
    return failed ? 1 : 0;
  }

  private static Check java() {
    int version = Runtime.version().feature();
    String text = "%s, %s".formatted(Runtime.version(), System.getProperty("java.vm.name"));
    return version >= OLDEST_JAVA
        ? fine("Java", text)
        : new Check("Java", Verdict.FAILED, text + "; install a JDK of version 17 or newer");
  }

  private static Check heap() {
    long megabytes = Runtime.getRuntime().maxMemory() >> 20;
    String text = "%d MB".formatted(megabytes);
    return megabytes >= SMALL_HEAP_MB
        ? fine("heap", text)
        : new Check(
            "heap", Verdict.WARNING, text + "; raise it with COTERIE_JAVA_OPTS=-Xmx2g or more");
  }

  private static Check openBlas() {
    try {
      Matrix product =
          Blas.multiply(
              Matrix.ofRows(new double[][] {{1, 2}, {3, 4}}),
              Matrix.ofRows(new double[][] {{5, 6}, {7, 8}}));
      return Arrays.equals(product.array(), new double[] {19, 22, 43, 50})
          ? fine("OpenBLAS", "loads and multiplies right")
          : new Check("OpenBLAS", Verdict.FAILED, "multiplies wrong; report this machine");
    } catch (LinkageError e) {
      return new Check(
          "OpenBLAS", Verdict.FAILED, "does not load on this system and processor: " + e);
    }
  }

  private static Check duckDb() {
    try {
      return fine("DuckDB", DataReader.duckDbVersion());
    } catch (RuntimeException e) {
      return new Check(
          "DuckDB", Verdict.WARNING, "does not load; Parquet and SQL cannot be read or written");
    }
  }

  private static Check methods() {
    return Methods.all().isEmpty()
        ? new Check("methods", Verdict.FAILED, "none found; build Coterie again")
        : fine("methods", String.join(", ", Methods.all().keySet()));
  }

  private static Check writable(String name, Path folder) {
    Path whole = folder.toAbsolutePath();
    try {
      Files.delete(Files.createTempFile(whole, ".coterie", ""));
      return fine(name, "%s can be written".formatted(whole));
    } catch (IOException e) {
      return new Check(
          name, Verdict.WARNING, "%s cannot be written; name another with --out".formatted(whole));
    }
  }

  private static Check dataFolder() {
    String folder = System.getenv("COTERIE_DATA");
    if (folder == null) {
      return fine("data folder", "COTERIE_DATA is not set; only bench needs it");
    }
    return Files.isDirectory(Path.of(folder))
        ? fine("data folder", folder)
        : new Check(
            "data folder", Verdict.WARNING, "COTERIE_DATA is %s, no folder".formatted(folder));
  }

  private static Check fine(String name, String detail) {
    return new Check(name, Verdict.FINE, detail);
  }

  private static void report(Console console, List<Check> checks, boolean failed) {
    ObjectNode node = Json.object();
    ArrayNode list = node.putArray("checks");
    Table table = Table.ofFacts();
    for (Check check : checks) {
      String verdict = check.verdict().name().toLowerCase(java.util.Locale.ROOT);
      list.addObject()
          .put("name", check.name())
          .put("verdict", verdict)
          .put("detail", check.detail());
      table.row(check.name(), verdict, check.detail());
    }
    console.say(table);
    console.say(
        "",
        failed
            ? console.paint(Paint.RED, "Coterie cannot run here until that is mended.")
            : console.paint(Paint.GREEN, "Coterie can run here."));
    console.finish(node, failed ? 1 : 0);
  }
}

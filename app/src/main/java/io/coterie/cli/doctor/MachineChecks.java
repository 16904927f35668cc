package io.coterie.cli.doctor;

import io.coterie.ErrorCode;
import io.coterie.data.DataReader;
import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.method.Methods;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Whether this machine can run Coterie. */
final class MachineChecks {
  private static final int OLDEST_JAVA = 17;
  private static final long SMALL_HEAP_MB = 512;
  private static final long SMALL_DISK_MB = 1024;
  private static final long FULL_DISK_MB = 64;

  private MachineChecks() {}

  static List<Check> all() {
    return List.of(
        java(),
        heap(),
        Check.ok("cores", Integer.toString(Runtime.getRuntime().availableProcessors())),
        openBlas(),
        duckDb(),
        methods(),
        writable("temporary folder", Path.of(System.getProperty("java.io.tmpdir"))),
        writable("working folder", Path.of("")),
        dataFolder());
  }

  private static Check java() {
    int version = Runtime.version().feature();
    String text = "%s, %s".formatted(Runtime.version(), System.getProperty("java.vm.name"));
    return version >= OLDEST_JAVA
        ? Check.ok("Java", text)
        : Check.fail("Java", ErrorCode.INTERNAL, text + "; install a JDK of version 17 or newer");
  }

  static Check heap() {
    long megabytes = Runtime.getRuntime().maxMemory() >> 20;
    String text = "%d MB".formatted(megabytes);
    return megabytes >= SMALL_HEAP_MB
        ? Check.ok("heap", text)
        : Check.warn("heap", text + "; raise it with COTERIE_JAVA_OPTS=-Xmx2g or more");
  }

  /** Looks whether there is room for a journal. */
  static Check disk(Path folder) {
    Path whole = folder.toAbsolutePath();
    while (whole.getParent() != null && !Files.exists(whole)) {
      whole = whole.getParent();
    }
    long megabytes;
    try {
      megabytes = Files.getFileStore(whole).getUsableSpace() >> 20;
    } catch (IOException e) {
      return Check.warn("disk", "the free space of %s cannot be found out".formatted(whole));
    }
    String text = "%,d MB free in %s".formatted(megabytes, folder);
    if (megabytes < FULL_DISK_MB) {
      return Check.fail("disk", ErrorCode.OUTPUT, text + "; make room, the journal needs it");
    }
    return megabytes < SMALL_DISK_MB
        ? Check.warn("disk", text + "; a journal keeps every message, so make room")
        : Check.ok("disk", text);
  }

  private static Check openBlas() {
    try {
      Matrix product =
          Blas.multiply(
              Matrix.ofRows(new double[][] {{1, 2}, {3, 4}}),
              Matrix.ofRows(new double[][] {{5, 6}, {7, 8}}));
      return Arrays.equals(product.array(), new double[] {19, 22, 43, 50})
          ? Check.ok("OpenBLAS", "loads and multiplies right")
          : Check.fail("OpenBLAS", ErrorCode.INTERNAL, "multiplies wrong; report this machine");
    } catch (LinkageError e) {
      return Check.fail(
          "OpenBLAS", ErrorCode.INTERNAL, "does not load on this system and processor: " + e);
    }
  }

  private static Check duckDb() {
    try {
      return Check.ok("DuckDB", DataReader.duckDbVersion());
    } catch (RuntimeException e) {
      return Check.warn("DuckDB", "does not load; Parquet and SQL cannot be read or written");
    }
  }

  private static Check methods() {
    return Methods.all().isEmpty()
        ? Check.fail("methods", ErrorCode.INTERNAL, "none found; build Coterie again")
        : Check.ok("methods", String.join(", ", Methods.all().keySet()));
  }

  static Check writable(String name, Path folder) {
    Path whole = folder.toAbsolutePath();
    try {
      Files.delete(Files.createTempFile(whole, ".coterie", ""));
      return Check.ok(name, "%s can be written".formatted(whole));
    } catch (IOException e) {
      return Check.warn(name, "%s cannot be written; name another with --out".formatted(whole));
    }
  }

  private static Check dataFolder() {
    String folder = System.getenv("COTERIE_DATA");
    if (folder == null) {
      return Check.ok("data folder", "COTERIE_DATA is not set; only bench needs it");
    }
    return Files.isDirectory(Path.of(folder))
        ? Check.ok("data folder", folder)
        : Check.warn("data folder", "COTERIE_DATA is %s, no folder".formatted(folder));
  }
}

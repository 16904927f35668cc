package io.coterie.cli.options;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.log.ProcessLog;
import io.coterie.store.Version;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.logging.Level;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** What a process that runs for long logs, and where. */
public final class LogOptions {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessLog.class);

  private static final String ERROR_STREAM = "-";

  /** The classes that read records. */
  private static final Pattern DATA =
      Pattern.compile("io\\.coterie\\.(data|spark)\\..*|.*\\.(OpenedSiteData|SiteRecords)");

  private static final Map<String, Level> LEVELS =
      Map.of(
          "error", Level.SEVERE,
          "warn", Level.WARNING,
          "info", Level.INFO,
          "debug", Level.FINE);

  @Option(
      names = "--log-file",
      paramLabel = "FILE",
      description = {
        "Where the log goes; - is the error stream. At 10 MB a file is renamed to FILE.1, in place of",
        "the one before. Default: coordinator.log or site-NAME.log in --home."
      })
  String file;

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      defaultValue = "info",
      description = "The least that is logged: error, warn, info or debug. Default: info.")
  String level;

  @Option(
      names = "--log-format",
      paramLabel = "text|json",
      defaultValue = "text",
      description = "Lines of text, or a JSON object a line. Default: ${DEFAULT-VALUE}.")
  String format;

  /**
   * Runs a command while its log is open. What ends it is in the log: its error, a signal, or a
   * fault with its stack.
   *
   * @param usual the file where no other is given
   */
  public int during(Path usual, IntSupplier command) {
    ProcessLog log = open(usual);
    LOG.info("Coterie {} on Java {} starts.", Version.coterie(), Version.java());
    try (ShutdownHook signal =
        new ShutdownHook("log", () -> LOG.info("A signal ends the process."))) {
      signal.set();
      int exitCode = command.getAsInt();
      LOG.info("It ends.");
      return exitCode;
    } catch (CoterieException e) {
      LOG.warn("It ends with {}, exit code {}: {}", e.code(), e.code().exitCode(), reason(e));
      throw e;
    } catch (RuntimeException | Error e) {
      LOG.error("It ends with a fault of its own.", e);
      throw e;
    } finally {
      log.close();
    }
  }

  /**
   * Returns the message for the terminal, unless it is of data: such a message may show a value of
   * a record, for example where the first record is taken for the names of the columns.
   */
  private static String reason(CoterieException problem) {
    boolean isOfData =
        problem.code() == ErrorCode.BAD_DATA
            || Arrays.stream(problem.getStackTrace())
                .anyMatch(frame -> DATA.matcher(frame.getClassName()).matches());
    return isOfData ? "The terminal shows what is wrong with the data." : problem.getMessage();
  }

  private ProcessLog open(Path usual) {
    Level least = LEVELS.get(Choice.of("--log-level", level, "error", "warn", "info", "debug"));
    boolean isJson = Choice.of("--log-format", format, "text", "json").equals("json");
    if (ERROR_STREAM.equals(file)) {
      return ProcessLog.toStream(System.err, least, isJson);
    }
    Path target = file == null ? usual : Path.of(file);
    try {
      return ProcessLog.toFile(target, least, isJson);
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          "The log %s cannot be written (%s); choose another with --log-file."
              .formatted(target, e.getClass().getSimpleName()),
          e);
    }
  }
}

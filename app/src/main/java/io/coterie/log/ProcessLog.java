package io.coterie.log;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.PeerText;
import io.coterie.json.Json;
import io.coterie.net.RateLimit;
import io.coterie.store.PrivateFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.Optional;
import java.util.logging.ConsoleHandler;
import java.util.logging.ErrorManager;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * The log of this process, from when it is opened until it is closed. SLF4J and the libraries write
 * to Java's own logging, of which this is the one handler.
 *
 * <p>Thread-safe.
 */
public final class ProcessLog extends Handler implements AutoCloseable {
  /** A file that would grow beyond it becomes the earlier one, of which there is one. */
  public static final long MOST_BYTES = 10 << 20;

  private static final String OURS = "io.coterie.";

  /** A library whose messages are about connections alone. */
  private static final String NETWORK = "io.grpc.";

  /** Stacks of one place within a minute; a caller that fails again and again must not fill it. */
  private static final int STACKS_PER_MINUTE = 5;

  static {
    // Read once, when the first logger is made.
    setDefault("java.util.logging.manager", KeepingManager.class.getName());
  }

  private static final Logger ROOT = Logger.getLogger("");

  /** Held, so that its level stays. */
  private static final Logger OWN = Logger.getLogger("io.coterie");

  private final Optional<Path> file;
  private final RateLimit stacks =
      new RateLimit(STACKS_PER_MINUTE, Duration.ofMinutes(1), InstantSource.system());
  private OutputStream out;
  private long written;

  private ProcessLog(Optional<Path> file, OutputStream out, long written, LogFormat format) {
    this.file = file;
    this.out = out;
    this.written = written;
    setFormatter(format);
  }

  /**
   * Chooses the backend of SLF4J and keeps libraries from talking on the screen, but for errors; to
   * be called before anything logs. Add-ons bring backends of their own.
   */
  public static void prepare() {
    setDefault("slf4j.provider", "org.slf4j.jul.JULServiceProvider");
    setDefault("slf4j.internal.verbosity", "WARN");
    ROOT.setLevel(Level.SEVERE);
  }

  private static void setDefault(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  /** Appends to a log file that only its owner can read. */
  public static ProcessLog toFile(Path file, Level level, boolean isJson) throws IOException {
    OutputStream out = PrivateFiles.append(file);
    ProcessLog log =
        new ProcessLog(Optional.of(file), out, Files.size(file), new LogFormat(isJson));
    log.begin(level);
    return log;
  }

  /** Logs to a stream, which stays open. */
  public static ProcessLog toStream(OutputStream stream, Level level, boolean isJson) {
    ProcessLog log = new ProcessLog(Optional.empty(), stream, 0, new LogFormat(isJson));
    log.begin(level);
    return log;
  }

  private void begin(Level level) {
    for (Handler handler : ROOT.getHandlers()) {
      if (handler instanceof ConsoleHandler) {
        ROOT.removeHandler(handler);
      }
    }
    OWN.setLevel(level);
    ROOT.setLevel(Level.WARNING);
    ROOT.addHandler(this);
  }

  /**
   * Lines of our own are kept by their level, those of libraries from warnings upwards: below, they
   * print the bytes of messages.
   */
  @Override
  public boolean isLoggable(LogRecord line) {
    return line.getLevel().intValue() >= Level.WARNING.intValue() || isOf(OURS, line);
  }

  private static boolean isOf(String prefix, LogRecord line) {
    return line.getLoggerName() != null && line.getLoggerName().startsWith(prefix);
  }

  @Override
  public synchronized void publish(LogRecord line) {
    if (!isLoggable(line) || out == null) {
      return;
    }
    try {
      byte[] text = getFormatter().format(kept(line)).getBytes(StandardCharsets.UTF_8);
      if (file.isPresent() && written > 0 && written + text.length > MOST_BYTES) {
        beginAnew(file.get());
      }
      out.write(text);
      out.flush();
      written += text.length;
    } catch (IOException e) {
      reportError(
          null, e, ErrorManager.WRITE_FAILURE); // once; the study is worth more than its log
    }
  }

  /**
   * Returns what is kept of a line. A library that reads records may print one, so of its lines the
   * message is left out.
   */
  private LogRecord kept(LogRecord line) {
    Throwable thrown = line.getThrown();
    boolean hasMessage = isOf(OURS, line) || isOf(NETWORK, line);
    boolean hasStack = thrown == null || stacks.allows(place(thrown));
    if (hasMessage && hasStack) {
      return line;
    }
    String message =
        hasMessage ? line.getMessage() : "(what a library says of records is left out)";
    LogRecord kept =
        new LogRecord(
            line.getLevel(), hasStack ? message : message + " (the stack is the same as above)");
    kept.setInstant(line.getInstant());
    kept.setLoggerName(line.getLoggerName());
    kept.setParameters(line.getParameters());
    kept.setThrown(hasStack ? thrown : null);
    return kept;
  }

  private static String place(Throwable thrown) {
    StackTraceElement[] stack = thrown.getStackTrace();
    return thrown.getClass().getName() + (stack.length == 0 ? "" : stack[0]);
  }

  private void beginAnew(Path next) throws IOException {
    out.close();
    try {
      Path earlier = next.resolveSibling(next.getFileName() + ".1");
      Files.move(next, earlier, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      out = PrivateFiles.append(next);
      written = 0;
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    ROOT.removeHandler(this);
    end();
  }

  private synchronized void end() {
    try {
      if (out != null && file.isPresent()) {
        out.close();
      }
    } catch (IOException e) {
      reportError(null, e, ErrorManager.CLOSE_FAILURE);
    }
    out = null;
  }

  /**
   * Keeps the handlers while a signal ends the process: Java's own manager closes them at once, and
   * what the process does on the signal would not be logged. Every line is flushed when written.
   */
  public static final class KeepingManager extends LogManager {
    @Override
    public void reset() {}
  }

  /**
   * A line of the log, as text or as one JSON object. An exception is its class and its stack,
   * without its message: the message of a failed conversion shows a cell of a table, that of an
   * index out of bounds a number of records.
   *
   * <p>Thread-safe.
   */
  private static final class LogFormat extends Formatter {
    /** Of exceptions; a chain that is longer turns in a circle. */
    private static final int MOST_CAUSES = 10;

    private static final int MOST_CHARACTERS = 4_000;

    private static final DateTimeFormatter TIME =
        new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private final boolean isJson;

    LogFormat(boolean isJson) {
      this.isJson = isJson;
    }

    @Override
    public String format(LogRecord line) {
      String time = TIME.format(line.getInstant());
      String logger = String.valueOf(line.getLoggerName());
      String thread = Thread.currentThread().getName();
      String message = plain(formatMessage(line));
      if (!isJson) {
        return "%s %-5s %s [%s] %s%n%s"
            .formatted(
                time, word(line.getLevel()), logger, thread, message, text(line.getThrown()));
      }
      ObjectNode node = Json.object().put("time", time).put("level", word(line.getLevel()));
      node.put("logger", logger).put("thread", thread).put("message", message);
      if (line.getThrown() != null) {
        node.set("exceptions", json(line.getThrown()));
      }
      return node + System.lineSeparator();
    }

    private static String word(Level level) {
      int value = level.intValue();
      if (value >= Level.SEVERE.intValue()) {
        return "error";
      } else if (value >= Level.WARNING.intValue()) {
        return "warn";
      } else if (value >= Level.CONFIG.intValue()) {
        return "info";
      }
      return "debug";
    }

    /** What a peer sent may be part of a message; it must not look like a line of its own. */
    private static String plain(String message) {
      return PeerText.line(message, MOST_CHARACTERS);
    }

    private static String text(Throwable thrown) {
      StringBuilder text = new StringBuilder();
      int causes = 0;
      for (Throwable each = thrown; each != null && causes < MOST_CAUSES; each = each.getCause()) {
        text.append("  %s%s%n".formatted(causes++ == 0 ? "" : "caused by ", name(each)));
        for (StackTraceElement frame : each.getStackTrace()) {
          text.append("    at %s%n".formatted(frame));
        }
      }
      return text.toString();
    }

    private static ArrayNode json(Throwable thrown) {
      ArrayNode all = Json.array();
      for (Throwable each = thrown;
          each != null && all.size() < MOST_CAUSES;
          each = each.getCause()) {
        ArrayNode stack = all.addObject().put("class", name(each)).putArray("stack");
        for (StackTraceElement frame : each.getStackTrace()) {
          stack.add(frame.toString());
        }
      }
      return all;
    }

    private static String name(Throwable thrown) {
      String type = thrown.getClass().getName();
      return thrown instanceof CoterieException known
          ? "%s %s".formatted(type, known.code())
          : type;
    }
  }
}

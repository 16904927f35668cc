package io.coterie.log;

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
import java.util.Optional;
import java.util.logging.ConsoleHandler;
import java.util.logging.ErrorManager;
import java.util.logging.Handler;
import java.util.logging.Level;
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
}

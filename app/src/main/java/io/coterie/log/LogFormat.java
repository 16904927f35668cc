package io.coterie.log;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.json.Json;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * A line of the log, as text or as one JSON object. An exception is its class and its stack,
 * without its message: the message of a failed conversion shows a cell of a table, that of an index
 * out of bounds a number of records.
 *
 * <p>Thread-safe.
 */
final class LogFormat extends Formatter {
  /** Of exceptions; a chain that is longer turns in a circle. */
  private static final int MOST_CAUSES = 10;

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
          .formatted(time, word(line.getLevel()), logger, thread, message, text(line.getThrown()));
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
    return value > Level.FINEST.intValue() ? "debug" : "trace";
  }

  /** What a peer sent may be part of a message; it must not look like a line of its own. */
  private static String plain(String message) {
    return message.replaceAll("\\p{Cntrl}", " ");
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
    return thrown instanceof CoterieException known ? "%s %s".formatted(type, known.code()) : type;
  }
}

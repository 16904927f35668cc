package io.coterie.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Server-sent events for one page. "lines" carries what happened, with the number of its last line
 * as id, from which a page that lost the connection goes on; "status" carries the whole status, as
 * soon as it is another one and every few seconds besides, so that either side notices a lost
 * connection; "expired" is the last that a page hears whose token has run out.
 *
 * <p>Runs on one thread.
 */
final class LiveStream {
  private static final long TICK_MILLIS = 400;
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** Lines of one event. */
  private static final int MOST_LINES = 500;

  private final LiveSource source;
  private final OutputStream out;
  private final BooleanSupplier isAllowed;
  private long last;
  private String said = "";
  private long saidAt;

  /**
   * Prepares.
   *
   * @param after the last line that the page has
   * @param isAllowed whether the page's token still holds
   */
  LiveStream(LiveSource source, OutputStream out, long after, BooleanSupplier isAllowed) {
    this.source = source;
    this.out = out;
    this.last = after;
    this.isAllowed = isAllowed;
  }

  /** Tells until the page has gone or may not be told any more. */
  void run() throws IOException {
    try {
      while (isAllowed.getAsBoolean()) {
        tell(source.after(last));
        Thread.sleep(TICK_MILLIS);
      }
      write("expired", "", Json.object());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the server ends
    }
  }

  private void tell(LiveSource.News news) throws IOException {
    List<LiveSource.Line> lines = news.lines();
    for (int first = 0; first < lines.size(); first += MOST_LINES) {
      List<LiveSource.Line> part = lines.subList(first, Math.min(lines.size(), first + MOST_LINES));
      last = part.get(part.size() - 1).number();
      write("lines", "id: %d\n".formatted(last), part.stream().map(LiveSource.Line::data).toList());
    }
    String steady = steady(Json.tree(news.status())).toString();
    if (!steady.equals(said) || System.nanoTime() - saidAt > SILENCE_NANOS) {
      said = steady;
      saidAt = System.nanoTime();
      write("status", "", news.status());
    }
  }

  /** JSON on one line has no line feed outside of its texts, and none inside. */
  private void write(String event, String id, Object data) throws IOException {
    out.write("event: %s\n%sdata: %s\n\n".formatted(event, id, Json.line(data)).getBytes(UTF_8));
    out.flush();
  }

  /** Takes away what changes by itself. */
  private static JsonNode steady(JsonNode node) {
    if (node instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      names.removeIf(name -> !name.startsWith("seconds_"));
      object.remove(names);
    }
    node.forEach(LiveStream::steady);
    return node;
  }
}

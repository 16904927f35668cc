package io.coterie.coordinator.operator;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.coordinator.HistoryLine;
import io.coterie.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;

/** Asks a coordinator that runs on this machine how it goes. */
public final class OperatorClient {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final OperatorFile file;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .proxy(HttpClient.Builder.NO_PROXY)
          .connectTimeout(PATIENCE)
          .build();

  public OperatorClient(OperatorFile file) {
    this.file = file;
  }

  /** The coordinator does not answer (any more). */
  private static final class SilenceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SilenceException(Throwable cause) {
      super(cause);
    }
  }

  /** Returns whether the coordinator answers; its files stay behind when it is killed. */
  public boolean isThere() {
    try {
      return send("GET", "/status").statusCode() == 200;
    } catch (SilenceException e) {
      return false;
    }
  }

  public List<StudyStatus> status() {
    return List.of(read(document("GET", "/status").path("studies"), StudyStatus[].class));
  }

  public int port() {
    return document("GET", "/status").path("port").asInt();
  }

  /** Returns what happened in a study after an event, in parts of some length. */
  public List<HistoryLine> history(String study, long after) {
    JsonNode answer = document("GET", "/events?study=%s&after=%d".formatted(encoded(study), after));
    return List.of(read(answer.path("events"), HistoryLine[].class));
  }

  public void stop(String study) {
    JsonNode unused = document("POST", "/stop?study=" + encoded(study));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  private JsonNode document(String method, String path) {
    HttpResponse<String> response;
    try {
      response = send(method, path);
    } catch (SilenceException e) {
      throw new CoterieException(
          ErrorCode.NETWORK, "The coordinator has ended; coterie logs tells how.", e);
    }
    JsonNode node;
    try {
      node = Json.parse(response.body());
    } catch (IllegalArgumentException e) {
      throw stranger(e);
    }
    if (response.statusCode() == 200) {
      return node;
    }
    throw new CoterieException(
        ErrorCode.NETWORK,
        "The coordinator says: %s.".formatted(node.path("error").asText("no reason")));
  }

  private <T> T read(JsonNode document, Class<T> type) {
    try {
      return Json.read(document, type);
    } catch (IllegalArgumentException e) {
      throw stranger(e);
    }
  }

  private CoterieException stranger(IllegalArgumentException cause) {
    return new CoterieException(
        ErrorCode.NETWORK, "What answers at %s is no coordinator.".formatted(file.url()), cause);
  }

  private HttpResponse<String> send(String method, String path) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(file.url() + path))
            .timeout(PATIENCE)
            .header("Authorization", "Bearer " + file.token())
            .method(method, BodyPublishers.noBody())
            .build();
    try {
      return http.send(request, BodyHandlers.ofString(UTF_8));
    } catch (IOException e) {
      throw new SilenceException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SilenceException(e);
    }
  }
}

package io.coterie.coordinator.operator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.coordinator.Coordinator;
import io.coterie.coordinator.Phase;
import io.coterie.federation.RunListener;
import io.coterie.json.Json;
import io.coterie.math.Parallel;
import io.coterie.store.journal.Journal;
import io.coterie.study.Study;
import io.coterie.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asks with bytes of our own making, so that nothing is sent but what is seen here. */
@Timeout(120)
class OperatorEndpointTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private static final Study STUDY =
      Study.parse(
          """
          study: heart
          clusters: 2
          schema: {columns: [{name: x, lower: 0, upper: 1}]}
          participation: {sites: [a, b], quorum: 2, join-within: 1h}
          method: anchor-graph:groups
          privacy: {level: component, accept-group-disclosure: true}
          """,
          "test");

  @TempDir private Path home;
  private Journal journal;
  private Coordinator coordinator;
  private OperatorEndpoint endpoint;
  private OperatorFile file;

  @BeforeEach
  void start() {
    journal = Journal.open(home.resolve("journal.db"));
    coordinator =
        new Coordinator(
            new Coordinator.Settings(ANY_PORT, Optional.empty(), "test", reason -> {}), journal);
    endpoint = new OperatorEndpoint(coordinator, ANY_PORT, home, "test", Optional.empty());
    file = OperatorFile.read(home).orElseThrow();
  }

  @AfterEach
  void end() {
    endpoint.close();
    coordinator.close();
    journal.close();
  }

  /** Runs the study, which waits for its sites, on a thread of its own. */
  private CompletableFuture<Void> serve() throws Exception {
    CompletableFuture<Void> course =
        CompletableFuture.runAsync(
            () -> {
              try (Parallel parallel = Parallel.of(1)) {
                coordinator.run(
                    STUDY, parallel, RunListener.none(), note -> {}, answer -> new byte[0]);
              }
            },
            command -> new Thread(command, "course").start());
    Await.until(
        () -> coordinator.status().stream().anyMatch(s -> s.phase() == Phase.GATHERING),
        Duration.ofSeconds(60));
    return course;
  }

  private String ask(String method, String path, String... header) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), file.address().getPort())) {
      String text =
          "%s %s HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\n%s\r\n\r\n"
              .formatted(method, path, String.join("\r\n", header));
      socket.getOutputStream().write(text.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private String asked(String method, String path) throws IOException {
    return ask(method, path, "Host: localhost", "Authorization: Bearer " + file.token());
  }

  private static String body(String answer) {
    return answer.substring(answer.indexOf("\r\n\r\n") + 4);
  }

  @Test
  void healthNeedsNoToken() throws Exception {
    assertThat(ask("GET", "/health", "Host: 127.0.0.1:80"))
        .startsWith("HTTP/1.1 200")
        .contains("\"status\": \"ok\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/status", "/metrics", "/events?study=heart", "/nothing", "/stop"})
  void everythingElseNeedsIt(String path) throws Exception {
    String method = path.equals("/stop") ? "POST" : "GET";
    String shorter = file.token().substring(1);
    String mark = path.contains("?") ? "&" : "?";
    assertThat(ask(method, path, "Host: localhost")).startsWith("HTTP/1.1 401");
    assertThat(ask(method, path, "Host: localhost", "Authorization: Bearer " + shorter))
        .startsWith("HTTP/1.1 401");
    assertThat(ask(method, path, "Host: localhost", "Authorization: Basic " + file.token()))
        .startsWith("HTTP/1.1 401");
    assertThat(ask(method, path + mark + "token=" + file.token(), "Host: localhost"))
        .startsWith("HTTP/1.1 401");
    assertThat(asked(method, path)).doesNotStartWith("HTTP/1.1 401");
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80"})
  void aNameThatIsNotOfThisMachineIsRefused(String host) throws Exception {
    assertThat(ask("GET", "/status", "Host: " + host, "Authorization: Bearer " + file.token()))
        .startsWith("HTTP/1.1 403");
    assertThat(ask("GET", "/health", "Host: " + host)).startsWith("HTTP/1.1 403");
  }

  @Test
  void pagesOfOtherOriginsGetNoLeave() throws Exception {
    assertThat(ask("OPTIONS", "/stop", "Host: localhost", "Origin: http://evil.example"))
        .startsWith("HTTP/1.1 401")
        .doesNotContainIgnoringCase("access-control");
    assertThat(asked("GET", "/status")).doesNotContainIgnoringCase("access-control");
  }

  @Test
  void whatIsReadIsNotPostedAndTheOtherWayRound() throws Exception {
    assertThat(asked("POST", "/status")).startsWith("HTTP/1.1 405").contains("Allow: GET");
    assertThat(asked("GET", "/stop?study=heart")).startsWith("HTTP/1.1 405");
    assertThat(asked("GET", "/nothing")).startsWith("HTTP/1.1 404");
    assertThat(asked("GET", "/status/")).startsWith("HTTP/1.1 404");
  }

  @Test
  void statusAndMetricsShowTheStudy() throws Exception {
    CompletableFuture<Void> course = serve();
    StudyStatus status =
        Json.read(
            Json.parse(body(asked("GET", "/status"))).path("studies").path(0), StudyStatus.class);
    assertThat(status.study()).isEqualTo("heart");
    assertThat(status.waitingFor()).isEqualTo("waiting for 2 of 2: a, b");
    assertThat(body(asked("GET", "/metrics")))
        .contains("coterie_studies{phase=\"gathering\"} 1\n")
        .doesNotContain(file.token());
    coordinator.pause();
    assertThatThrownBy(() -> course.get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class);
  }

  @Test
  void stopEndsTheStudyOnceAndTheEventsTellIt() throws Exception {
    CompletableFuture<Void> course = serve();
    assertThat(asked("POST", "/stop?study=lung")).startsWith("HTTP/1.1 404").contains("heart");
    assertThat(asked("POST", "/stop?study=heart")).startsWith("HTTP/1.1 200");
    assertThatThrownBy(() -> course.get(60, TimeUnit.SECONDS))
        .cause()
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("operator stopped the study");
    assertThat(asked("POST", "/stop?study=heart")).startsWith("HTTP/1.1 409");
    assertThat(asked("POST", "/close-round?study=heart")).startsWith("HTTP/1.1 409");
    assertThat(body(asked("GET", "/events?study=heart&after=0"))).contains("\"kind\": \"stopped\"");
    assertThat(body(asked("GET", "/events?study=heart&after=1"))).doesNotContain("stopped");
    assertThat(asked("GET", "/events?study=heart&after=x")).startsWith("HTTP/1.1 400");
    assertThat(asked("GET", "/events?study=%zz")).startsWith("HTTP/1.1 400");
    assertThat(asked("GET", "/events")).startsWith("HTTP/1.1 404");
  }

  @Test
  void closingTheRoundEndsTheWait() throws Exception {
    CompletableFuture<Void> course = serve();
    assertThat(asked("POST", "/close-round?study=heart")).startsWith("HTTP/1.1 200");
    assertThatThrownBy(() -> course.get(60, TimeUnit.SECONDS))
        .hasMessageContaining("the quorum is 2");
  }

  @Test
  void itsFilesAreItsOwnersAloneAndGoWithIt() throws Exception {
    for (String name : new String[] {"operator.json", "operator.token"}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve(name))))
          .isEqualTo("rw-------");
    }
    assertThat(Files.readString(home.resolve("operator.token"))).isEqualTo(file.token() + "\n");
    endpoint.close();
    assertThat(home.resolve("operator.json")).doesNotExist();
    assertThat(home.resolve("operator.token")).doesNotExist();
    assertThatThrownBy(() -> ask("GET", "/health", "Host: localhost"))
        .isInstanceOf(IOException.class);
  }

  @Test
  void filesOfALaterCoordinatorStay() {
    OperatorEndpoint later =
        new OperatorEndpoint(coordinator, ANY_PORT, home, "test", Optional.empty());
    endpoint.close();
    assertThat(OperatorFile.read(home)).isPresent().get().isNotEqualTo(file);
    later.close();
    assertThat(OperatorFile.read(home)).isEmpty();
  }

  @Test
  void itListensOnLoopbackAlone() {
    assertThatThrownBy(
            () ->
                new OperatorEndpoint(
                    coordinator,
                    new InetSocketAddress("0.0.0.0", 0),
                    home,
                    "test",
                    Optional.empty()))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("loopback only");
    assertThatThrownBy(
            () -> new OperatorEndpoint(coordinator, file.address(), home, "test", Optional.empty()))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("Choose another port with --operator");
  }
}

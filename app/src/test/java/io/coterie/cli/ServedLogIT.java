package io.coterie.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.json.Json;
import io.coterie.math.Seed;
import io.coterie.testing.Await;
import io.coterie.testing.FreePort;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the logs of a served study hold at the finest level, and what they must not. */
@Timeout(600)
class ServedLogIT {
  /** Numbers that stand for nothing else in a log. */
  private static final Map<String, Integer> RECORDS = Map.of("a", 1237, "b", 1361, "c", 1483);

  /** These numbers and their sum, as people and as programs write them. */
  private static final Pattern COUNTS =
      Pattern.compile("(?<![0-9a-f.])(1,?237|1,?361|1,?483|4,?081)(?![0-9a-f])");

  @TempDir Path folder;

  private final List<String> secrets = new ArrayList<>();

  private Path records(String site) throws IOException {
    RandomGenerator random = new Seed(1).child(site).random();
    List<String> lines = new ArrayList<>(List.of("x,y"));
    for (int i = 0; i < RECORDS.get(site); i++) {
      String x = "%.7f".formatted((i % 2 == 0 ? 1 : 6) + random.nextDouble());
      String y = "%.7f".formatted(1 + random.nextDouble());
      lines.add(x + "," + y);
      secrets.add(x);
      secrets.add(y);
    }
    return Files.write(folder.resolve(site + ".csv"), lines);
  }

  private static CompletableFuture<CommandRun> start(Object... words) {
    return CompletableFuture.supplyAsync(
        () -> CommandRun.of(words), command -> new Thread(command, words[0].toString()).start());
  }

  /** Adds the text of every key in a folder, line by line. */
  private void addKeys(Path home) throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".key")).toList()) {
        Files.readAllLines(file).stream()
            .filter(line -> line.length() > 30 && !line.startsWith("-----"))
            .forEach(secrets::add);
      }
    }
  }

  @Test
  void atTheFinestLevelThereIsNoRecordNoNumberOfRecordsAndNoSecret() throws Exception {
    int port = FreePort.next();
    Path trust = folder.resolve("trust");
    assertThat(
            CommandRun.of(
                    "provision",
                    "--sites",
                    "a,b,c",
                    "--address",
                    "127.0.0.1:" + port,
                    "--out",
                    trust)
                .exitCode())
        .isZero();
    addKeys(trust);
    assertThat(secrets).hasSizeGreaterThan(3);
    Path study = ServedDots.study(folder, "a, b, c", "level: totals");
    Path home = trust.resolve("coordinator");
    Map<String, Path> logs = new LinkedHashMap<>();
    logs.put("coordinator", folder.resolve("serve.log"));
    CompletableFuture<CommandRun> served =
        start(
            "serve",
            study,
            "--home",
            home,
            "--address",
            "127.0.0.1:" + port,
            "--log-file",
            logs.get("coordinator"),
            "--log-level",
            "debug",
            "--log-format",
            "json");
    ServedDots.awaitOperator(home, () -> !served.isDone());
    secrets.add(Files.readString(home.resolve("operator.token")).strip());
    callInPlain(port);
    callWithoutCertificate(port);
    Map<String, CompletableFuture<CommandRun>> joined = new LinkedHashMap<>();
    for (String site : List.of("a", "b", "c")) {
      Path own = trust.resolve("site-" + site);
      logs.put(site, own.resolve("site-" + site + ".log")); // where it is by default
      joined.put(
          site,
          start(
              "join",
              "--home",
              own,
              "--data",
              records(site),
              "--yes",
              "--dashboard",
              "--log-level",
              "debug"));
      Path token = own.resolve("dashboard.token");
      while (!Files.exists(token) && !joined.get(site).isDone()) {
        Thread.sleep(20);
      }
      secrets.add(Files.readString(token).strip());
    }
    for (CompletableFuture<CommandRun> site : joined.values()) {
      CommandRun run = site.get(500, TimeUnit.SECONDS);
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.out()).containsPattern(COUNTS); // on the owner's screen alone
    }
    assertThat(served.get(500, TimeUnit.SECONDS).exitCode()).isZero();

    for (Path file : logs.values()) {
      String text = Files.readString(file);
      assertThat(secrets).noneMatch(text::contains);
      assertThat(text).doesNotContainPattern(COUNTS);
    }
    assertThat(Files.readString(logs.get("a")))
        .contains(" info  ", " debug ", "Site a takes part in study dots", "At work on round 1")
        .contains("Site a has its labels of study dots.", "io.coterie.log.ProcessLog")
        .containsPattern("It ends\\.\\R$");
    List<String> lines = Files.readAllLines(logs.get("coordinator"));
    assertThat(lines).hasSizeGreaterThan(20);
    for (String line : lines) {
      JsonNode parsed = Json.parse(line);
      assertThat(parsed.path("time").asText()).endsWith("Z");
      assertThat(parsed.path("level").asText()).isIn("debug", "info", "warn", "error");
    }
    assertThat(lines)
        .anyMatch(line -> line.contains("Study dots begins."))
        .anyMatch(line -> line.contains("dots: site b joined"))
        .anyMatch(line -> line.contains("Study dots is finished"))
        .anyMatch(line -> line.contains("debug") && line.contains("it does not speak TLS"))
        .anyMatch(line -> line.contains("debug") && line.contains("it showed no certificate"));
    assertThat(lines.get(lines.size() - 1)).contains("It ends.");
  }

  private static void callInPlain(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
      int unused = socket.getInputStream().read(); // until the coordinator hangs up
    } catch (SocketException e) {
      // it hung up at once
    }
  }

  /** Calls over TLS with no certificate; that of the coordinator is believed. */
  private static void callWithoutCertificate(int port) throws Exception {
    SslContext believing =
        GrpcSslContexts.forClient().trustManager(InsecureTrustManagerFactory.INSTANCE).build();
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", port).sslContext(believing).build();
    try {
      Await.until(
          () -> channel.getState(true) == ConnectivityState.TRANSIENT_FAILURE,
          Duration.ofMinutes(1));
    } finally {
      channel.shutdownNow();
    }
  }

  @Test
  void theReasonOfAnErrorIsLogged() throws Exception {
    Path study =
        ServedDots.study(folder, "a, b", "level: component, accept-group-disclosure: true");
    Path log = folder.resolve("resume.log");
    CommandRun run =
        CommandRun.of(
            "resume",
            study,
            "--home",
            folder.resolve("home"),
            "--insecure",
            "--address",
            "127.0.0.1:0",
            "--log-file",
            log);
    assertThat(run.exitCode()).isEqualTo(2);
    String reason = "Study dots is not in the journal, so it cannot be resumed.";
    assertThat(run.err()).contains(reason);
    assertThat(Files.readString(log))
        .containsPattern("warn .* It ends with USAGE, exit code 2: " + Pattern.quote(reason));
  }

  @Test
  void aLogThatCannotBeWrittenEndsTheCommand() throws Exception {
    Path study =
        ServedDots.study(
            folder, "a, b", "level: component, accept-group-disclosure: true, sums: plain");
    CommandRun run =
        CommandRun.of(
            "serve",
            study,
            "--home",
            folder.resolve("home"),
            "--insecure",
            "--log-file",
            folder.resolve("no/such/folder.log"));
    assertThat(run.exitCode()).isEqualTo(6);
    assertThat(run.err()).contains("cannot be written", "--log-file");
    assertThat(
            CommandRun.of("serve", study, "--home", folder.resolve("home"), "--log-level", "loud")
                .err())
        .contains("--log-level is 'loud'; it must be one of error, warn, info, debug.");
  }
}

package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.coordinator.operator.OperatorFile;
import io.coterie.testing.FreePort;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The coordinator's page off loopback: with its certificate, to those who know the token. */
@Timeout(120)
class PageTlsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private Path folder;
  private HttpClient client;
  private String url;

  private static SSLContext trusting(Path authority) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream text = Files.newInputStream(authority)) {
      store.setCertificateEntry(
          "ca", CertificateFactory.getInstance("X.509").generateCertificate(text));
    }
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }

  private HttpResponse<String> ask(String method, String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .timeout(PATIENCE)
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void itSpeaksTlsAloneAndAsksForTheToken() throws Exception {
    int port = FreePort.next();
    int pagePort = FreePort.next();
    CommandRun trust =
        CommandRun.of(
            "provision",
            "--sites",
            "a,b",
            "--address",
            "127.0.0.1:" + port,
            "--out",
            folder.resolve("trust"));
    assertThat(trust.exitCode()).as(trust.err()).isZero();
    Path home = folder.resolve("trust/coordinator");
    Path study = ServedDots.study(folder, "a, b", "level: totals");
    CompletableFuture<CommandRun> served =
        LivePage.run(
            List.of(
                "serve",
                study.toString(),
                "--home",
                home.toString(),
                "--address",
                "127.0.0.1:" + port,
                "--dashboard",
                "0.0.0.0:" + pagePort));
    ServedDots.awaitOperator(home, () -> !served.isDone());
    try {
      url = "https://127.0.0.1:" + pagePort;
      client =
          HttpClient.newBuilder()
              .sslContext(trusting(home.resolve("ca.crt")))
              .proxy(HttpClient.Builder.NO_PROXY)
              .version(HttpClient.Version.HTTP_1_1)
              .build();
      requirePage();
      requireNoOlderTls(home.resolve("ca.crt"));
      requireToken(OperatorFile.read(home).orElseThrow());
      requireNothingElse(pagePort);
    } finally {
      CommandRun.of("stop", "dots", "--yes", "--home", home);
    }
    CommandRun ended = served.get(60, TimeUnit.SECONDS);
    assertThat(ended.out()).contains("Page: https://").doesNotContain("/#");
  }

  private void requirePage() throws Exception {
    HttpResponse<String> page = ask("GET", "/");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.sslSession().map(SSLSession::getProtocol)).contains("TLSv1.3");
    requireHeader(page, "Cache-Control", "no-store");
    requireHeader(page, "X-Content-Type-Options", "nosniff");
    requireHeader(page, "X-Frame-Options", "DENY");
    requireHeader(page, "Referrer-Policy", "no-referrer");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .startsWith("default-src 'none'; script-src 'self'; style-src 'self'")
        .contains("connect-src 'self'", "frame-ancestors 'none'")
        .doesNotContain("unsafe", "*");
    assertThat(page.headers().map()).doesNotContainKey("set-cookie");
  }

  private void requireNoOlderTls(Path authority) throws Exception {
    HttpClient older =
        HttpClient.newBuilder()
            .sslContext(trusting(authority))
            .sslParameters(new SSLParameters(null, new String[] {"TLSv1.2"}))
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE).build();
    assertThatThrownBy(() -> older.send(request, BodyHandlers.ofString()))
        .isInstanceOf(SSLHandshakeException.class);
  }

  private static void requireHeader(HttpResponse<String> answer, String name, String value) {
    assertThat(answer.headers().allValues(name)).as(name).containsExactly(value);
  }

  private void requireToken(OperatorFile file) throws Exception {
    String name = "Authorization";
    String right = "Bearer " + file.token();
    for (HttpResponse<String> refused :
        List.of(
            ask("GET", "/status"),
            ask("GET", "/status", name, "Bearer " + "0".repeat(64)),
            ask("GET", "/live?study=dots"),
            ask("POST", "/stop?study=dots"))) {
      assertThat(refused.statusCode()).isEqualTo(401);
      requireHeader(refused, "WWW-Authenticate", "Bearer");
      requireHeader(refused, "Cache-Control", "no-store");
      assertThat(refused.body()).doesNotContain("dots");
    }
    assertThat(ask("GET", "/status", name, right).body()).contains("dots");
    assertThat(
            ask("POST", "/stop?study=dots", name, right, "Origin", "https://evil.example")
                .statusCode())
        .isEqualTo(403);
    assertThat(ask("GET", "/status", name, right).body()).contains("gathering");
  }

  /** No plain text, and nobody who does not know the authority takes it for the coordinator. */
  private void requireNothingElse(int pagePort) {
    HttpRequest plain =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + pagePort + "/"))
            .timeout(PATIENCE)
            .build();
    assertThatThrownBy(() -> client.send(plain, BodyHandlers.ofString()))
        .isInstanceOf(IOException.class);
    HttpRequest page = HttpRequest.newBuilder(URI.create(url + "/")).timeout(PATIENCE).build();
    assertThatThrownBy(() -> HttpClient.newHttpClient().send(page, BodyHandlers.ofString()))
        .isInstanceOf(SSLHandshakeException.class);
  }

  @Test
  void withoutACertificateItStaysOnLoopback() throws Exception {
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
            "--address",
            "127.0.0.1:0",
            "--dashboard",
            "0.0.0.0:0");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("0.0.0.0", "certificate", "SSH tunnel");
  }
}

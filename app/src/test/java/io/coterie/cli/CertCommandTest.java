package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.trust.CoordinatorCredentials;
import io.coterie.trust.SiteCredentials;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that make certificates, and the folders they leave. */
class CertCommandTest {
  @TempDir Path folder;

  @Test
  void provisionMakesFoldersThatCanBeUsed() throws IOException {
    Path out = folder.resolve("federation");
    CommandRun run = provision(out, "ada,bell");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("site ada", "coordinator", "keep it offline");
    assertThat(CoordinatorCredentials.load(out.resolve("coordinator")).sites())
        .containsExactly("ada", "bell");
    assertThat(SiteCredentials.load(out.resolve("site-bell")).address())
        .isEqualTo("hub.example:7443");
    assertThat(names(out)).containsExactly("ca", "coordinator", "site-ada", "site-bell");
    assertThat(Files.readAllLines(out.resolve("ca").resolve("issued.csv"))).hasSize(4);
  }

  @Test
  void provisionReplacesNothing() throws IOException {
    Path out = folder.resolve("federation");
    provision(out, "ada,bell");
    byte[] key = Files.readAllBytes(out.resolve("ca").resolve("ca.key"));

    CommandRun again = provision(out, "ada");
    assertThat(again.exitCode()).isEqualTo(6);
    assertThat(again.err()).contains("never replaced", "--add-site");
    assertThat(Files.readAllBytes(out.resolve("ca").resolve("ca.key"))).isEqualTo(key);

    CommandRun added = CommandRun.of("provision", "--add-site", "ada", "--out", out);
    assertThat(added.exitCode()).isEqualTo(6);
    assertThat(added.err()).contains("on the allow-list already", "cert revoke ada");
    assertThat(names(folder)).containsExactly("federation");
  }

  @Test
  void aSiteIsAddedLater() throws IOException {
    Path out = folder.resolve("federation");
    provision(out, "ada");
    CommandRun run =
        CommandRun.of("provision", "--add-site", "curie", "--out", out, "--format", "json");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.json().at("/data/sites/1/name").asText()).isEqualTo("curie");
    assertThat(SiteCredentials.load(out.resolve("site-curie")).site()).isEqualTo("curie");
  }

  @Test
  void whatCannotBeProvisionedIsSaid() {
    Path out = folder.resolve("federation");
    assertUsage(CommandRun.of("provision", "--out", out), "either --sites");
    assertUsage(CommandRun.of("provision", "--sites", "a", "--out", out), "--address");
    assertUsage(provision(out, "Ada"), "The site name 'Ada' is not possible");
    assertUsage(provision(out, "../x"), "not possible");
    assertUsage(provision(out, "a,a"), "named twice");
    assertUsage(
        CommandRun.of("provision", "--sites", "a", "--address", "hub", "--out", out), "HOST:PORT");
    assertThat(out).doesNotExist();
  }

  @Test
  void keysThatNeverLeaveTheSite() throws IOException {
    Path hub = folder.resolve("hub");
    Path ada = folder.resolve("ada");
    Path answer = folder.resolve("answer");
    JsonNode init =
        CommandRun.of(
                "cert", "init", "--address", "127.0.0.1:7443", "--out", hub, "--format", "json")
            .json();
    JsonNode request =
        CommandRun.of("cert", "request", "--site", "ada", "--out", ada, "--format", "json").json();
    Path file = ada.resolve("ada.csr");

    CommandRun asked = CommandRun.of("cert", "approve", file, "--ca", hub, "--out", answer);
    String fingerprint = request.at("/data/fingerprint").asText();
    assertUsage(asked, fingerprint);
    assertThat(fingerprint).matches("([0-9A-F]{4} ){15}[0-9A-F]{4}");
    assertThat(answer).doesNotExist();

    CommandRun approved =
        CommandRun.of("cert", "approve", file, "--ca", hub, "--out", answer, "--yes");
    assertThat(approved.exitCode()).as(approved.err()).isZero();
    assertThat(names(answer)).containsExactly("ca.crt", "connection.yaml", "site.crt");
    assertThat(CoordinatorCredentials.load(hub.resolve("coordinator")).sites())
        .containsExactly("ada");

    assertUsage(
        CommandRun.of("cert", "accept", answer, "--out", ada),
        init.at("/data/authority/fingerprint").asText());
    CommandRun accepted = CommandRun.of("cert", "accept", answer, "--out", ada, "--yes");
    assertThat(accepted.exitCode()).as(accepted.err()).isZero();
    assertThat(SiteCredentials.load(ada).site()).isEqualTo("ada");
  }

  @Test
  void anAnswerToAnotherRequestIsNotAccepted() {
    Path hub = folder.resolve("hub");
    CommandRun.of("cert", "init", "--address", "127.0.0.1:7443", "--out", hub);
    CommandRun.of("cert", "request", "--site", "ada", "--out", folder.resolve("first"));
    CommandRun.of("cert", "request", "--site", "ada", "--out", folder.resolve("second"));
    Path answer = folder.resolve("answer");
    CommandRun.of(
        "cert",
        "approve",
        folder.resolve("first").resolve("ada.csr"),
        "--ca",
        hub,
        "--out",
        answer,
        "--yes");
    CommandRun run =
        CommandRun.of("cert", "accept", answer, "--out", folder.resolve("second"), "--yes");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("does not belong to the certificate");
    assertThat(folder.resolve("second").resolve("site.crt")).doesNotExist();
  }

  @Test
  void aChangedRequestIsRefused() throws IOException {
    Path hub = folder.resolve("hub");
    CommandRun.of("cert", "init", "--address", "127.0.0.1:7443", "--out", hub);
    CommandRun.of("cert", "request", "--site", "ada", "--out", folder.resolve("ada"));
    Path file = folder.resolve("ada").resolve("ada.csr");
    String text = Files.readString(file);
    byte[] der = Base64.getMimeDecoder().decode(text.replaceAll("-----[A-Z ]+-----", "").strip());
    int name = new String(der, StandardCharsets.ISO_8859_1).indexOf("ada");
    der[name] = 'e'; // "eda", with the keys and signatures of ada
    Files.writeString(
        file,
        "-----BEGIN CERTIFICATE REQUEST-----\n%s\n-----END CERTIFICATE REQUEST-----\n"
            .formatted(Base64.getMimeEncoder().encodeToString(der)));
    CommandRun run = CommandRun.of("cert", "approve", file, "--ca", hub, "--yes");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("was changed since");
  }

  @Test
  void showTellsWhoAndHowLong() throws IOException {
    Path out = folder.resolve("federation");
    provision(out, "ada");
    JsonNode data =
        CommandRun.of("cert", "show", out, "--format", "json").json().at("/data/certificates");

    assertThat(data.findValuesAsText("role"))
        .contains("authority", "coordinator", "site")
        .hasSize(6);
    CommandRun one = CommandRun.of("cert", "show", out.resolve("site-ada").resolve("site.crt"));
    assertThat(one.out()).contains("site ada", "824 days left", "identity key", "fingerprint");
    CommandRun none = CommandRun.of("cert", "show", out.resolve("ca").resolve("ca.key"));
    assertThat(none.exitCode()).isEqualTo(3);
    assertThat(none.err()).contains("holds no certificate");
  }

  @Test
  void revokedSitesAreOffTheList() throws IOException {
    Path out = folder.resolve("federation");
    provision(out, "ada,bell");
    CommandRun run = CommandRun.of("cert", "revoke", "ada", "--ca", out);

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("On it are: bell.");
    assertThat(CoordinatorCredentials.load(out.resolve("coordinator")).sites())
        .containsExactly("bell");
    assertUsage(CommandRun.of("cert", "revoke", "ada", "--ca", out), "not on the allow-list");
  }

  @Test
  void theCoordinatorGetsANewCertificateForTheSameKey() throws IOException {
    Path out = folder.resolve("federation");
    provision(out, "ada");
    String before = CommandRun.of("cert", "show", out.resolve("coordinator")).out();
    CommandRun run =
        CommandRun.of("cert", "renew", "--ca", out, "--host", "10.0.0.9", "--format", "json");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.json().at("/data/hosts").toString()).isEqualTo("[\"hub.example\",\"10.0.0.9\"]");
    assertThat(before).doesNotContain(run.json().at("/data/fingerprint").asText());
    assertThat(CoordinatorCredentials.load(out.resolve("coordinator")).certificate().hosts())
        .contains("10.0.0.9");
  }

  private static CommandRun provision(Path out, String sites) {
    return CommandRun.of(
        "provision", "--sites", sites, "--address", "hub.example:7443", "--out", out);
  }

  private static void assertUsage(CommandRun run, String part) {
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(part);
  }

  private static List<String> names(Path place) throws IOException {
    try (Stream<Path> files = Files.list(place)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}

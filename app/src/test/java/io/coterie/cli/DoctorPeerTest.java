package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.cli.coordinator.ServeOptions;
import io.coterie.testing.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A preflight of coordinators and sites, with certificates on loopback. */
@Timeout(120)
class DoctorPeerTest {
  @TempDir private Path folder;
  private int port;
  private Path coordinator;
  private Path site;

  @BeforeEach
  void provision() throws Exception {
    port = FreePort.next();
    Path federation = folder.resolve("federation");
    CommandRun made =
        CommandRun.of(
            "provision", "--sites", "a,b,c", "--address", "localhost:" + port, "--out", federation);
    assertThat(made.exitCode()).as(made.err()).isZero();
    coordinator = federation.resolve("coordinator");
    site = federation.resolve("site-a");
  }

  private static String verdict(CommandRun run, String name) throws IOException {
    for (JsonNode check : run.json().path("data").path("checks")) {
      if (check.path("name").textValue().equals(name)) {
        return check.path("verdict").textValue();
      }
    }
    return "";
  }

  private CommandRun ofSite(Object data) {
    return CommandRun.of(
        "doctor",
        "--peer",
        "--home",
        site,
        "--data",
        data,
        "--ledger-dir",
        folder.resolve("ledger"),
        "--format",
        "json");
  }

  @Test
  void aSiteIsCheckedFromItsFolderToItsBudget() throws Exception {
    Path study = ServedDots.study(folder, "a, b, c", "epsilon: 2, public-records: 50, delta: 1e-5");
    Path data = ServedDots.records(folder, "a");
    CompletableFuture<CommandRun> served =
        RunningCommand.start(
                "serve", study, "--home", coordinator, "--address", "127.0.0.1:" + port)
            .end();
    ServedDots.awaitOperator(coordinator, () -> !served.isDone());

    CommandRun poor = ofSite(data);
    assertThat(poor.exitCode()).isEqualTo(5);
    assertThat(verdict(poor, "budget")).isEqualTo("fail");
    for (String name :
        new String[] {"certificate", "coordinator", "clock", "version", "study", "other sites"}) {
      assertThat(verdict(poor, name)).as(name).isEqualTo("ok");
    }
    assertThat(verdict(poor, "records")).isEqualTo("ok");
    assertThat(verdict(poor, "policy")).isEqualTo("ok");

    Path ledger = folder.resolve("ledger");
    assertThat(
            CommandRun.of(
                    "budget", "set", "--epsilon", "3", "--source", data, "--ledger-dir", ledger)
                .exitCode())
        .isZero();
    CommandRun rich = ofSite(data);
    assertThat(rich.exitCode()).as(rich.out()).isZero();
    assertThat(verdict(rich, "budget")).isEqualTo("ok");

    Files.writeString(site.resolve("policy.yaml"), "max-epsilon: 1\n");
    CommandRun unwilling = ofSite(data);
    assertThat(unwilling.exitCode()).isEqualTo(2);
    assertThat(verdict(unwilling, "policy")).isEqualTo("fail");

    CommandRun misfit = ofSite(Files.writeString(folder.resolve("other.csv"), "x,z\n1,2\n"));
    assertThat(misfit.exitCode()).isEqualTo(3);
    assertThat(verdict(misfit, "records")).isEqualTo("fail");

    // Nothing of this made the site join.
    assertThat(CommandRun.of("status", "--home", coordinator).out())
        .contains("waiting for 3 of 3: a, b, c");
    CommandRun running =
        CommandRun.of("doctor", "--home", coordinator, "--address", "127.0.0.1:" + port);
    assertThat(running.exitCode()).isZero();
    assertThat(running.out()).contains("a coordinator runs here", "in use by the coordinator");

    assertThat(CommandRun.of("stop", "dots", "--home", coordinator, "--yes").exitCode()).isZero();
    assertThat(served.get(60, TimeUnit.SECONDS).exitCode()).isEqualTo(4);
    CommandRun rested =
        CommandRun.of("doctor", "--home", coordinator, "--address", "127.0.0.1:" + port);
    assertThat(rested.out()).contains("can be read: dots stopped", "may join: a, b, c");
  }

  @Test
  void aCoordinatorThatIsNotThereIsANetworkFailure() throws Exception {
    CommandRun run = ofSite(ServedDots.records(folder, "a"));
    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(verdict(run, "certificate")).isEqualTo("ok");
    assertThat(verdict(run, "coordinator")).isEqualTo("fail");
    assertThat(verdict(run, "study")).isEmpty();
  }

  @Test
  void aPortThatIsTakenIsFound() throws Exception {
    assertThat(ServeOptions.usualPlace(coordinator)).isEqualTo("0.0.0.0:" + port);
    assertThat(CommandRun.of("doctor", "--home", coordinator).out())
        .containsPattern("port +OK +0\\.0\\.0\\.0:%d is free".formatted(port));
    String address = "127.0.0.1:" + port;
    CommandRun free = CommandRun.of("doctor", "--home", coordinator, "--address", address);
    assertThat(free.exitCode()).isZero();
    assertThat(free.out()).contains("is free", "none yet; coterie serve makes it");
    try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      CommandRun run =
          CommandRun.of("doctor", "--home", coordinator, "--address", address, "--format", "json");
      assertThat(taken.isBound()).isTrue();
      assertThat(run.exitCode()).isEqualTo(4);
      assertThat(verdict(run, "port")).isEqualTo("fail");
    }
  }

  @Test
  void foldersThatDoNotFitAreToldApart() {
    CommandRun ofSite = CommandRun.of("doctor", "--home", site);
    assertThat(ofSite.exitCode()).isEqualTo(2);
    assertThat(ofSite.err()).contains("say --peer");
    CommandRun wrong = CommandRun.of("doctor", "--peer", "--home", coordinator);
    assertThat(wrong.exitCode()).isEqualTo(3);
    assertThat(wrong.out()).contains("folder", "FAIL");
    assertThat(CommandRun.of("doctor", "--study", "dots").err()).contains("say --peer as well");
  }
}

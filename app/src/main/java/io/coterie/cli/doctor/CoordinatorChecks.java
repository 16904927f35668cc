package io.coterie.cli.doctor;

import io.coterie.ErrorCode;
import io.coterie.cli.coordinator.JournalOptions;
import io.coterie.cli.coordinator.ServeOptions;
import io.coterie.coordinator.operator.JournalStatus;
import io.coterie.coordinator.operator.StudyStatus;
import io.coterie.store.journal.Journal;
import io.coterie.trust.CoordinatorCredentials;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Whether a coordinator can serve from its folder. */
final class CoordinatorChecks {
  private final DoctorCommand options;
  private final Path home;
  private final JournalOptions coordinator = new JournalOptions();

  CoordinatorChecks(DoctorCommand options) {
    this.options = options;
    this.home = options.home;
  }

  List<Check> all() {
    coordinator.home = home;
    boolean isRunning = coordinator.client().isPresent();
    List<Check> checks = new ArrayList<>();
    checks.add(MachineChecks.heap());
    checks.add(MachineChecks.disk(home));
    checks.add(Check.of("certificate", () -> certificate(CoordinatorCredentials.load(home))));
    if (checks.get(checks.size() - 1).failure().isEmpty()) {
      checks.add(Check.of("sites", () -> sites(CoordinatorCredentials.load(home))));
    }
    checks.add(
        isRunning
            ? Check.ok("port", "a coordinator runs here; coterie status shows it")
            : Check.of("port", this::port));
    checks.add(
        isRunning
            ? Check.ok("journal", "in use by the coordinator that runs")
            : Check.of("journal", this::journal));
    return checks;
  }

  private static Check certificate(CoordinatorCredentials credentials) {
    Check dates = Check.of("certificate", credentials.certificate());
    return new Check(
        dates.name(),
        dates.verdict(),
        "%s, for %s"
            .formatted(dates.detail(), String.join(", ", credentials.certificate().hosts())),
        dates.failure());
  }

  private static Check sites(CoordinatorCredentials credentials) {
    List<Check> each =
        credentials.siteCertificates().stream()
            .map(certificate -> Check.of("sites", certificate))
            .toList();
    if (each.isEmpty()) {
      return Check.warn(
          "sites",
          "none may join; add them with coterie provision --add-site or coterie cert approve");
    }
    String ending =
        each.stream()
            .filter(check -> check.verdict() != Check.Verdict.OK)
            .map(Check::detail)
            .collect(Collectors.joining("; "));
    return ending.isEmpty()
        ? Check.ok("sites", "may join: " + String.join(", ", credentials.sites()))
        : Check.warn("sites", ending);
  }

  private Check port() {
    String text = options.address == null ? ServeOptions.usualPlace(home) : options.address;
    InetSocketAddress place = ServeOptions.place("--address", text, "0.0.0.0:7443");
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(place);
      return Check.ok("port", "%s is free".formatted(text));
    } catch (IOException e) {
      return Check.fail(
          "port",
          ErrorCode.NETWORK,
          "%s cannot be served (%s); end what listens there, or choose another with --address"
              .formatted(text, e.getMessage()));
    }
  }

  private Check journal() {
    Optional<Journal> found = coordinator.journal();
    if (found.isEmpty()) {
      return Check.ok("journal", "none yet; coterie serve makes it");
    }
    try (Journal journal = found.get()) {
      List<StudyStatus> studies = JournalStatus.of(journal);
      return Check.ok(
          "journal",
          studies.isEmpty()
              ? "can be read, and is empty"
              : studies.stream()
                  .map(study -> "%s %s".formatted(study.study(), study.phase().word()))
                  .collect(Collectors.joining(", ", "can be read: ", "")));
    }
  }
}

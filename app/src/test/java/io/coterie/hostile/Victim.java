package io.coterie.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.cli.CommandRun;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.message.Payload;
import io.coterie.secure.Identities;
import io.coterie.study.Study;
import io.coterie.trust.CoordinatorCredentials;
import io.coterie.trust.SiteCredentials;
import io.coterie.trust.TrustFolder;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.Slot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;

/** An unmodified site named a with its records, its folder and its ledger. */
final class Victim {
  static final String NAME = "a";
  private static final double BUDGET = 30;

  private final Path folder;
  private final Study study;
  private final Matrix records;
  private final boolean secure;

  /**
   * Makes the site; with certificates where the study's sums are masked.
   *
   * @param secure whether the connection is encrypted, and both ends have certificates
   */
  Victim(Path folder, Study study, Matrix records, boolean secure) {
    this(folder, study, records, lines(records), secure);
  }

  /** Makes the site with a file of these lines, of which the matrix is what a site reads. */
  Victim(Path folder, Study study, Matrix records, String lines, boolean secure) {
    this.folder = folder;
    this.study = study;
    this.records = records;
    this.secure = secure;
    write(folder.resolve("records.csv"), lines);
    if (secure) {
      TrustFolder made =
          TrustFolder.create(
              folder.resolve("trust"),
              new TrustFolder.Plan(
                  "127.0.0.1:7443",
                  List.of("localhost"),
                  study.participation().sites(),
                  Duration.ofDays(30)));
      assertThat(made).isNotNull();
    }
    permitAllLevels();
  }

  /** Writes a policy that permits what a site without one refuses. */
  private void permitAllLevels() {
    try {
      Files.createDirectories(home());
      Files.writeString(home().resolve("policy.yaml"), "levels: [component, totals, dp]\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns records on two half moons, nine digits each. */
  static Matrix moons(int count, int seed) {
    SplittableRandom random = new Seed(seed).random();
    Matrix moons = Matrix.zeros(count, 2);
    for (int i = 0; i < count; i++) {
      double angle = Math.PI * random.nextDouble();
      double side = i % 2;
      moons.set(
          i, 0, digits(Math.cos(angle) * (1 - 2 * side) + side + .05 * random.nextGaussian()));
      moons.set(
          i, 1, digits(Math.sin(angle) * (1 - 2 * side) + .5 * side + .05 * random.nextGaussian()));
    }
    return moons;
  }

  private static double digits(double value) {
    return Math.rint(value * 1e9) / 1e9;
  }

  private static String lines(Matrix records) {
    StringBuilder lines = new StringBuilder("x,y\n");
    for (int i = 0; i < records.rows(); i++) {
      lines.append(String.format(Locale.ROOT, "%.9f,%.9f%n", records.at(i, 0), records.at(i, 1)));
    }
    return lines.toString();
  }

  private static void write(Path file, String lines) {
    try {
      Files.writeString(file, lines, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Study study() {
    return study;
  }

  Matrix records() {
    return records;
  }

  Path home() {
    return secure ? folder.resolve("trust/site-" + NAME) : folder.resolve("home");
  }

  Optional<CoordinatorCredentials> coordinator() {
    return secure
        ? Optional.of(CoordinatorCredentials.load(folder.resolve("trust/coordinator")))
        : Optional.empty();
  }

  /** Returns a coordinator of this study that says the truth until its script says otherwise. */
  HostileCoordinator coordinatorOf(Study offered) {
    HostileCoordinator made = HostileCoordinator.of(offered);
    coordinator()
        .ifPresent(
            own ->
                made.offers(
                    reply -> {
                      own.roster(offered.participation().sites())
                          .forEach(
                              each ->
                                  reply.addRoster(com.google.protobuf.ByteString.copyFrom(each)));
                      return reply;
                    }));
    return made;
  }

  HostileCoordinator hostile() {
    return coordinatorOf(study);
  }

  /** Sets the limit of the ledger far above what a study costs. */
  Victim withBudget() {
    CommandRun set =
        CommandRun.of(
            "budget",
            "set",
            "--source",
            data(),
            "--epsilon",
            BUDGET,
            "--ledger-dir",
            folder.resolve("ledger"));
    assertThat(set.exitCode()).as(set.err()).isZero();
    return this;
  }

  private Path data() {
    return folder.resolve("records.csv");
  }

  /** Runs coterie join to its end, against a coordinator that is closed then. */
  CommandRun joins(HostileCoordinator evil, String... more) {
    try (evil) {
      evil.listens(coordinator());
      List<Object> words =
          new ArrayList<>(
              List.of(
                  "join",
                  "--home",
                  home(),
                  "--address",
                  evil.address(),
                  "--data",
                  data(),
                  "--ledger-dir",
                  folder.resolve("ledger"),
                  "--patience",
                  "1s",
                  "--yes"));
      if (!secure) {
        words.addAll(List.of("--insecure", "--site", NAME));
      }
      words.addAll(List.of(more));
      return CommandRun.of(words.toArray());
    }
  }

  /** Returns the charges in the ledger. */
  List<JsonNode> charges() {
    List<JsonNode> charges = new ArrayList<>();
    ledger().path("lines").forEach(line -> charges.add(line));
    charges.removeIf(line -> !line.has("release"));
    return charges;
  }

  /** Returns epsilon and rho as the ledger adds them up. */
  JsonNode ledger() {
    CommandRun shown =
        CommandRun.of(
            "budget",
            "--source",
            data(),
            "--ledger-dir",
            folder.resolve("ledger"),
            "--format",
            "json");
    try {
      return shown.json().path("data").path("ledgers").path(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns an attempt at a masked sum with these other sites, which have these words. */
  SumRound sum(int round, int attempt, Payload question, Map<String, long[]> words) {
    return sum(
        new Slot(round, attempt, Slot.Step.ADVERTISE), () -> PayloadCodec.encode(question), words);
  }

  SumRound sum(Slot slot, Supplier<byte[]> question, Map<String, long[]> words) {
    Map<String, SumRound.Other> others = new TreeMap<>();
    words.forEach((name, own) -> others.put(name, new SumRound.Other(credentials(name), own)));
    Identities identities = coordinator().orElseThrow().identities(study.participation().sites());
    return new SumRound(study, identities, slot, question, others);
  }

  SiteCredentials credentials(String name) {
    return SiteCredentials.load(folder.resolve("trust/site-" + name));
  }

  /** Returns what the site wrote into its own log. */
  String log() {
    Path file = home().resolve("site-" + NAME + ".log");
    try {
      return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

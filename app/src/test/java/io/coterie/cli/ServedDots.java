package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.cli.coordinator.CoordinatorOptions;
import io.coterie.coordinator.Phase;
import io.coterie.coordinator.operator.OperatorClient;
import io.coterie.math.Seed;
import io.coterie.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/** A small study for the tests of commands, with its files. */
final class ServedDots {
  private static final int RECORDS = 40;

  private ServedDots() {}

  /** Writes a study file of sites, separated by commas, at a level of privacy. */
  static Path study(Path folder, String sites, String privacy) throws IOException {
    return Files.writeString(
        folder.resolve("study.yaml"),
        """
        study: dots
        about: {purpose: '<b>Dots</b> & groups', asked-by: Dr Dot}
        method: %s
        clusters: 2
        schema:
          columns:
            - {name: x, lower: -5, upper: 10}
            - {name: y, lower: -5, upper: 10}
        participation:
          sites: [%s]
          join-within: 10m
          answer-within: 10m
        privacy: {%s}
        """
            .formatted(
                privacy.contains("component") ? "anchor-graph:groups" : "anchor-graph",
                sites,
                privacy));
  }

  /** Writes a policy that permits every level, which a site needs for level component. */
  static Path policy(Path folder) throws IOException {
    return Files.writeString(folder.resolve("policy.yaml"), "levels: [component, totals, dp]\n");
  }

  static Path records(Path folder, String site) throws IOException {
    RandomGenerator random = new Seed(1).child(site).random();
    StringBuilder text = new StringBuilder("x,y\n");
    for (int i = 0; i < RECORDS; i++) {
      double center = i % 2 == 0 ? 0 : 5;
      text.append("%.3f,%.3f\n".formatted(center + random.nextDouble(), random.nextDouble()));
    }
    return Files.writeString(folder.resolve(site + ".csv"), text.toString());
  }

  /** Waits until a coordinator can be asked, for as long as it may come. */
  static void awaitOperator(Path home, BooleanSupplier mayCome) {
    CoordinatorOptions options = new CoordinatorOptions();
    options.home = home;
    Await.until(
        () -> {
          assertThat(mayCome.getAsBoolean()).isTrue();
          return options.client().map(ServedDots::isUnderWay).orElse(false);
        },
        Duration.ofMinutes(2));
  }

  private static boolean isUnderWay(OperatorClient client) {
    return client.status().stream().anyMatch(study -> study.phase() == Phase.GATHERING);
  }
}

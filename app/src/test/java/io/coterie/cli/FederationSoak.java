package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A measurement, not a test: it runs only when named, as in -Dtest=FederationSoak, and prints.
 * -Dsoak.minutes and -Dsoak.studies say for how long, and how many studies at once. Samples are in
 * target/soak.tsv, one a line.
 */
@Timeout(value = 10, unit = TimeUnit.HOURS)
class FederationSoak {
  private static final int MINUTES = Integer.getInteger("soak.minutes", 30);
  private static final int STUDIES = Integer.getInteger("soak.studies", 10);

  /** At rest ten times, but not more often than every half minute. */
  private static final Duration REST = Duration.ofSeconds(Math.max(30, 6L * MINUTES));

  private static final double HEAP_MEGABYTES = 10;
  private static final double HEAP_PART = 0.05;
  private static final double OUTSIDE_MEGABYTES = 16;
  private static final double HANDLES = 5;
  private static final double THREADS = 5;

  @TempDir private Path folder;

  @Test
  void soak() throws Exception {
    Soak.Outcome outcome =
        new Soak(
                folder,
                new Soak.Plan(
                    Duration.ofMinutes(MINUTES), STUDIES, REST, List.of(SoakKind.values())))
            .run();
    List<String> lines = new ArrayList<>(List.of(SoakSample.HEADER));
    outcome.samples().forEach(sample -> lines.add(sample.toString()));
    Files.write(Path.of("target", "soak.tsv"), lines);
    List<SoakSample> settled = outcome.settled();
    double heap = SoakSample.growth(settled, SoakSample::heap);
    double handles = SoakSample.growth(settled, SoakSample::handles);
    double threads = SoakSample.growth(settled, SoakSample::threads);
    double direct = SoakSample.growth(settled, SoakSample::direct);
    double netty = SoakSample.growth(settled, SoakSample::netty);
    System.out.printf(
        Locale.ROOT,
        "%s%n%s%n%d studies, %d at once, in %d minutes; every label as in a simulation%n"
            + "status: %d times, median %.0f ms, 99 %% within %.0f ms, longest %.0f ms%n"
            + "growth over %d samples at rest: heap %+.1f MB, handles %+.1f, threads %+.1f,"
            + " direct %+.1f MB, netty %+.1f MB%n",
        String.join("\n", lines),
        outcome.lives(),
        outcome.studies(),
        STUDIES,
        MINUTES,
        outcome.latencies().size(),
        1e3 * outcome.latency(0.5),
        1e3 * outcome.latency(0.99),
        1e3 * outcome.latency(1),
        settled.size(),
        heap,
        handles,
        threads,
        direct,
        netty);
    assertThat(heap)
        .as("growth of the heap, MB")
        .isLessThan(Math.max(HEAP_MEGABYTES, HEAP_PART * settled.get(0).heap()));
    assertThat(handles).as("growth of handles").isLessThan(HANDLES);
    assertThat(threads).as("growth of threads").isLessThan(THREADS);
    assertThat(direct).as("growth of direct buffers, MB").isLessThan(OUTSIDE_MEGABYTES);
    assertThat(netty).as("growth of netty's buffers, MB").isLessThan(OUTSIDE_MEGABYTES);
    assertThat(settled).allMatch(sample -> sample.files() == 0, "no study leaves a file");
  }
}

package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A short form of {@link FederationSoak}: what is left behind by each study shows at once. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SoakIT {
  private static final Soak.Plan PLAN =
      new Soak.Plan(
          Duration.ofSeconds(20),
          3,
          Duration.ofSeconds(4),
          List.of(SoakKind.K_FED, SoakKind.SPP_FGC_MASKED, SoakKind.SPP_FGC_PLAIN));

  @TempDir private Path folder;

  @Test
  void studiesLeaveNoHandlesAndNoThreadsBehind() throws Exception {
    Soak.Outcome outcome = new Soak(folder, PLAN).run();
    List<SoakSample> settled = outcome.settled();
    int studies = settled.get(settled.size() - 1).studies() - settled.get(0).studies();

    // One that every study left behind would be as many as there were studies.
    assertThat(settled).as("%d studies in all", outcome.studies()).hasSizeGreaterThan(1);
    assertThat(studies).isGreaterThan(0);
    assertThat(SoakSample.growth(settled, SoakSample::handles)).isLessThan(Math.max(5, studies));
    assertThat(SoakSample.growth(settled, SoakSample::threads)).isLessThan(Math.max(5, studies));
    assertThat(settled).allMatch(sample -> sample.files() == 0);
    assertThat(outcome.latencies()).isNotEmpty();
  }
}

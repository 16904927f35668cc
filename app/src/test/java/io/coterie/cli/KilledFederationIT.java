package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A few moments of many; {@link FederationKills} has the many. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KilledFederationIT {
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {KilledFederation.TOTALS, KilledFederation.DP})
  void aStudyGoesOnAfterItsCoordinatorWasKilled(String privacy) throws Exception {
    assertThat(new KilledFederation(folder, privacy, 4).killCoordinator()).contains("killed");
  }

  @ParameterizedTest
  @ValueSource(strings = {KilledFederation.TOTALS, KilledFederation.DP})
  void aStudyGoesOnAfterASiteWasKilled(String privacy) throws Exception {
    assertThat(new KilledFederation(folder, privacy, 4).killSite()).contains("killed");
  }

  @Test
  void aDpSumIsTriedAgainAfterASiteWasKilledInIt() throws Exception {
    assertThat(new KilledFederation(folder, KilledFederation.DP, 4).killInASum())
        .contains("tried again");
  }
}

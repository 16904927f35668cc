package io.coterie.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills at many random moments, for a quarter of an hour or more: it runs only when named, as in
 * -Dtest=FederationKills, and prints what came of each. -Dkills=N sets how many, -Dkill-seed=S the
 * moments.
 */
class FederationKills {
  private static final int KILLS = Integer.getInteger("kills", 30);
  private static final long SEED = Long.getLong("kill-seed", 1);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private interface Kill {
    String of(KilledFederation federation) throws Exception;
  }

  @Test
  void ofTheCoordinator() throws Exception {
    run("coordinator", KilledFederation::killCoordinator);
  }

  @Test
  void ofSites() throws Exception {
    run("site", KilledFederation::killSite);
  }

  private void run(String name, Kill kill) throws Exception {
    List<String> failures = new ArrayList<>();
    for (int i = 0; i < KILLS; i++) {
      String privacy = i % 2 == 0 ? KilledFederation.TOTALS : KilledFederation.DP;
      long seed = SEED * 1000 + i;
      Path own = folder.resolve(name + i);
      long start = System.nanoTime();
      String came;
      try {
        came = kill.of(new KilledFederation(own, privacy, seed));
      } catch (AssertionError | RuntimeException e) {
        came = "FAILED in %s: %s".formatted(own, e.getMessage());
        failures.add(came);
      }
      System.out.printf(
          "seed %d, %s, %d s: %s%n",
          seed,
          privacy.equals(KilledFederation.DP) ? "dp" : "totals",
          (System.nanoTime() - start) / 1_000_000_000L,
          came);
    }
    if (!failures.isEmpty()) {
      throw new AssertionError("%d of %d failed".formatted(failures.size(), KILLS));
    }
  }
}

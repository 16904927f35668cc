package io.coterie.bench.speed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.bench.speed.Row.Costs;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuredProcessTest {
  @TempDir Path folder;

  @Test
  void countsWhatAChildTakes() {
    String loop = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo done; echo bad >&2";
    MeasuredProcess ended = run(loop + "; exit 3");
    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.out()).isEqualTo("done\n");
    assertThat(ended.err()).isEqualTo("bad\n");
    assertThat(ended.costs().cpuSeconds()).isPositive();
    assertThat(ended.costs().wallSeconds()).isPositive();
    assertThat(ended.costs().peakBytes().orElseThrow()).isBetween(100_000L, 100_000_000L);
  }

  @Test
  void aChildThatOnlyWaitsTakesNoTimeOfItsOwn() {
    Costs cost = run("sleep 0.2").costs();
    assertThat(cost.wallSeconds()).isGreaterThan(.2);
    assertThat(cost.cpuSeconds()).isLessThan(cost.wallSeconds());
  }

  private MeasuredProcess run(String script) {
    return MeasuredProcess.run(new ProcessBuilder("sh", "-c", script), folder);
  }

  @Test
  void readsTheCountersOfLinux() {
    String stat =
        "42 (a (strange) name) S 1 42 42 0 -1 4194560 9 8 7 6 150 25 1234 66 20 0 31 0 100 5000";
    assertThat(MeasuredProcess.childrenCpuSeconds(stat)).isCloseTo(13, within(1e-9));
    assertThat(MeasuredProcess.peakBytes("Name:\tx\nVmPeak:\t  99 kB\nVmHWM:\t   20 kB\n"))
        .hasValue(20 * 1024);
    assertThat(MeasuredProcess.peakBytes("Name:\tx\n")).isEmpty();
  }
}

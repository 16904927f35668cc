package io.coterie.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The options that every command has are added by the program. */
class BenchOptionsTest {
  private static final String BENCH =
      "--data --data-dir --device --encoder-file --epsilon=1 --fresh --methods --out=coterie-bench --quick --retry"
          + " --sample --seeds --sites --threads";

  private static final Map<String, String> BENCHES =
      Map.of(
          "list",
          "--data-dir",
          "speed",
          "--before --data-dir --heap=1100m --only --out=coterie-bench --slow",
          "growth",
          "--before --features=16 --heap=2400m --out=coterie-bench --sites=10"
              + " --sizes=10000,30000,100000,300000,1000000",
          "bytes",
          "--data --data-dir --methods --out=coterie-bench --sample --sites --threads",
          "tables",
          "--data --data-dir --epsilon --folder --holes=none --methods --min-group=10 --noise=secure-sums"
              + " --out=coterie-bench --seeds=3 --threads",
          "fit",
          "--data --data-dir --out=coterie-bench --partition=iid,dirichlet:0.5 --seeds=3 --tables --threads",
          "verdict",
          "--count=40 --data --data-dir --nulls=none --out=coterie-bench --seed=0 --tables --threads");

  @Test
  void namesAndDefaultsStayAsTheyAre() {
    Map<String, CommandLine> benches = new BenchProvider().command().getSubcommands();
    assertThat(benches.keySet())
        .containsExactly(
            "list",
            "table1",
            "baselines",
            "heterogeneity",
            "ablation",
            "partitions",
            "clients",
            "convergence",
            "totals",
            "dp",
            "poison",
            "privacy",
            "graphs",
            "embeddings",
            "speed",
            "growth",
            "bytes",
            "tables",
            "verdict",
            "fit");
    benches.forEach(
        (name, bench) ->
            assertThat(options(bench))
                .as(name)
                .containsExactlyInAnyOrder(BENCHES.getOrDefault(name, BENCH).split(" ", -1)));
  }

  private static List<String> options(CommandLine command) {
    return command.getCommandSpec().options().stream()
        .map(
            option ->
                option.defaultValue() == null
                    ? option.longestName()
                    : option.longestName() + "=" + option.defaultValue())
        .toList();
  }
}

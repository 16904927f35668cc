package io.coterie.bench.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "bench",
    description = {
      "The paper's tables and figures, run here: every method on public data sets, beside the"
          + " paper's numbers and honest ceilings.",
      "A benchmark that was stopped goes on where it was.",
      "totals measures the default method by the fewest records of a total.",
      "speed and growth measure what runs cost, beside other programs; bytes counts what is sent."
    },
    footer = {
      "",
      "Examples:",
      "  coterie bench list",
      "  coterie bench table1 --quick --data iris,wdbc,moon",
      "  coterie bench totals --data iris,wdbc --seeds 2",
      "  coterie bench clients --data usps --methods anchor-graph",
      "  coterie bench growth --sizes 1000,10000,100000"
    })
final class BenchCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  /** Without an experiment there is nothing to run: prints the help. */
  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return 0;
  }
}

package io.coterie.cli;

import io.coterie.CoterieException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Stands for the benchmarks where their add-on is not on the class path. */
@Command(
    name = "bench",
    description =
        "The paper's tables and figures, run here: every method on public data sets. An add-on that"
            + " the launcher ./coterie of a source checkout builds on first use.")
final class MissingBenchCommand implements Callable<Integer> {
  @Unmatched List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    throw CoterieException.usage(
        "The benchmarks are an add-on that this installation does not have. Run ./coterie bench in"
            + " a source checkout of Coterie, which builds the add-on on first use.");
  }
}

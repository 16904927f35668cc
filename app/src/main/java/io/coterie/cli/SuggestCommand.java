package io.coterie.cli;

import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.FailOption;
import io.coterie.cli.options.PlanOptions;
import io.coterie.cli.options.RunOptions;
import io.coterie.cli.options.SiteOptions;
import io.coterie.cli.options.SourceOptions;
import io.coterie.data.DataSet;
import io.coterie.math.Parallel;
import io.coterie.method.Methods;
import io.coterie.method.verdict.Verdict;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.report.FindingWords;
import io.coterie.report.RunSummary;
import io.coterie.simulation.Simulation;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import io.coterie.terminal.Progress;
import io.coterie.terminal.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "suggest",
    description = {
      "Are there groups, and how many? Runs the anchor graph, cuts one half of the records and counts"
          + " the other: clusters are distinct if there is a valley between them.",
      "Also shows the gaps between the eigenvalues of the graph: a wide gap after the c-th speaks for"
          + " c clusters, if there are groups at all. Noise has gaps, too."
    },
    footer = {"", "Example:", "  coterie suggest --data iris"})
final class SuggestCommand extends ConsoleCommand {
  private static final int BAR = 40;

  /** An entry of the finding "eigengaps". */
  private static final Pattern CANDIDATE = Pattern.compile("([0-9]+): (-?[0-9.]+)");

  /** A best gap so many times the next leaves little doubt. */
  private static final double CLEAR = 2;

  /** A best gap less than so many times the next could as well be the other. */
  private static final double OPEN = 1.2;

  @Mixin SourceOptions source;
  @Mixin SiteOptions sites;

  @Option(
      names = "--scale",
      paramLabel = "HOW",
      defaultValue = "auto",
      description = PlanOptions.SCALE)
  String scale;

  @Option(
      names = "--features",
      paramLabel = "HOW",
      defaultValue = "auto",
      description = PlanOptions.FEATURES)
  String features;

  @Mixin RunOptions run;
  @Mixin FailOption fail;

  private record Candidate(int clusters, double gap) {}

  /**
   * What is suggested.
   *
   * @param clusters how many; 1 where there are no groups
   * @param range of the evidence, as "2 to 3"
   * @param doubt of the gaps: clear, likely or open
   */
  private record Suggestion(
      RunSummary.Data data,
      int clusters,
      Optional<String> verdict,
      Optional<String> range,
      Optional<String> evidence,
      String doubt,
      List<Candidate> candidates) {}

  @Override
  protected int execute(Console console) {
    Simulation.Input input = sites.dealt(source, run.start(), console);
    input.notes().forEach(console::say);
    Map<String, String> findings = findings(input, console);
    int exitCode = fail.exitCode(findings, console);
    report(console, input.data(), findings, exitCode);
    return exitCode;
  }

  private Map<String, String> findings(Simulation.Input input, Console console) {
    StudyPlan plan =
        new StudyPlan(
            Methods.DEFAULT,
            ClusterCount.auto(),
            PlanOptions.inputPlan(input.data(), scale, features),
            MethodOptions.none());
    fail.check(plan);
    Simulation simulation = new Simulation(input, plan, run.start());
    try (Parallel parallel = run.parallel();
        Progress progress = console.progress()) {
      return simulation.federate(parallel, progress).findings();
    }
  }

  private static List<Candidate> parse(String gaps) {
    List<Candidate> candidates = new ArrayList<>();
    Matcher entries = CANDIDATE.matcher(gaps);
    while (entries.find()) {
      candidates.add(
          new Candidate(Integer.parseInt(entries.group(1)), Double.parseDouble(entries.group(2))));
    }
    return candidates;
  }

  private static void report(
      Console console, DataSet data, Map<String, String> findings, int exitCode) {
    List<Candidate> candidates = parse(findings.get("eigengaps"));
    Candidate best = candidates.get(0);
    int clusters = Integer.parseInt(findings.get("clusters"));
    Table table = Table.withHeader(List.of("clusters", "gap", ""));
    for (Candidate candidate : candidates) {
      double share = best.gap() > 0 ? Math.max(0, candidate.gap()) / best.gap() : 0;
      table.row(
          Integer.toString(candidate.clusters()),
          String.format(Locale.ROOT, "%.4f", candidate.gap()),
          "#".repeat((int) Math.rint(share * BAR)));
    }
    console.say("%s: %s".formatted(data.name(), Format.count(data.size(), "record")));
    data.guess().ifPresent(console::say);
    console.say("");
    console.say(FindingWords.verdict(findings), "");
    console.say("Gaps between the eigenvalues of the graph:");
    console.say(table);
    console.say("", sentence(candidates, clusters));
    console.say(
        clusters > 1
            ? "Next: coterie simulate --data ... --clusters %d".formatted(clusters)
            : "The records show no groups that are apart; any number of clusters would be arbitrary.");
    console.finish(
        new Suggestion(
            RunSummary.Data.of(data),
            clusters,
            Optional.ofNullable(findings.get(Verdict.FINDING)),
            Optional.ofNullable(findings.get("range")),
            Optional.ofNullable(findings.get("evidence")),
            doubt(candidates),
            candidates),
        exitCode);
  }

  /** Returns clear, likely or open. */
  private static String doubt(List<Candidate> candidates) {
    if (candidates.size() == 1) {
      return candidates.get(0).clusters() == 1 ? "open" : "clear";
    }
    double best = candidates.get(0).gap();
    double next = candidates.get(1).gap();
    return best >= CLEAR * next ? "clear" : best >= OPEN * next ? "likely" : "open";
  }

  private static String sentence(List<Candidate> candidates, int clusters) {
    int best = candidates.get(0).clusters();
    if (clusters == 1 && best > 1) {
      return "The widest gap is after %d, but gaps are wide in noise, too. The verdict goes first: it counts records between clusters."
          .formatted(best);
    }
    int next = candidates.size() > 1 ? candidates.get(1).clusters() : best;
    return switch (doubt(candidates)) {
      case "clear" -> "By the gaps: %d clusters; little speaks for another number.".formatted(best);
      case "likely" -> "By the gaps: likely %d clusters; %d are possible.".formatted(best, next);
      default ->
          "By the gaps: open; %d clusters, but %d are about as likely.".formatted(best, next);
    };
  }
}

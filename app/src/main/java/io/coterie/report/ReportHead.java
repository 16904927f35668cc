package io.coterie.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.coterie.method.Methods;
import io.coterie.method.verdict.Verdict;
import io.coterie.model.FittedModel;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.StudyPlan;
import io.coterie.study.Study;
import io.coterie.terminal.Format;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a run says of itself at the head of its report: what its summary says, less what the level
 * hides. At level dp no exact number of records, no hash of the data and, with noise that nobody
 * can repeat, no score is shown: each is an exact function of the records.
 *
 * @param repeat the command that repeats the run
 */
public record ReportHead(
    String name,
    String title,
    String madeBy,
    Instant finishedAt,
    List<Fact> answer,
    List<Score> scores,
    Privacy privacy,
    List<Fact> findings,
    List<Fact> provenance,
    List<Fact> options,
    String repeat) {
  public record Fact(String name, String value) {}

  public record Score(String key, String name, double value, String note) {}

  /**
   * What was promised, who saw what, and what was spent.
   *
   * @param agreed before anything was spent
   * @param rehearsal why a simulation is not private
   */
  public record Privacy(
      @JsonUnwrapped RunSummary.Privacy agreed,
      String account,
      Optional<String> sumsWords,
      Optional<String> warning,
      Optional<String> caution,
      Optional<String> rehearsal,
      Optional<RunSummary.Spent> spent,
      Optional<List<RunSummary.Step>> steps,
      Optional<String> noiseSource) {}

  /** A report names neither the files that a run wrote nor its number of threads. */
  private static final Set<String> NOT_REPEATED =
      Set.of("out", "labels-format", "threads", "study", "study-hash", "study-file");

  public static ReportHead of(RunSummary.Simulated run, StudyPlan plan, boolean hasSecureNoise) {
    boolean isDp = plan.privacy().isDp();
    String records =
        isDp
            ? "about %s"
                .formatted(
                    Format.count(plan.privacy().terms().orElseThrow().publicRecords(), "record"))
            : Format.count(run.data().records(), "record");
    List<Fact> answer = new ArrayList<>(verdict(run));
    answer.add(new Fact("Data", run.data().name()));
    answer.add(new Fact("Records", records));
    answer.addAll(method(plan, run.data().features(), run.data().kind(), run.clusters().found()));
    answer.add(new Fact("Rounds", Integer.toString(run.rounds())));
    answer.add(new Fact("Left the sites", Format.bytes(run.traffic().bytesOut())));
    answer.add(new Fact("Reached them", Format.bytes(run.traffic().bytesIn())));
    answer.add(new Fact("Time", Format.seconds(run.seconds().run())));
    List<Fact> provenance = provenance(run);
    if (!isDp) {
      provenance.add(new Fact("Data, SHA-256", run.data().sha256()));
    }
    Map<String, String> options = run.options();
    if (options.containsKey("study")) {
      provenance.add(new Fact("Study", options.get("study")));
      provenance.add(new Fact("Study, SHA-256", options.get("study-hash")));
    }
    return new ReportHead(
        run.data().name(),
        title(
            run,
            run.clusters().found(),
            "%s of %s".formatted(records, Format.count(run.sites().size(), "site"))),
        "coterie " + run.command(),
        run.finishedAt(),
        answer,
        isDp && hasSecureNoise ? List.of() : scores(run.scores()),
        privacy(plan, run, run.sites().size(), run.sites().size(), !hasSecureNoise),
        findings(run),
        provenance,
        options.entrySet().stream()
            .map(option -> new Fact("--" + option.getKey(), option.getValue()))
            .toList(),
        repeat(run));
  }

  /** Returns the head of a served study's report. Its coordinator has no records to hide. */
  public static ReportHead of(RunSummary.Served run, Study study, FittedModel model) {
    StudyPlan plan = study.plan();
    int clusters = model.clusters().clusterCount();
    List<Fact> answer = new ArrayList<>(verdict(run));
    answer.add(new Fact("Study", study.name()));
    answer.addAll(method(plan, plan.input().dimension(), plan.input().kind().toString(), clusters));
    answer.add(new Fact("Rounds", Integer.toString(run.rounds())));
    answer.add(new Fact("Time", Format.seconds(run.seconds())));
    answer.add(new Fact("Took part", run.attendance()));
    List<Fact> provenance = provenance(run);
    provenance.add(new Fact("Study, SHA-256", study.hash()));
    return new ReportHead(
        study.name(),
        title(
            run,
            clusters,
            "the records of %s"
                .formatted(Format.count(study.participation().sites().size(), "site"))),
        "coterie serve",
        run.finishedAt(),
        answer,
        List.of(),
        privacy(
            plan, run, study.participation().sites().size(), study.participation().quorum(), false),
        findings(run),
        provenance,
        List.of(),
        "coterie serve STUDY");
  }

  /** Returns a title that agrees with the verdict, where there is one. */
  private static String title(RunSummary run, int clusters, String records) {
    String cut = Format.count(clusters, "cluster");
    String verdict = run.findings().get(Verdict.FINDING);
    if (verdict == null) {
      return "%s in %s".formatted(cut, records);
    }
    if (verdict.startsWith(Verdict.Kind.NONE.words())) {
      return "No clear groups in %s%s".formatted(records, clusters > 1 ? ", cut into " + cut : "");
    }
    return "%s in %s; verdict: %s".formatted(cut, records, verdict);
  }

  private static List<Fact> verdict(RunSummary run) {
    return Stream.ofNullable(run.findings().get(Verdict.FINDING))
        .map(words -> new Fact("Verdict", words))
        .toList();
  }

  private static List<Fact> method(StudyPlan plan, int features, String kind, int clusters) {
    return List.of(
        new Fact("Features", "%,d (%s)".formatted(features, kind)),
        new Fact(
            "Clusters",
            "%d, %s".formatted(clusters, plan.clusters().isAuto() ? "found" : "as asked for")),
        new Fact(
            "Method", "%s: %s".formatted(plan.method(), Methods.named(plan.method()).summary())));
  }

  private static List<Fact> provenance(RunSummary run) {
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("Coterie", run.software().coterie()));
    facts.add(new Fact("Java", run.software().java()));
    facts.add(new Fact("Finished", run.finishedAt().toString()));
    facts.add(new Fact("Seed", Long.toString(run.seed())));
    return facts;
  }

  private static List<Fact> findings(RunSummary run) {
    return run.findings().entrySet().stream()
        .filter(finding -> !finding.getValue().isEmpty())
        .map(finding -> new Fact(finding.getKey(), finding.getValue()))
        .toList();
  }

  private static List<Score> scores(RunSummary.Scores scores) {
    String against = "against the labels that were given; no method sees them";
    List<Score> shown = new ArrayList<>();
    add(shown, "accuracy", "Accuracy (ACC)", scores.accuracy(), against);
    add(shown, "nmi", "Information (NMI)", scores.nmi(), against);
    add(shown, "ari", "Rand index (ARI)", scores.ari(), against);
    add(shown, "silhouette", "Silhouette", scores.silhouette(), "-1 to 1, larger is better");
    add(shown, "davies_bouldin", "Davies-Bouldin", scores.daviesBouldin(), "smaller is better");
    add(
        shown,
        "calinski_harabasz",
        "Calinski-Harabasz",
        scores.calinskiHarabasz(),
        "larger is better");
    return shown;
  }

  private static void add(
      List<Score> scores, String key, String name, OptionalDouble value, String note) {
    value.ifPresent(known -> scores.add(new Score(key, name, known, note)));
  }

  private static Privacy privacy(
      StudyPlan plan, RunSummary run, int sites, int enough, boolean isRehearsal) {
    PrivacySummary story = new PrivacySummary(plan);
    PrivacyLevel level = plan.privacy().level();
    boolean isFederated = Methods.named(plan.method()).isFederated();
    Optional<String> warning = Optional.empty();
    Optional<String> caution = Optional.empty();
    if (!isFederated) {
      warning =
          Optional.of("The method pools all records: it hides nothing from the one who runs it.");
    } else if (level == PrivacyLevel.PAPER) {
      warning =
          Optional.of(
              "Level paper: graphs over records left the sites in the clear. Records can be rebuilt"
                  + " from them; use level totals or dp for records that matter.");
    } else if (level == PrivacyLevel.COMPONENT) {
      caution =
          Optional.of(
              "Level component proves nothing: means of small groups left each site, some of a"
                  + " single record.");
    } else {
      List<String> cautions = story.cautions(sites, enough);
      caution = cautions.isEmpty() ? caution : Optional.of(String.join(" ", cautions));
    }
    String rehearsal =
        "This is a simulation: its noise can be repeated, so it is not private, whatever its"
            + " level. The report shows what a real study of this level would show%s."
                .formatted(
                    level == PrivacyLevel.DP
                        ? ", and scores, which only a simulation can know"
                        : "");
    return new Privacy(
        story.agreed(),
        story.account(sites),
        story.sums(),
        warning,
        caution,
        isRehearsal ? Optional.of(rehearsal) : Optional.empty(),
        run.privacy().spent(),
        run.privacy().steps(),
        run.privacy().noiseSource());
  }

  private static String repeat(RunSummary.Simulated run) {
    if (run.command().equals("demo")) {
      return "coterie demo";
    }
    StringBuilder line = new StringBuilder("coterie ").append(run.command());
    if (run.options().containsKey("study")) {
      String named = run.options().get("study") + ".yaml";
      line.append(' ').append(quoted(run.options().getOrDefault("study-file", named)));
    }
    run.options()
        .forEach(
            (name, value) -> {
              if (!NOT_REPEATED.contains(name)) {
                append(line, name, value);
              }
            });
    return line.toString();
  }

  private static void append(StringBuilder line, String name, String value) {
    String flag = " --" + name;
    if (value.equals("true")) {
      line.append(flag);
    } else if (name.equals("site")) {
      for (String site : value.split(",", -1)) {
        line.append(flag).append(' ').append(quoted(site));
      }
    } else if (!value.equals("false")) {
      line.append(flag).append(' ').append(quoted(value));
    }
  }

  private static String quoted(String word) {
    return word.matches("[\\w.,:=/@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}

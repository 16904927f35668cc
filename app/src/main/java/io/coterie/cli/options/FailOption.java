package io.coterie.cli.options;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.method.Methods;
import io.coterie.method.fit.FitCoordinator;
import io.coterie.method.fit.FitSchedule;
import io.coterie.method.verdict.Verdict;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.StudyPlan;
import io.coterie.terminal.Console;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Whether a command fails where the records have no clear groups. */
public final class FailOption {
  private static final String ONE_SITE = "one-site";

  @Option(
      names = "--fail-on",
      paramLabel = "weak|none|one-site",
      description = {
        "For scripts: exit code 10 if no groups are found, with weak if none are clear, with one-site",
        "if a site does not fit the others or a cluster is one site's. The files are written all the"
            + " same."
      })
  String failOn;

  /** Refuses a plan whose method gives no verdict. */
  public void check(StudyPlan plan) {
    if (failOn == null) {
      return;
    }
    if (Choice.of("--fail-on", failOn, "weak", "none", ONE_SITE).equals(ONE_SITE)) {
      requireFit(plan);
      return;
    }
    boolean hasVerdict =
        plan.method().equals(Methods.DEFAULT)
            && plan.privacy().level() == PrivacyLevel.TOTALS
            && plan.options().word("verdict").filter("off"::equals).isEmpty();
    if (!hasVerdict) {
      throw CoterieException.usage(
          "--fail-on needs a verdict: method %s at privacy level totals, without --verdict off; or leave it out."
              .formatted(Methods.DEFAULT));
    }
  }

  private static void requireFit(StudyPlan plan) {
    if (!plan.method().equals(Methods.DEFAULT) || !FitSchedule.isFor(plan)) {
      throw CoterieException.usage(
          "--fail-on one-site needs sites that find out whether they fit: a table, with method %s at privacy level totals and without --fit off; or leave it out."
              .formatted(Methods.DEFAULT));
    }
  }

  /** Returns the exit code of a command that found this, and states why where it fails. */
  public int exitCode(Map<String, String> findings, Console console) {
    if (failOn == null) {
      return 0;
    } else if (failOn.equals(ONE_SITE)) {
      Optional<String> trouble = FitCoordinator.trouble(findings);
      trouble.ifPresent(
          words ->
              console.warn(
                  "%s, on which --fail-on one-site fails: exit code %d. The files were written all the same."
                      .formatted(words, ErrorCode.NO_GROUPS.exitCode())));
      return trouble.isPresent() ? ErrorCode.NO_GROUPS.exitCode() : 0;
    }
    String words = findings.getOrDefault(Verdict.FINDING, "");
    boolean isClear = words.startsWith(Verdict.Kind.CLEAR.words());
    boolean isWeak = words.startsWith(Verdict.Kind.WEAK.words());
    if (isClear || (isWeak && failOn.equals("none"))) {
      return 0;
    }
    int exitCode = ErrorCode.NO_GROUPS.exitCode();
    console.warn(
        "The verdict is '%s', on which --fail-on %s fails: exit code %d. The files were written all the same."
            .formatted(words, failOn, exitCode));
    return exitCode;
  }
}

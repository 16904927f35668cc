package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.terminal.Terminal;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Pins every option name and default: scripts depend on them. */
class OptionsTest {
  private static final String COMMON =
      " --format=text --help --no-color --quiet --stacktrace --verbose";

  private static final String LOG = " --log-file --log-format=text --log-level=info";

  private static final Map<String, String> EXPECTED =
      byName(
          "demo",
          "--out=coterie-demo",
          "simulate",
          "--mapping --decimal --encoding --sheet --thousands --accept-graph-disclosure --accept-group-disclosure --bounds --clusters=auto --colluders"
              + " --data --delta --epsilon --fail-on --verdict --fit --features=auto --force --fuzzifier --id --ignore --image --kind --missing-code --input --labels --labels-format=csv"
              + " --local-clusters --lost-sites --method=anchor-graph --min-group=auto --missing=refuse --neighbors"
              + " --noise --out=coterie-out --partition=iid --privacy --public-records --query"
              + " --records-per-person --resolution --rounds --scale=auto --secure-noise --seed=0"
              + " --robust --signs --site --site-reports --sites=5 --subspace --sums --threads"
              + " --device --encoder-file --engine=local --engine-property --master",
          "profile",
          "--decimal --encoding --sheet --thousands --data --force --ignore --min-group=10 --missing-code --out --query",
          "study",
          "",
          "map",
          "--decimal --encoding --sheet --thousands --data --force --ignore --out=mapping.yaml --query --study",
          "inspect",
          "--mapping --decimal --encoding --sheet --thousands --accept-graph-disclosure --accept-group-disclosure --bounds --clusters=auto --colluders"
              + " --data --delta --epsilon --verdict --fit --features=auto --fuzzifier --id --ignore --image --kind --missing-code --input --labels --ledger-dir --local-clusters --lost-sites"
              + " --method=anchor-graph --min-group=auto --missing=refuse --neighbors --noise --privacy"
              + " --public-records --query --records-per-person --resolution --rounds --scale=auto"
              + " --seed=0 --robust --signs --sites=5 --subspace --sums --threads"
              + " --device --encoder-file",
          "serve",
          "--address --home=coordinator --insecure --journal --dashboard --operator=127.0.0.1:0 --out --resume --corrected --finished"
              + " --threads"
              + LOG,
          "resume",
          "--address --home=coordinator --insecure --journal --dashboard --operator=127.0.0.1:0 --out --threads"
              + LOG,
          "status",
          "--home=coordinator --journal --watch",
          "logs",
          "--follow --home=coordinator --journal",
          "stop",
          "--home=coordinator --yes",
          "join",
          "--accept-implausible --share-fit --mapping --decimal --encoding --sheet --thousands --address --agreed --dashboard --data --home=. --ignore --insecure --labels-format=csv --ledger-dir --out"
              + " --patience=1h --policy --query --repeatable-noise --site --study= --threads --yes"
              + " --device --encoder-file --engine=local --engine-property --id --labels-to --master"
              + LOG,
          "fetch",
          "--accept-implausible --mapping --decimal --encoding --sheet --thousands --address --agreed --data --home=. --ignore --insecure --labels-format=csv --out"
              + " --patience=1h --query --site --study= --threads --yes"
              + " --device --encoder-file --id"
              + LOG,
          "predict",
          "--decimal --encoding --sheet --thousands --data --device --encoder-file --force --id --mapping --missing --model --out --query --seed=0 --threads",
          "name",
          "--model --names",
          "report",
          "--force --out",
          "evaluate",
          "--decimal --encoding --sheet --thousands --clusters-file --data --id --ignore --image --kind --missing-code --input --labels --missing=refuse --model --query"
              + " --seed=0 --threads",
          "suggest",
          "--decimal --encoding --sheet --thousands --data --fail-on --features=auto --id --ignore --image --kind --missing-code --input --labels --missing=refuse --partition=iid"
              + " --query --scale=auto --seed=0 --sites=5 --threads",
          "budget",
          "--ledger-dir --source",
          "audit",
          "--mapping --decimal --encoding --sheet --thousands --accept-graph-disclosure --accept-group-disclosure --bounds --clusters=auto --colluders"
              + " --data --delta --epsilon --verdict --fit --features=auto --force --fuzzifier --id --ignore --image --kind --missing-code --input --labels --local-clusters"
              + " --lost-sites --method=anchor-graph --min-group=auto --missing=refuse --neighbors --noise --out"
              + " --partition=iid --privacy --public-records --query --records-per-person"
              + " --resolution --rounds --runs=4000 --scale=auto --seed=0 --robust --signs --sites=5"
              + " --subspace --sums --targets=6 --threads",
          "bench",
          "",
          "provision",
          "--add-site --address --days=825 --host --out --sites",
          "cert",
          "",
          "methods",
          "",
          "doctor",
          "--mapping --decimal --encoding --sheet --thousands --address --agreed --data --home --ledger-dir --peer --policy --study");

  private static Map<String, String> byName(String... namesAndOptions) {
    Map<String, String> all = new java.util.LinkedHashMap<>();
    for (int i = 0; i < namesAndOptions.length; i += 2) {
      all.put(namesAndOptions[i], namesAndOptions[i + 1]);
    }
    return all;
  }

  @Test
  void namesAndDefaultsStayAsTheyAre() {
    Map<String, CommandLine> commands = commands();
    assertThat(commands.keySet()).isEqualTo(EXPECTED.keySet());
    EXPECTED.forEach(
        (name, options) ->
            assertThat(options(commands.get(name)))
                .as(name)
                .containsExactlyInAnyOrder(
                    List.of("bench", "study", "cert").contains(name)
                        ? new String[] {"--help"}
                        : (options + COMMON).strip().split(" ", -1)));
  }

  @Test
  void namesAndDefaultsOfBudgetStayAsTheyAre() {
    Map<String, CommandLine> budgets = commands().get("budget").getSubcommands();
    assertThat(budgets.keySet()).containsExactly("set", "verify");
    assertThat(options(budgets.get("set")))
        .containsExactlyInAnyOrder(
            ("--delta=1e-6 --epsilon --ledger-dir --source" + COMMON).split(" ", -1));
    assertThat(options(budgets.get("verify")))
        .containsExactlyInAnyOrder(("--ledger-dir --source" + COMMON).split(" ", -1));
  }

  @Test
  void namesAndDefaultsOfStudyStayAsTheyAre() {
    Map<String, CommandLine> studies = commands().get("study").getSubcommands();
    assertThat(studies.keySet())
        .containsExactly("new", "check", "agreement", "profile", "complete", "policy");
    assertThat(options(studies.get("profile")))
        .containsExactlyInAnyOrder(("--force --out" + COMMON).split(" ", -1));
    assertThat(options(studies.get("complete")))
        .containsExactlyInAnyOrder(("--force --out --profile" + COMMON).split(" ", -1));
    assertThat(options(studies.get("new")))
        .containsExactlyInAnyOrder(
            ("--bounds --clusters=auto --data --decimal --encoding --sheet --thousands --epsilon --force --id --ignore --input --kind --labels --min-group"
                    + " --missing-code --method=anchor-graph --name --out --privacy --public-records"
                    + " --sites=site-1,site-2,site-3"
                    + COMMON)
                .split(" ", -1));
    assertThat(options(studies.get("check")))
        .containsExactlyInAnyOrder(
            ("--decimal --encoding --sheet --thousands --accept-implausible --data --mapping --query --rehearse=5"
                    + COMMON)
                .split(" ", -1));
    assertThat(options(studies.get("policy")))
        .containsExactlyInAnyOrder(("--force --out" + COMMON).split(" ", -1));
  }

  @Test
  void namesAndDefaultsOfCertStayAsTheyAre() {
    Map<String, CommandLine> certs = commands().get("cert").getSubcommands();
    Map<String, String> expected =
        byName(
            "init",
            "--address --days=825 --host --out",
            "request",
            "--out --site",
            "approve",
            "--ca --days=825 --out --yes",
            "accept",
            "--out --yes",
            "show",
            "",
            "revoke",
            "--ca",
            "renew",
            "--ca --days=825 --host");
    assertThat(certs.keySet()).isEqualTo(expected.keySet());
    expected.forEach(
        (name, options) ->
            assertThat(options(certs.get(name)))
                .as(name)
                .containsExactlyInAnyOrder((options + COMMON).strip().split(" ", -1)));
  }

  private static Map<String, CommandLine> commands() {
    PrintStream none =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return Main.commandLine(new Terminal(none, none, false, false)).getSubcommands();
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

package io.coterie.study;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.Sha256;
import io.coterie.data.ColumnNames;
import io.coterie.data.column.ColumnSpec;
import io.coterie.method.Methods;
import io.coterie.plan.DpTerms;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.SumMode;
import io.coterie.study.file.StudyParser;
import io.coterie.study.file.StudyText;
import io.coterie.study.file.YamlText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * One clustering job as all who take part agree on it. Nothing in it depends on a record, and what
 * a site agreed to is what runs: two studies are the same if and only if their hashes are.
 *
 * <p>Immutable.
 *
 * @param about what it is for and who asks
 * @param schema what the records of every site must be
 * @param participation who takes part
 * @param seed of every random choice but secure noise
 */
public record Study(
    String name,
    About about,
    StudyPlan plan,
    Schema schema,
    Participation participation,
    long seed) {
  /** Makes a study that says nothing of its purpose. */
  public Study(String name, StudyPlan plan, Schema schema, Participation participation, long seed) {
    this(name, About.nothing(), plan, schema, participation, seed);
  }

  public Study {
    requireNonNull(about, "about is null");
    requireNonNull(plan, "plan is null");
    requireNonNull(schema, "schema is null");
    requireNonNull(participation, "participation is null");
    Names.require("Study", name);
    if (!plan.input().equals(schema.input())) {
      throw new IllegalArgumentException("The plan is of other records than the schema.");
    }
    if (!Methods.named(plan.method()).isFederated()) {
      throw CoterieException.usage(
          "Method %s pools the records at one place, so no study can use it; simulate has it as a reference."
              .formatted(plan.method()));
    }
    List<String> open =
        schema.columns().stream().filter(ColumnSpec::isOpen).map(ColumnSpec::name).toList();
    if (!open.isEmpty() && Methods.named(plan.method()).isClustering()) {
      throw CoterieException.usage(
          "schema.columns has no levels for %s. Name them, or let the sites agree on them first: see 'coterie study profile --help'."
              .formatted(ColumnNames.list(open)));
    }
    Methods.of(plan); // refuses what the method cannot do
    plan.privacy().terms().ifPresent(terms -> check(terms, schema, participation));
    requireMajority(plan, participation);
  }

  /**
   * Two totals of fewer than half of the sites each could tell what one site said, and a total of
   * two tells each of them what the other said.
   */
  private static void requireMajority(StudyPlan plan, Participation participation) {
    int sites = participation.sites().size();
    int fewest = Math.min(sites, Math.max(SumMode.fewest(plan.privacy()), sites / 2 + 1));
    if (plan.privacy().sums() == SumMode.MASKED && participation.quorum() < fewest) {
      throw CoterieException.usage(
          ("participation.quorum is %d of %d sites, but masked sums need at least %d. Raise it; or"
                  + " let privacy.sums be plain, and the coordinator sees every site's own sums.")
              .formatted(participation.quorum(), sites, fewest));
    }
  }

  private static void check(DpTerms terms, Schema schema, Participation participation) {
    int sites = participation.sites().size();
    if (terms.sites() != sites || !terms.bounds().equals(schema.bounds())) {
      throw new IllegalArgumentException(
          "The terms are of %d sites and other bounds than those of the study."
              .formatted(terms.sites()));
    }
    // Fewer sites than the noise allows for cannot open a secure sum: the round would be lost.
    int fewest = sites - terms.lostSites();
    if (terms.noise() == NoiseMode.SECURE_SUMS && participation.quorum() < fewest) {
      throw CoterieException.usage(
          ("participation.quorum is %d of %d sites, but secure sums need %d with --lost-sites %d."
                  + " Raise the quorum, or let --lost-sites be %d: the noise then allows for it.")
              .formatted(
                  participation.quorum(),
                  sites,
                  fewest,
                  terms.lostSites(),
                  sites - participation.quorum()));
    }
  }

  public static Study read(Path file) {
    return parse(YamlText.read(file), file.toString());
  }

  /** Reads the text of a study file; the origin is for messages. */
  public static Study parse(String yaml, String origin) {
    return StudyParser.parse(yaml, origin);
  }

  /** Reads the draft of a study, and returns the one that describes its records before. */
  public static Study readForProfile(Path draft) {
    return StudyParser.parseForProfile(YamlText.read(draft), draft.toString());
  }

  /** Reads the draft of a study whose columns are completed on the way. */
  public static Study readCompleted(Path draft, UnaryOperator<ColumnSpec> columns) {
    return StudyParser.parseCompleted(YamlText.read(draft), draft.toString(), columns);
  }

  /**
   * Returns the effective study as the text of a study file: every default written out, in one
   * order. Reading it gives an equal study.
   */
  public String canonical() {
    return new StudyText(this).canonical();
  }

  public String hash() {
    return Sha256.hex(canonical().getBytes(StandardCharsets.UTF_8));
  }

  /** Returns one line for each key in which the coordinator's study is another than this. */
  public List<String> differences(Study coordinators) {
    return new StudyText(this).differences(coordinators);
  }

  /** Returns whether it describes the records and clusters nothing. */
  public boolean isProfile() {
    return !Methods.named(plan.method()).isClustering();
  }

  public Optional<DpTerms> terms() {
    return plan.privacy().terms();
  }
}

package io.coterie.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.audit.AuditCheck;
import io.coterie.audit.AuditOutcome;
import io.coterie.audit.AuditReport;
import io.coterie.audit.Estimate;
import io.coterie.audit.PrivacyClaim;
import io.coterie.audit.internal.membership.Participation;
import io.coterie.audit.internal.membership.TargetResult;
import io.coterie.audit.internal.reconstruction.Reconstruction;
import io.coterie.audit.internal.totals.Collusion;
import io.coterie.audit.internal.totals.Unprotected;
import io.coterie.json.Json;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.StudyPlan;
import io.coterie.terminal.Ansi;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import io.coterie.terminal.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * An audit in words, in tables and as JSON.
 *
 * @param audited the site and its data
 * @param plan of the study
 */
public record AuditText(AuditReport report, String audited, StudyPlan plan) {
  static final String CAUTION =
      "An audit shows a lower bound on what leaks. That no attack succeeded is not a proof.";

  /** What is added to the verdict of level totals. */
  private static final String TOTALS_KEPT =
      ": no number of a single site and no sum over fewer than K records can be read. This is not"
          + " differential privacy";

  private static final String COLLUSION =
      "Sites that give the coordinator their records and the secret of the seal (not promised):";

  private static final String CONTROL_SHOWN =
      "Blue: the records. Red: as an attacker states them. Grey: as he states them from a study"
          + " without this site. ";

  private static final int MOST_ROWS = 12;

  private static final String STYLE =
      "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;"
          + "color:#22262b}table{border-collapse:collapse;margin:1rem 0}td,th{padding:.25rem .9rem"
          + " .25rem 0;text-align:left;border-bottom:1px solid #d8dce0;vertical-align:top}"
          + "img{max-width:100%;border:1px solid #d8dce0}.PASS{color:#1a7f37}.FAIL{color:#b42318}"
          + ".NO_GUARANTEE{color:#9a6700}";

  List<List<String>> facts() {
    List<List<String>> facts = new ArrayList<>();
    facts.add(List.of("audited", audited + ", method " + plan.method()));
    facts.add(List.of("privacy", new PrivacySummary(plan).promise()));
    if (report.claim().isPresent()) {
      PrivacyClaim claim = report.claim().get();
      facts.add(
          List.of(
              "promise",
              "epsilon %s at delta %s, rho %s, for one person of at most %s"
                  .formatted(
                      number(claim.budget().epsilon()),
                      claim.budget().delta(),
                      number(claim.rho()),
                      Format.count(claim.recordsPerPerson(), "record"))));
    }
    report
        .canaries()
        .ifPresent(
            run ->
                facts.add(
                    List.of(
                        "canaries",
                        "%d right of %d guesses about %d"
                            .formatted(run.right(), run.guesses(), run.canaries()))));
    report.reconstruction().ifPresent(found -> facts.addAll(reconstruction(found)));
    report.participation().ifPresent(found -> facts.addAll(participation(found)));
    report.unprotected().ifPresent(found -> facts.addAll(unprotected(found)));
    if (report.claim().isEmpty() && report.reconstruction().isEmpty()) {
      facts.add(List.of("attack", "none was tried: the site sends neither a graph nor means"));
    }
    return facts;
  }

  private static List<List<String>> unprotected(Unprotected found) {
    List<List<String>> facts = new ArrayList<>();
    facts.add(
        List.of(
            "all others known",
            "relative error %s: %s; this level does not protect from it"
                .formatted(number(found.informed().error()), found.informed().attack())));
    found
        .fewestWithout()
        .ifPresent(
            fewest ->
                facts.add(
                    List.of(
                        "missing values",
                        "how many values of each feature there are can be read; one is missing in"
                            + " only "
                            + Format.count(fewest, "record"))));
    return facts;
  }

  private static List<List<String>> participation(Participation found) {
    return List.of(
        List.of(
            "control",
            "relative error %s by the same attack on a study without this site; difference %s"
                .formatted(
                    number(found.control().error()),
                    number(found.control().error() - found.found().error()))),
        List.of(
            "membership",
            "AUC %s with %d records of the site in the study and %d left out (0.5 is chance)"
                .formatted(number(found.auc()), found.half(), found.half())),
        List.of(
            "control",
            "AUC %s with neither half in the study; difference %s"
                .formatted(
                    number(found.controlAuc()),
                    number(found.auc().value() - found.controlAuc().value()))));
  }

  private static String number(Estimate estimate) {
    return "%s +- %s".formatted(number(estimate.value()), number(estimate.error()));
  }

  private static List<List<String>> reconstruction(Reconstruction found) {
    List<List<String>> facts = new ArrayList<>();
    facts.add(List.of("attack", found.attack()));
    facts.add(
        List.of(
            "rebuilt",
            "relative error %s (0 is every record, 1 is nothing but their mean)"
                .formatted(number(found.error()))));
    if (found.alone() > 0) {
      facts.add(
          List.of(
              "alone",
              "%s sent as they are: groups of one"
                  .formatted(Format.count(found.alone(), "record"))));
    }
    return facts;
  }

  List<List<String>> checks() {
    return report.checks().stream().map(this::row).toList();
  }

  private List<String> row(AuditCheck check) {
    boolean isCount = report.level() == PrivacyLevel.TOTALS;
    return List.of(
        check.name(),
        isCount ? Long.toString((long) check.measured()) : number(check.measured()),
        isCount ? Long.toString((long) check.limit()) : number(check.limit()),
        check.passed() ? "pass" : "FAIL");
  }

  List<List<String>> targets() {
    return report.targets().stream().map(AuditText::row).toList();
  }

  private static List<String> row(TargetResult target) {
    return List.of(
        target.kind(),
        number(target.epsilonLowerBound()),
        number(target.divergence().value()),
        number(target.separation().value()),
        number(target.auc().value()));
  }

  /** At most {@value #MOST_ROWS} rows, evenly spaced; the document has all. */
  List<List<String>> collusion() {
    List<Collusion> all = report.unprotected().map(Unprotected::collusion).orElse(List.of());
    int rows = Math.min(all.size(), MOST_ROWS);
    List<List<String>> table = new ArrayList<>();
    for (int k = 0; k < rows; k++) {
      Collusion found = all.get(rows < 2 ? 0 : (int) ((long) k * (all.size() - 1) / (rows - 1)));
      table.add(
          IntStream.of(
                  found.sites(),
                  found.honest(),
                  found.exact(),
                  found.coarse(),
                  found.few(),
                  found.own())
              .mapToObj(Integer::toString)
              .toList());
    }
    return table;
  }

  static List<String> collusionHeader() {
    return List.of(
        "colluding sites", "honest records", "exactly", "coarsely", "within two", "of this site");
  }

  /** What a verdict means at the level. */
  private String meaning() {
    boolean isTotals = report.level() == PrivacyLevel.TOTALS;
    return report.verdict().meaning()
        + (isTotals && report.verdict() == AuditOutcome.PASS ? TOTALS_KEPT : "");
  }

  static List<String> checkHeader() {
    return List.of("test", "measured", "limit", "");
  }

  static List<String> targetHeader() {
    return List.of("person", "epsilon", "mean ratio", "separation", "AUC");
  }

  public void say(Console console) {
    Table facts = Table.ofFacts();
    facts().forEach(facts::row);
    console.say(facts);
    if (!report.checks().isEmpty()) {
      console.say("");
      say(console, checkHeader(), checks());
    }
    if (!report.targets().isEmpty()) {
      console.say("");
      say(console, targetHeader(), targets());
    }
    if (!collusion().isEmpty()) {
      console.say("", COLLUSION);
      say(console, collusionHeader(), collusion());
    }
    AuditOutcome verdict = report.verdict();
    Ansi paint =
        switch (verdict) {
          case PASS -> Ansi.GREEN;
          case FAIL -> Ansi.RED;
          case NO_GUARANTEE -> Ansi.YELLOW;
        };
    console.say("", console.paint(paint, verdict.word()) + ": " + meaning() + ".", CAUTION);
  }

  private static void say(Console console, List<String> header, List<List<String>> rows) {
    Table table = Table.withHeader(header);
    rows.forEach(table::row);
    console.say(table);
  }

  public ObjectNode json() {
    ObjectNode node =
        Json.object()
            .put("audited", audited)
            .put("method", plan.method())
            .put("level", report.level().word())
            .put("verdict", report.verdict().word())
            .put("meaning", meaning())
            .put("caution", CAUTION);
    report
        .claim()
        .ifPresent(
            claim ->
                node.putObject("promise")
                    .put("epsilon", claim.budget().epsilon())
                    .put("delta", claim.budget().delta())
                    .put("rho", claim.rho())
                    .put("records_per_person", claim.recordsPerPerson())
                    .put("auc_ceiling", claim.aucCeiling()));
    ArrayNode checks = node.putArray("checks");
    for (AuditCheck check : report.checks()) {
      put(checks.addObject().put("test", check.name()), "measured", check.measured())
          .put("limit", check.limit())
          .put("passed", check.passed());
    }
    ArrayNode targets = node.putArray("targets");
    for (TargetResult target : report.targets()) {
      ObjectNode person =
          targets
              .addObject()
              .put("person", target.kind())
              .put("epsilon_lower_bound", target.epsilonLowerBound());
      put(person, "mean_likelihood_ratio", target.divergence());
      put(person, "separation", target.separation());
      put(person, "auc", target.auc());
    }
    report
        .canaries()
        .ifPresent(
            run ->
                node.putObject("canaries")
                    .put("count", run.canaries())
                    .put("guesses", run.guesses())
                    .put("right", run.right()));
    report
        .reconstruction()
        .ifPresent(
            found ->
                node.putObject("reconstruction")
                    .put("attack", found.attack())
                    .put("relative_error", found.error())
                    .put("records_sent_alone", found.alone()));
    report.participation().ifPresent(found -> put(node, found));
    report.unprotected().ifPresent(found -> put(node, found));
    return node;
  }

  private static void put(ObjectNode node, Participation found) {
    node.withObject("/reconstruction").put("control_relative_error", found.control().error());
    ObjectNode membership = node.putObject("membership").put("records_of_each_half", found.half());
    put(membership, "auc", found.auc());
    put(membership, "control_auc", found.controlAuc());
  }

  private static void put(ObjectNode node, Unprotected found) {
    node.putObject("all_others_known")
        .put("attack", found.informed().attack())
        .put("relative_error", found.informed().error());
    found.fewestWithout().ifPresent(fewest -> node.put("fewest_without_a_value", fewest));
    ArrayNode collusion = node.putArray("collusion");
    for (Collusion one : found.collusion()) {
      collusion
          .addObject()
          .put("colluding_sites", one.sites())
          .put("honest_records", one.honest())
          .put("stated_exactly", one.exact())
          .put("stated_coarsely", one.coarse())
          .put("of_at_most_two", one.few())
          .put("of_this_site", one.own());
    }
  }

  private static void put(ObjectNode node, String name, Estimate estimate) {
    put(node.putObject(name), "value", estimate.value()).put("standard_error", estimate.error());
  }

  /** JSON has no infinity. */
  private static ObjectNode put(ObjectNode node, String name, double value) {
    return Double.isFinite(value) ? node.put(name, value) : node.put(name, "infinite");
  }

  /** Returns truth and guess side by side as PNG; empty where nothing was rebuilt. */
  public byte[] picture() throws IOException {
    return report.reconstruction().isPresent()
        ? AuditPicture.png(
            report.reconstruction().get(), report.participation().map(Participation::control))
        : new byte[0];
  }

  /**
   * Returns a page that needs nothing beside itself.
   *
   * @param picture PNG, or empty
   */
  public String html(byte[] picture) {
    AuditOutcome verdict = report.verdict();
    StringBuilder page = new StringBuilder("<!doctype html>\n<html lang=\"en\"><head>");
    page.append("<meta charset=\"utf-8\"><title>Privacy audit</title><style>")
        .append(STYLE)
        .append("</style></head><body>\n<h1>Privacy audit: <span class=\"")
        .append(verdict.name())
        .append("\">")
        .append(verdict.word())
        .append("</span></h1>\n<p>")
        .append(escaped(meaning()))
        .append(".<br><strong>")
        .append(escaped(CAUTION))
        .append("</strong></p>\n");
    table(page, List.of(), facts());
    if (!checks().isEmpty()) {
      page.append("<h2>Tests</h2>\n");
      table(page, checkHeader(), checks());
    }
    if (!targets().isEmpty()) {
      page.append("<h2>Persons who were looked for</h2>\n");
      table(page, targetHeader(), targets());
    }
    if (!collusion().isEmpty()) {
      page.append("<h2>Colluding sites</h2>\n<p>").append(escaped(COLLUSION)).append("</p>\n");
      table(page, collusionHeader(), collusion());
    }
    if (picture.length > 0) {
      page.append("<h2>Records, and as an attacker states them</h2>\n<p>")
          .append(report.participation().isPresent() ? CONTROL_SHOWN : "")
          .append(
              "This picture shows records: keep the page at the site.</p>\n<img alt=\"true records and rebuilt ones\"")
          .append(" src=\"data:image/png;base64,")
          .append(Base64.getEncoder().encodeToString(picture))
          .append("\">\n");
    }
    return page.append("</body></html>\n").toString();
  }

  private static void table(StringBuilder page, List<String> header, List<List<String>> rows) {
    page.append("<table>\n");
    addRow(page, header, "th");
    rows.forEach(cells -> addRow(page, cells, "td"));
    page.append("</table>\n");
  }

  private static void addRow(StringBuilder page, List<String> cells, String kind) {
    if (!cells.isEmpty()) {
      page.append("<tr>");
      for (String cell : cells) {
        page.append('<').append(kind).append('>').append(escaped(cell));
        page.append("</").append(kind).append('>');
      }
      page.append("</tr>\n");
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  static String number(double value) {
    return Double.isInfinite(value)
        ? "infinite"
        : value != 0 && Math.abs(value) < 1e-3
            ? String.format(Locale.ROOT, "%.1e", value)
            : String.format(Locale.ROOT, "%.4f", value);
  }
}

package io.coterie.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.audit.AuditCheck;
import io.coterie.audit.AuditOutcome;
import io.coterie.audit.AuditReport;
import io.coterie.audit.Estimate;
import io.coterie.audit.PrivacyClaim;
import io.coterie.audit.internal.membership.TargetResult;
import io.coterie.audit.internal.reconstruction.Reconstruction;
import io.coterie.json.Json;
import io.coterie.terminal.Ansi;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import io.coterie.terminal.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * An audit in words, in tables and as JSON.
 *
 * @param audited the site and its data
 */
public record AuditText(AuditReport report, String audited, String method) {
  static final String CAUTION =
      "An audit shows a lower bound on what leaks. That no attack succeeded is not a proof.";

  private static final String STYLE =
      "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;"
          + "color:#22262b}table{border-collapse:collapse;margin:1rem 0}td,th{padding:.25rem .9rem"
          + " .25rem 0;text-align:left;border-bottom:1px solid #d8dce0;vertical-align:top}"
          + "img{max-width:100%;border:1px solid #d8dce0}.PASS{color:#1a7f37}.FAIL{color:#b42318}"
          + ".NO_GUARANTEE{color:#9a6700}";

  List<List<String>> facts() {
    List<List<String>> facts = new ArrayList<>();
    facts.add(List.of("audited", audited + ", method " + method));
    facts.add(
        List.of("level", "%s: %s".formatted(report.level().word(), report.level().promise())));
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
    return facts;
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
    return report.checks().stream().map(AuditText::row).toList();
  }

  private static List<String> row(AuditCheck check) {
    return List.of(
        check.name(),
        number(check.measured()),
        number(check.limit()),
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
    AuditOutcome verdict = report.verdict();
    Ansi paint =
        switch (verdict) {
          case PASS -> Ansi.GREEN;
          case FAIL -> Ansi.RED;
          case NO_GUARANTEE -> Ansi.YELLOW;
        };
    console.say("", console.paint(paint, verdict.word()) + ": " + verdict.meaning() + ".", CAUTION);
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
            .put("method", method)
            .put("level", report.level().word())
            .put("verdict", report.verdict().word())
            .put("meaning", report.verdict().meaning())
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
    return node;
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
        ? AuditPicture.png(report.reconstruction().get())
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
        .append(escaped(verdict.meaning()))
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
    if (picture.length > 0) {
      page.append("<h2>Records, and as an attacker states them</h2>\n<p>This picture shows records")
          .append(": keep the page at the site.</p>\n<img alt=\"true records and rebuilt ones\"")
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

package io.coterie.report;

import io.coterie.audit.AuditOutcome;
import java.util.Base64;
import java.util.List;

/**
 * An audit as one page that needs nothing beside itself.
 *
 * @param text what it says
 * @param picture PNG, or empty
 */
@SuppressWarnings("ArrayRecordComponent") // written once and thrown away
public record AuditPage(AuditText text, byte[] picture) {
  private static final String STYLE =
      "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;"
          + "color:#22262b}table{border-collapse:collapse;margin:1rem 0}td,th{padding:.25rem .9rem"
          + " .25rem 0;text-align:left;border-bottom:1px solid #d8dce0;vertical-align:top}"
          + "img{max-width:100%;border:1px solid #d8dce0}.PASS{color:#1a7f37}.FAIL{color:#b42318}"
          + ".NO_GUARANTEE{color:#9a6700}";

  public String html() {
    AuditOutcome verdict = text.report().verdict();
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
        .append(escaped(AuditText.CAUTION))
        .append("</strong></p>\n");
    table(page, List.of(), text.facts());
    if (!text.checks().isEmpty()) {
      page.append("<h2>Tests</h2>\n");
      table(page, AuditText.checkHeader(), text.checks());
    }
    if (!text.targets().isEmpty()) {
      page.append("<h2>Persons who were looked for</h2>\n");
      table(page, AuditText.targetHeader(), text.targets());
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
    row(page, header, "th");
    rows.forEach(cells -> row(page, cells, "td"));
    page.append("</table>\n");
  }

  private static void row(StringBuilder page, List<String> cells, String kind) {
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
}

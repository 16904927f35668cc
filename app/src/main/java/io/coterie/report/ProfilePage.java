package io.coterie.report;

import io.coterie.data.column.ColumnProfile;
import io.coterie.data.column.ColumnProfile.Finding;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The page of a table's profile: no script, and nothing from elsewhere. */
record ProfilePage(ProfileText text) {
  private static final int SHOWN_LEVELS = 12;
  private static final int BAR_HEIGHT = 44;
  private static final int BAR_WIDTH = 12;

  private static final String STYLE =
      """
      main{max-width:64rem;margin:2rem auto;padding:0 1rem}
      .local{background:var(--warn-fill);color:var(--warn);padding:.6rem 1rem;border-radius:6px}
      section{background:var(--surface);border:1px solid var(--line);border-radius:8px;
      padding:1rem 1.2rem;margin:1rem 0}
      section h2{overflow-wrap:anywhere}
      .facts{color:var(--soft);margin:.2rem 0 .6rem}
      .look{color:var(--warn);margin:.3rem 0}
      .question{color:var(--bad)}
      svg{display:block;margin:.4rem 0}
      svg rect{fill:var(--accent)}
      td.count{text-align:right}
      td.level{overflow-wrap:anywhere}
      """;

  String html() {
    StringBuilder page = new StringBuilder("<!doctype html>\n<html lang=\"en\"><head>");
    page.append("<meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\"")
        .append(" content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none';")
        .append(" form-action 'none'\"><meta name=\"viewport\" content=\"width=device-width,")
        .append(" initial-scale=1\"><title>Profile of a table</title><style>")
        .append(ReportPage.resource("coterie.css"))
        .append(STYLE)
        .append("</style></head><body><main>\n<h1>Profile of a table</h1>\n<p>")
        .append(escaped(text.head()))
        .append("</p>\n<p class=\"local\"><strong>")
        .append(escaped(ProfileText.LOCAL))
        .append("</strong></p>\n");
    List<String> looks = text.looks();
    if (!looks.isEmpty()) {
      page.append("<h2>Look at</h2>\n<ul>\n");
      looks.forEach(look -> page.append("<li>").append(escaped(look)).append("</li>\n"));
      page.append("</ul>\n");
    }
    text.table().columns().forEach(column -> add(page, column));
    return page.append("</main></body></html>\n").toString();
  }

  private static void add(StringBuilder page, ColumnProfile column) {
    page.append("<section>\n<h2>")
        .append(escaped(column.name()))
        .append("</h2>\n<p class=\"facts\">");
    page.append(escaped(ProfileText.kind(column.draft())))
        .append(": ")
        .append(escaped(column.draft().why()))
        .append("; ")
        .append(
            String.format(
                Locale.ROOT,
                "%d of %d missing, %d different values",
                column.missing(),
                column.records(),
                column.distinct()))
        .append("</p>\n");
    for (Finding finding : column.draft().findings()) {
      page.append(finding.isQuestion() ? "<p class=\"look question\">" : "<p class=\"look\">")
          .append(escaped(finding.what() + ' ' + finding.detail()))
          .append("</p>\n");
    }
    boolean hasLevels =
        column.draft().spec().map(spec -> !spec.kind().levels().isEmpty()).orElse(false);
    if (!column.histogram().isEmpty() && !column.quantiles().isEmpty() && !hasLevels) {
      addBars(page, column.histogram());
      page.append("<p class=\"facts\">")
          .append(escaped(ProfileText.spread(column)))
          .append("</p>\n");
    } else {
      addLevels(page, column.levels());
    }
    page.append("</section>\n");
  }

  private static void addBars(StringBuilder page, List<Long> counts) {
    long most = Math.max(1, Collections.max(counts));
    page.append(
        "<svg role=\"img\" aria-label=\"histogram\" width=\"%d\" height=\"%d\">"
            .formatted(counts.size() * BAR_WIDTH, BAR_HEIGHT));
    for (int i = 0; i < counts.size(); i++) {
      long height = counts.get(i) == 0 ? 0 : Math.max(1, counts.get(i) * BAR_HEIGHT / most);
      page.append(
          "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>"
              .formatted(i * BAR_WIDTH, BAR_HEIGHT - height, BAR_WIDTH - 1, height));
    }
    page.append("</svg>\n");
  }

  private static void addLevels(StringBuilder page, Map<String, Long> levels) {
    page.append("<table>\n");
    levels.entrySet().stream()
        .limit(SHOWN_LEVELS)
        .forEach(
            level ->
                page.append("<tr><td class=\"level\">")
                    .append(escaped(level.getKey()))
                    .append("</td><td class=\"count\">")
                    .append(level.getValue())
                    .append("</td></tr>\n"));
    page.append("</table>\n");
    if (levels.size() > SHOWN_LEVELS) {
      page.append("<p class=\"facts\">and %d more</p>\n".formatted(levels.size() - SHOWN_LEVELS));
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}

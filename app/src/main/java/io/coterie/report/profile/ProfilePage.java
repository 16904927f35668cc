package io.coterie.report.profile;

import io.coterie.report.profile.FederatedProfile.Cell;
import io.coterie.report.profile.FederatedProfile.Column;
import java.util.Locale;
import java.util.Optional;

/** A profile as one page that loads nothing and runs nothing. */
record ProfilePage(FederatedProfile profile) {
  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Profile of %s</title>
      <style>
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
      table { border-collapse: collapse; width: 100%%; margin-bottom: 1.5rem; }
      td, th { padding: .1rem .75rem .1rem 0; text-align: left; vertical-align: middle; }
      td.count { text-align: right; width: 8rem; font-variant-numeric: tabular-nums; }
      td.bar { width: 50%%; }
      .bar div { background: #3b6ea5; height: .8rem; }
      .few { color: #666; }
      </style>
      </head>
      <body>
      """;

  String html() {
    StringBuilder html = new StringBuilder(HEAD.formatted(escaped(profile.study())));
    html.append("<h1>Profile of ").append(escaped(profile.study())).append("</h1>\n");
    html.append(
        "<p>%s records of all sites. Counts are rounded to multiples of %d. What fewer than %d records have is not told, nor what would tell it by subtraction.</p>\n"
            .formatted(
                profile.records().map(Object::toString).orElse("Few"),
                profile.roundedTo(),
                profile.smallestGroup()));
    profile.columns().forEach(column -> add(html, column));
    return html.append("</body>\n</html>\n").toString();
  }

  private void add(StringBuilder html, Column column) {
    html.append("<h2>").append(escaped(column.name())).append("</h2>\n<p>");
    html.append(column.kind());
    html.append(column.isAgreed() ? ", levels agreed on by the sites" : "")
        .append("</p>\n<table>\n");
    long largest =
        column.cells().stream().mapToLong(cell -> cell.records().orElse(0L)).max().orElse(0);
    for (Cell cell : column.cells()) {
      row(html, cell.name(), cell.records(), largest);
    }
    row(html, "missing", column.missing(), largest);
    column
        .together()
        .ifPresent(records -> row(html, "not told, together", Optional.of(records), 0));
    html.append("</table>\n");
  }

  private void row(StringBuilder html, String name, Optional<Long> records, long largest) {
    double width = largest > 0 ? Math.min(100, 100.0 * records.orElse(0L) / largest) : 0;
    html.append("<tr><td>").append(escaped(name)).append("</td><td class=\"count");
    html.append(records.isPresent() ? "\">" : " few\">");
    html.append(records.map(count -> Long.toString(count)).orElse("not told"));
    html.append(
        String.format(
            Locale.ROOT,
            "</td><td class=\"bar\"><div style=\"width:%.1f%%\"></div></td></tr>%n",
            width));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}

package io.coterie.bench.paper;

import java.util.Locale;

/**
 * A drawing as SVG text that needs nothing beside it: shapes by class, colours and letters by one
 * style sheet, which has a light and a dark set. Coordinates are in pixels.
 *
 * <p>Not thread-safe.
 */
final class Svg {
  /** So many series have a colour of their own; beyond it colours come again, dashed. */
  static final int COLORS = 6;

  private static final String[] LIGHT = {
    "#1b5ea8", "#c84e00", "#2a8c4a", "#8e3b9e", "#7a5c2e", "#555b66"
  };
  private static final String[] DARK = {
    "#6cb0f5", "#ff9a57", "#6fd08f", "#d58be3", "#cfae77", "#b4bac4"
  };

  private final StringBuilder body = new StringBuilder();
  private final int width;
  private final int height;
  private final String title;

  Svg(int width, int height, String title) {
    this.width = width;
    this.height = height;
    this.title = title;
  }

  /** Where a text stands relative to its point. */
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  void text(String text, double x, double y, Anchor anchor) {
    text(text, x, y, anchor, "");
  }

  void heading(String text, double x, double y) {
    text(text, x, y, Anchor.START, " class=\"heading\"");
  }

  private void text(String text, double x, double y, Anchor anchor, String style) {
    add(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>%s</text>",
        x, y, anchor.name().toLowerCase(Locale.ROOT), style, escaped(text));
  }

  void gridLine(double x1, double y1, double x2, double y2) {
    line("grid", x1, y1, x2, y2);
  }

  /** Draws a line of a series: its course, or thin for its spread. */
  void line(int series, boolean isThin, double x1, double y1, double x2, double y2) {
    String dashed = series % (2 * COLORS) >= COLORS && !isThin ? " dashed" : "";
    line(
        "s%d %s%s".formatted(series % COLORS, isThin ? "spread" : "course", dashed),
        x1,
        y1,
        x2,
        y2);
  }

  private void line(String style, double x1, double y1, double x2, double y2) {
    add(
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
        style, x1, y1, x2, y2);
  }

  /** Draws a point of a series; a browser shows what it says under the pointer. */
  void dot(int series, double x, double y, String says) {
    add(
        "<circle class=\"d%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"><title>%s</title></circle>",
        series % COLORS, x, y, escaped(says));
  }

  private void add(String format, Object... values) {
    body.append("  ").append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  String finish() {
    return """
        <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" role="img">
          <title>%3$s</title>
          <style>
            text { font: 13px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #22262b }
            .heading { font-size: 16px; font-weight: 600 }
            .sheet { fill: #ffffff }
            .grid { stroke: #d8dce0; stroke-width: 1 }
            .course { stroke-width: 2; stroke-linecap: round }
            .spread { stroke-width: 1 }
            .dashed { stroke-dasharray: 6 5 }
        %4$s\
            @media (prefers-color-scheme: dark) {
              text { fill: #e3e6ea }
              .sheet { fill: #16191d }
              .grid { stroke: #3a4048 }
        %5$s\
            }
          </style>
          <rect class="sheet" width="%1$d" height="%2$d"/>
        %6$s\
        </svg>
        """
        .formatted(width, height, escaped(title), colors(LIGHT, 4), colors(DARK, 6), body);
  }

  private static String colors(String[] palette, int indent) {
    StringBuilder rules = new StringBuilder();
    for (int i = 0; i < COLORS; i++) {
      rules.append(" ".repeat(indent));
      rules.append(".s%1$d { stroke: %2$s } .d%1$d { fill: %2$s }\n".formatted(i, palette[i]));
    }
    return rules.toString();
  }
}

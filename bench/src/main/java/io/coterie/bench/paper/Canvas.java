package io.coterie.bench.paper;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;

/**
 * A white sheet to draw on, without a screen. Where a machine has no fonts the pictures have no
 * words; the Markdown beside them has.
 *
 * <p>Not thread-safe.
 */
final class Canvas {
  private static final Color INK = new Color(0x22, 0x26, 0x2B);
  static final Color FAINT = new Color(0xD8, 0xDC, 0xE0);
  private static final int LETTER_SIZE = 12;
  private static final boolean HAS_FONTS = hasFonts();

  private final BufferedImage image;
  private final Graphics2D graphics;

  Canvas(int width, int height) {
    System.setProperty("java.awt.headless", "true");
    image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    graphics = image.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, width, height);
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
  }

  private static boolean hasFonts() {
    System.setProperty("java.awt.headless", "true");
    try {
      Graphics2D probe = new BufferedImage(8, 8, BufferedImage.TYPE_INT_RGB).createGraphics();
      probe.drawString("x", 1, 7);
      return true;
    } catch (RuntimeException | LinkageError | InternalError e) {
      return false; // a machine without fontconfig or freetype
    }
  }

  /** Writes a label whose first letter stands at the point. */
  void text(String text, double x, double y) {
    if (!HAS_FONTS) {
      return;
    }
    graphics.setColor(INK);
    graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, LETTER_SIZE));
    graphics.drawString(text, (float) x, (float) y);
  }

  void hairline(Color color, Line2D line) {
    graphics.setColor(color);
    graphics.setStroke(new BasicStroke(1));
    graphics.draw(line);
  }

  void pixel(int x, int y, Color color) {
    image.setRGB(x, y, color.getRGB());
  }

  /** Draws a point of 3 x 3 pixels. */
  void dot(int x, int y, Color color) {
    graphics.setColor(color);
    graphics.fillRect(x - 1, y - 1, 3, 3);
  }

  void frame(int x, int y, int width, int height) {
    graphics.setColor(FAINT);
    graphics.setStroke(new BasicStroke(1));
    graphics.drawRect(x, y, width - 1, height - 1);
  }

  BufferedImage finish() {
    graphics.dispose();
    return image;
  }
}

package io.coterie.report;

import io.coterie.audit.internal.reconstruction.Reconstruction;
import io.coterie.math.Matrix;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import javax.imageio.ImageIO;

/**
 * The first two features of true records on the left, and on the right, at the same scale, the
 * records as the attacker states them; further right as he states them without the site, where that
 * was tried. No words: fonts may be missing.
 */
final class AuditPicture {
  private static final int SIDE = 360;
  private static final int MARGIN = 20;
  private static final double DOT = 5;
  private static final Color TRUTH = new Color(0x1F, 0x5F, 0xA8);
  private static final Color GUESS = new Color(0xC2, 0x3B, 0x22);
  private static final Color CONTROL = new Color(0x6B, 0x72, 0x80);
  private static final Color LINE = new Color(0xD8, 0xDC, 0xE0);

  private AuditPicture() {}

  static byte[] png(Reconstruction found, Optional<Reconstruction> control) throws IOException {
    System.setProperty("java.awt.headless", "true");
    int panels = control.isPresent() ? 3 : 2;
    BufferedImage image = new BufferedImage(panels * SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, panels * SIDE, SIDE);
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    Frame frame = Frame.around(found.truth());
    draw(graphics, found.truth(), frame, 0, TRUTH);
    draw(graphics, found.guess(), frame, SIDE, GUESS);
    control.ifPresent(
        other -> draw(graphics, other.guess(), Frame.around(other.truth()), 2 * SIDE, CONTROL));
    graphics.setColor(LINE);
    for (int panel = 1; panel < panels; panel++) {
      graphics.drawLine(panel * SIDE, MARGIN, panel * SIDE, SIDE - MARGIN);
    }
    graphics.dispose();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(image, "png", bytes);
    return bytes.toByteArray();
  }

  private static void draw(Graphics2D graphics, Matrix points, Frame frame, int left, Color color) {
    graphics.setColor(color);
    for (int i = 0; i < points.rows(); i++) {
      double x = left + MARGIN + frame.x(points.at(i, 0)) * (SIDE - 2 * MARGIN);
      double second = points.columns() > 1 ? points.at(i, 1) : frame.bottom();
      double y = SIDE - MARGIN - frame.y(second) * (SIDE - 2 * MARGIN);
      graphics.fill(new Ellipse2D.Double(x - DOT / 2, y - DOT / 2, DOT, DOT));
    }
  }

  /**
   * What is shown.
   *
   * @param left smallest first feature
   * @param bottom smallest second feature
   * @param size of the larger range
   */
  private record Frame(double left, double bottom, double size) {
    static Frame around(Matrix points) {
      double[] low = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
      double[] high = {Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY};
      for (int i = 0; i < points.rows(); i++) {
        for (int j = 0; j < Math.min(2, points.columns()); j++) {
          low[j] = Math.min(low[j], points.at(i, j));
          high[j] = Math.max(high[j], points.at(i, j));
        }
      }
      double size = Math.max(high[0] - low[0], points.columns() > 1 ? high[1] - low[1] : 0);
      return new Frame(low[0], points.columns() > 1 ? low[1] : 0, size > 0 ? size : 1);
    }

    double x(double value) {
      return (value - left) / size;
    }

    double y(double value) {
      return (value - bottom) / size;
    }
  }
}

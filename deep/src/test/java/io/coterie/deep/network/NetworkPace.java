package io.coterie.deep.network;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.plan.InputKind;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/**
 * Prints the CPU seconds of one pass over images, for bench/compare-networks.sh. Not a test: what
 * it says depends on the machine, and is worth something beside the same passes in Python.
 */
final class NetworkPace {
  private static final int BATCH = 512;

  private NetworkPace() {}

  public static void main(String[] arguments) throws IOException {
    Matrix images = images(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
    InputKind kind = InputKind.image(28, 28);
    pace("contrastive", EncoderPlan.of(EncoderPlan.CONTRASTIVE, kind, 784), images);
    pace("vae", EncoderPlan.of(EncoderPlan.VAE_DEC, kind, 784), images);
  }

  private static void pace(String name, EncoderPlan plan, Matrix images) {
    try (Encoder encoder = EncoderPlan.make(plan, new Seed(1))) {
      Training pass = Training.of(1, BATCH, 1e-3, new Seed(2));
      encoder.train(
          images.selectRows(IntStream.range(0, 2 * BATCH).toArray()),
          pass); // loads and warms what is needed
      long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      encoder.train(images, pass);
      long after = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      System.out.printf(Locale.ROOT, "%s %.2f%n", name, (after - before) / 1e9);
    }
  }

  private static Matrix images(Path file, int count) throws IOException {
    try (InputStream raw = Files.newInputStream(file);
        DataInputStream in = new DataInputStream(new GZIPInputStream(raw))) {
      in.skipNBytes(16);
      byte[] pixels = in.readNBytes(count * 784);
      Matrix images = Matrix.zeros(count, 784);
      for (int i = 0; i < pixels.length; i++) {
        images.array()[i] = (pixels[i] & 0xff) / 255.0;
      }
      return images;
    }
  }
}

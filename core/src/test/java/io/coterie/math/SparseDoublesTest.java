package io.coterie.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SparseDoublesTest {
  private static byte[] sent(Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    return bytes.toByteArray();
  }

  private static Object received(byte[] bytes) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return in.readObject();
    }
  }

  private static long[] bits(double[] values) {
    return LongStream.range(0, values.length)
        .map(i -> Double.doubleToRawLongBits(values[(int) i]))
        .toArray();
  }

  @Test
  void zerosDoNotTravelAndEveryBitComesBack() throws Exception {
    Matrix sums = Matrix.zeros(1000, 16);
    sums.set(3, 5, -0.0);
    sums.set(999, 15, 0.1);
    sums.set(500, 0, Double.NaN);
    byte[] bytes = sent(sums);
    assertThat(bytes.length).isLessThan(1000);
    Matrix back = (Matrix) received(bytes);
    assertThat(back.rows()).isEqualTo(1000);
    assertThat(bits(back.array())).isEqualTo(bits(sums.array()));

    double[] counts = new double[500];
    counts[499] = 7;
    byte[] ofVector = sent(Vector.of(counts));
    assertThat(ofVector.length).isLessThan(1000);
    assertThat(received(ofVector)).isEqualTo(Vector.of(counts));
  }

  @Test
  void fullAndEmptyOnesTravelAsTheyAre() throws Exception {
    double[] full = new double[300];
    Arrays.setAll(full, i -> Math.sin(i + 1));
    byte[] bytes = sent(Matrix.over(100, 3, full));
    assertThat(bytes.length).isBetween(300 * 8, 300 * 8 + 200);
    assertThat(bits(((Matrix) received(bytes)).array())).isEqualTo(bits(full));
    assertThat(((Matrix) received(sent(Matrix.zeros(0, 4)))).columns()).isEqualTo(4);
    assertThat(received(sent(Vector.of()))).isEqualTo(Vector.of());
  }
}

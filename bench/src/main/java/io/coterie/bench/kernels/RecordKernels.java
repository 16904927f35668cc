package io.coterie.bench.kernels;

import io.coterie.features.internal.Hog;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.internal.cluster.KMeans;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What is done with records one by one: gradients of images, k-means. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgs = "-Xmx2g")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class RecordKernels {
  private static final int SIDE = 28;

  private final Hog hog = Hog.forImages(SIDE, SIDE);
  private Matrix images;
  private Matrix points;

  @Setup
  public void prepare() {
    images = Clouds.grouped(1000, SIDE * SIDE, "images");
    points = Clouds.grouped(10_000, 16, "points");
  }

  @Benchmark
  public Matrix gradientsOfThousandImages() {
    return hog.apply(images, Parallel.sequential());
  }

  @Benchmark
  public KMeans.Result kMeans() {
    return new KMeans(KMeans.Options.of(10).withRestarts(1))
        .fit(points, new Seed(0), Parallel.sequential());
  }
}

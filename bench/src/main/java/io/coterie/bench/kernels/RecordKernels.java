package io.coterie.bench.kernels;

import io.coterie.features.internal.Hog;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.internal.cluster.KMeans;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/** What is done with records one by one: gradients of images, k-means. */
public class RecordKernels extends KernelBenchmark {
  private static final int SIDE = 28;

  private final Hog hog = Hog.forImages(SIDE, SIDE);
  private Matrix images;
  private Matrix points;

  @Setup
  public void prepare() {
    images = points(1000, SIDE * SIDE, "images");
    points = points(10_000, 16, "points");
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

package io.coterie.bench.speed;

import io.coterie.bench.Catalogue;
import io.coterie.bench.DataLibrary;
import io.coterie.data.DataReader;
import io.coterie.data.DataSet;
import io.coterie.data.LabelReader;
import io.coterie.data.ReadOptions;
import io.coterie.metrics.TrueLabels;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * MNIST as contenders read it.
 *
 * @param images the file as it is
 * @param labels the file of true groups
 * @param points the pixels, 0 to 1, as raw numbers
 * @param truth the true group of each image, for scores alone
 */
record Digits(Path images, Path labels, NeighborBench.PointFolder points, TrueLabels truth) {
  static final Catalogue.Entry ENTRY = Catalogue.builtIn().named("mnist");

  /** Writes the pixels to the scratch folder; the set must be there. */
  static Digits write(DataLibrary library, Scratch scratch) {
    Path images = library.path(ENTRY.source().data().orElseThrow());
    Path labels = library.path(ENTRY.source().labels().orElseThrow());
    DataSet data = DataReader.read(images.toString(), ReadOptions.defaults());
    TrueLabels truth = TrueLabels.of(LabelReader.read(labels.toString(), data.positions()));
    Path folder = scratch.file("mnist");
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    RawFile.write(folder.resolve("points.f64"), data.records().array());
    return new Digits(
        images,
        labels,
        new NeighborBench.PointFolder(folder, data.size(), data.records().columns()),
        truth);
  }
}

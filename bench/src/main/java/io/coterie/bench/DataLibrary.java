package io.coterie.bench;

import io.coterie.CoterieException;
import io.coterie.Sha256;
import io.coterie.bench.Catalogue.Entry;
import io.coterie.bench.Catalogue.Source;
import io.coterie.bench.Catalogue.StoredFile;
import io.coterie.data.DataReader;
import io.coterie.data.DataSet;
import io.coterie.data.LabelReader;
import io.coterie.data.ReadOptions;
import io.coterie.math.Seed;
import io.coterie.metrics.TrueLabels;
import io.coterie.plan.InputKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The data folder. Keeps the set that was read last, so that each is read once where runs on one
 * set follow each other.
 *
 * <p>Not thread-safe.
 */
public final class DataLibrary {
  private final Optional<Path> folder;
  private final Map<String, Availability> known = new HashMap<>();
  private String lastKey = "";
  private BenchData last;

  public DataLibrary(Optional<Path> folder) {
    this.folder = folder;
    if (folder.isPresent() && !Files.isDirectory(folder.get())) {
      throw CoterieException.badData(
          "The data folder %s does not exist; check --data-dir or COTERIE_DATA."
              .formatted(folder.get()));
    }
  }

  /**
   * Whether a set can be read.
   *
   * @param isPresent whether its files are there
   * @param remark why not, or what is unusual about them; empty if all is well
   */
  public record Availability(boolean isPresent, String remark) {
    public boolean isAsListed() {
      return isPresent && remark.isEmpty();
    }
  }

  /** Looks for a set's files and checks their bytes, once. */
  public Availability availability(Entry entry) {
    return known.computeIfAbsent(entry.name(), name -> look(entry));
  }

  private Availability look(Entry entry) {
    if (entry.source().embedded().isPresent()) {
      return new Availability(true, "");
    }
    if (folder.isEmpty()) {
      return new Availability(false, "no data folder; set COTERIE_DATA or --data-dir");
    }
    List<StoredFile> files = entry.source().files();
    for (StoredFile file : files) {
      if (!Files.isRegularFile(path(file))) {
        return new Availability(false, "no file %s in the data folder".formatted(file.path()));
      }
    }
    List<String> other =
        files.stream()
            .filter(file -> !sha256(path(file)).equals(file.sha256()))
            .map(StoredFile::path)
            .toList();
    return new Availability(
        true,
        other.isEmpty()
            ? ""
            : "checksum differs from the catalogue: %s".formatted(String.join(", ", other)));
  }

  /** Returns the hash that stands for a set's content in the key of a result. */
  String contentHash(Entry entry) {
    Source source = entry.source();
    if (source.generated()) {
      return "generated";
    }
    if (source.embedded().isPresent() || availability(entry).isAsListed()) {
      return source.data().orElseThrow().sha256();
    }
    return sha256(path(source.data().orElseThrow()));
  }

  /** Reads a set; the seed matters for generated ones alone. */
  public BenchData read(Entry entry, long seed, int sample) {
    boolean isGenerated = entry.source().generated();
    String key = "%s %d %d".formatted(entry.name(), isGenerated ? seed : 0, sample);
    if (!key.equals(lastKey)) {
      last = null; // lets the memory go before the next set takes its place
      last = read(entry, new Seed(seed)).sample(sample);
      lastKey = key;
    }
    return last;
  }

  private BenchData read(Entry entry, Seed seed) {
    Source source = entry.source();
    ReadOptions options = ReadOptions.defaults().withSeed(seed);
    InputKind kind = InputKind.parse(entry.kind());
    if (source.embedded().isEmpty() && source.labels().isEmpty()) {
      options = options.withLabelColumn("label");
      options = kind.isImage() ? options.withKind(kind) : options;
    }
    DataSet read =
        DataReader.read(
            source.embedded().orElseGet(() -> path(source.data().orElseThrow()).toString()),
            options);
    List<String> labels =
        source
            .labels()
            .map(file -> LabelReader.read(path(file).toString(), read.positions()))
            .orElseGet(() -> read.setAside().get("label"));
    return new BenchData(entry, read.records(), read.kind(), TrueLabels.of(labels), read.sha256());
  }

  /** Returns where a file of the data folder is; there must be such a folder. */
  public Path path(StoredFile file) {
    return folder.orElseThrow().resolve(file.path());
  }

  private static String sha256(Path path) {
    MessageDigest digest = Sha256.digest();
    try (InputStream in = new DigestInputStream(Files.newInputStream(path), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException e) {
      throw CoterieException.badData(
          "%s cannot be read (%s).".formatted(path, e.getClass().getSimpleName()));
    }
  }
}

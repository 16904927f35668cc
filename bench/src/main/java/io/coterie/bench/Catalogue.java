package io.coterie.bench;

import io.coterie.CoterieException;
import io.coterie.NearestName;
import io.coterie.json.Json;
import io.coterie.math.Vector;
import io.coterie.plan.PublicBounds;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The data sets that benchmarks know, in the paper's order. */
public record Catalogue(List<Entry> entries) {
  public Catalogue {
    entries = List.copyOf(entries);
  }

  /**
   * A data set: what it is and where its bytes are.
   *
   * @param name the word it is chosen by
   * @param title as printed
   * @param shape how large it is
   * @param input what a record is: records, pixels, or which features
   * @param kind as {@link io.coterie.plan.InputKind} writes it
   * @param sites how many sites share it unless asked otherwise
   * @param what one line about it
   * @param terms under which it may be used
   * @param note what must be said with every number; may be empty
   * @param source where its bytes are
   * @param schema what is public of it for a dp study
   */
  public record Entry(
      String name,
      String title,
      Shape shape,
      String input,
      String kind,
      int sites,
      String what,
      String terms,
      String note,
      Source source,
      Schema schema) {}

  /**
   * What is taken as public of a set, stated without looking at its records' extremes.
   *
   * @param ranges the least and the largest value of each feature of a table
   * @param records their number, as an order of magnitude
   */
  public record Schema(Optional<List<List<Double>>> ranges, long records) {
    public Optional<PublicBounds> bounds() {
      return ranges.map(all -> new PublicBounds(ends(all, 0), ends(all, 1)));
    }

    private static Vector ends(List<List<Double>> ranges, int end) {
      return Vector.of(ranges.stream().mapToDouble(range -> range.get(end)).toArray());
    }
  }

  /** How large a set is: rows, columns and true groups. */
  public record Shape(int records, int features, int classes) {}

  /**
   * Where a set's bytes are: in the program, or in files of the data folder.
   *
   * @param embedded the embedded set's name, if it is one
   * @param generated whether the seed draws it
   * @param data the records; for an embedded set its name and checksum
   * @param labels the true groups where they are apart; else the column "label"
   */
  public record Source(
      Optional<String> embedded,
      boolean generated,
      Optional<StoredFile> data,
      Optional<StoredFile> labels) {
    /** Returns the records, and the true groups where they are apart. */
    public List<StoredFile> files() {
      return Stream.concat(data.stream(), labels.stream()).toList();
    }
  }

  /** A file of the data folder, by its path in there and what its bytes should be. */
  public record StoredFile(String path, String sha256) {}

  public static Catalogue builtIn() {
    return Json.read(Resources.json("catalogue.json"), Catalogue.class);
  }

  /** Returns the set of a name, or says which is nearest. */
  public Entry named(String name) {
    List<String> names = entries.stream().map(Entry::name).toList();
    return entries.stream()
        .filter(entry -> entry.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                CoterieException.usage(
                    "There is no data set %s in the catalogue.%s Sets: %s."
                        .formatted(name, NearestName.hint(name, names), String.join(", ", names))));
  }
}

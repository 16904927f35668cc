package io.coterie.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.CoterieException;
import io.coterie.NearestName;
import io.coterie.math.Vector;
import io.coterie.plan.PublicBounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The data sets that benchmarks know, in the paper's order.
 *
 * @param entries one for each set
 */
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
   * @param schema what is public of it for a strict study
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
   * @param bounds of the features of a table
   * @param records their number, as an order of magnitude
   */
  public record Schema(Optional<PublicBounds> bounds, long records) {}

  /**
   * How large a set is.
   *
   * @param records rows
   * @param features columns
   * @param classes true groups
   */
  public record Shape(int records, int features, int classes) {}

  /**
   * Where a set's bytes are: in the program, or in files of the data folder.
   *
   * @param embedded the embedded set's name, if it is one
   * @param isGenerated whether the seed draws it
   * @param data the records; for an embedded set its name and checksum
   * @param labels the true groups where they are apart; else the column "label"
   */
  public record Source(
      Optional<String> embedded,
      boolean isGenerated,
      Optional<StoredFile> data,
      Optional<StoredFile> labels) {
    /** Returns the records, and the true groups where they are apart. */
    public List<StoredFile> files() {
      return Stream.concat(data.stream(), labels.stream()).toList();
    }
  }

  /**
   * A file as it should be.
   *
   * @param path relative to the data folder
   * @param sha256 of its bytes
   */
  public record StoredFile(String path, String sha256) {}

  /** Returns the catalogue that comes with the program. */
  public static Catalogue builtIn() {
    List<Entry> entries = new ArrayList<>();
    for (JsonNode set : Resources.json("catalogue.json").path("sets")) {
      entries.add(entry(set));
    }
    return new Catalogue(entries);
  }

  private static Entry entry(JsonNode set) {
    String name = set.path("name").asText();
    Optional<String> embedded = text(set, "embedded");
    Optional<StoredFile> data =
        embedded.isPresent()
            ? text(set, "sha256").map(hash -> new StoredFile(name, hash))
            : file(set.path("data"));
    return new Entry(
        name,
        set.path("title").asText(),
        new Shape(
            set.path("records").asInt(), set.path("features").asInt(), set.path("classes").asInt()),
        set.path("input").asText(),
        set.path("kind").asText(),
        set.path("sites").asInt(),
        set.path("what").asText(),
        set.path("terms").asText(),
        set.path("note").asText(""),
        new Source(embedded, set.path("generated").asBoolean(), data, file(set.path("labels"))),
        new Schema(bounds(set.path("bounds")), set.path("public_records").asLong()));
  }

  private static Optional<PublicBounds> bounds(JsonNode node) {
    if (node.isMissingNode()) {
      return Optional.empty();
    }
    double[] lower = new double[node.size()];
    double[] upper = new double[node.size()];
    for (int j = 0; j < lower.length; j++) {
      lower[j] = node.path(j).path(0).asDouble();
      upper[j] = node.path(j).path(1).asDouble();
    }
    return Optional.of(new PublicBounds(Vector.of(lower), Vector.of(upper)));
  }

  private static Optional<String> text(JsonNode node, String field) {
    return node.has(field) ? Optional.of(node.path(field).asText()) : Optional.empty();
  }

  private static Optional<StoredFile> file(JsonNode node) {
    return node.isMissingNode()
        ? Optional.empty()
        : Optional.of(new StoredFile(node.path("path").asText(), node.path("sha256").asText()));
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
                        .formatted(
                            name,
                            NearestName.to(name, names)
                                .map(" Did you mean %s?"::formatted)
                                .orElse(""),
                            String.join(", ", names))));
  }
}

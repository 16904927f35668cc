package io.coterie.bench.tables;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.NearestName;
import io.coterie.bench.Resources;
import io.coterie.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Tables of a folder, each in a file NAME.csv.gz or NAME.csv.
 *
 * @param classColumn the true groups, for scores only
 */
public record TableList(Path folder, String classColumn, List<Entry> tables) {
  private static final String FILE = "tables.json";

  /** What a file tables.json holds. */
  record Content(String classColumn, List<Entry> tables) {
    Content {
      tables = List.copyOf(tables);
    }
  }

  /**
   * A table.
   *
   * @param group what it is averaged with
   * @param category columns of numbers that are codes
   * @param ignore columns that are no features
   * @param known what is taken as public for level dp, if anything is
   */
  public record Entry(
      String name,
      String group,
      List<String> category,
      List<String> ignore,
      @JsonProperty("public") Optional<Public> known) {
    public Entry {
      category = List.copyOf(category);
      ignore = List.copyOf(ignore);
      known = known == null ? Optional.empty() : known; // as JSON leaves it out
    }
  }

  /**
   * What can be said of the columns of a table by what they are, without a look at the values: an
   * age is from 18 to 90.
   *
   * @param category further columns of numbers that are codes
   * @param log columns that count by their logarithm
   * @param bounds the least and the largest value of each number
   */
  public record Public(List<String> category, List<String> log, Map<String, List<Double>> bounds) {
    public Public {
      category = List.copyOf(category);
      log = List.copyOf(log);
      bounds = Map.copyOf(bounds);
    }
  }

  /**
   * Returns the tables that the benchmark knows. Those of the groups levels and numbers had no part
   * in the choices of the reference method; those of the group seen had.
   *
   * @param data the folder of data sets
   */
  public static TableList builtIn(Path data) {
    return of(data.resolve("tables"), Resources.json("tables/" + FILE));
  }

  /** Returns the tables of a folder of the user's, which its file tables.json lists. */
  public static TableList in(Path folder) {
    Path file = folder.resolve(FILE);
    try {
      return of(folder, Json.parse(Files.readString(file)));
    } catch (IOException | IllegalArgumentException e) {
      throw new CoterieException(
          ErrorCode.BAD_DATA,
          ("%s is no list of tables: it needs class_column, and tables each with name, group,"
                  + " category and ignore. See coterie bench tables --help.")
              .formatted(file),
          e);
    }
  }

  private static TableList of(Path folder, JsonNode json) {
    Content content = Json.read(json, Content.class);
    return new TableList(folder, content.classColumn, content.tables);
  }

  Path file(Entry entry) {
    Path packed = folder.resolve(entry.name() + ".csv.gz");
    return Files.exists(packed) ? packed : folder.resolve(entry.name() + ".csv");
  }

  /** Returns the tables of a group, or those of some names; all where none is named. */
  List<Entry> chosen(List<String> words) {
    List<String> known =
        Stream.concat(
                tables.stream().map(Entry::group).distinct(), tables.stream().map(Entry::name))
            .toList();
    for (String word : words) {
      if (!known.contains(word)) {
        throw CoterieException.usage(
            "There is no table or group %s.%s".formatted(word, NearestName.hint(word, known)));
      }
    }
    return tables.stream()
        .filter(
            table ->
                words.isEmpty() || words.contains(table.name()) || words.contains(table.group()))
        .toList();
  }
}

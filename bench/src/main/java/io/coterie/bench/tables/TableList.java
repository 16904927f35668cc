package io.coterie.bench.tables;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.coterie.CoterieException;
import io.coterie.NearestName;
import io.coterie.bench.Resources;
import io.coterie.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The tables that the benchmark knows, in files tables/NAME.csv.gz of the data folder.
 *
 * @param classColumn the true groups, for scores only
 */
public record TableList(String classColumn, List<Entry> tables) {
  /**
   * A table.
   *
   * @param group levels or numbers: tables that the reference method was not tuned on; seen: others
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

  static TableList builtIn() {
    return Json.read(Resources.json("tables/tables.json"), TableList.class);
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

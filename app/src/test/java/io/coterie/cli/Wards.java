package io.coterie.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Files of three wards' records, and a draft of a study that does not know the diagnoses. */
final class Wards {
  static final List<String> SITES = List.of("a", "b", "c");

  /** Ten records of all sites have it, nine of them one site. */
  static final String SPREAD = "Gout";

  /** Nine records of all sites have it. */
  static final String RARE = "Kuru disease";

  private Wards() {}

  static Path draft(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("draft.yaml"),
        """
        study: wards
        clusters: 2
        schema:
          missing: mean
          columns:
            - {name: age, lower: 0, upper: 100}
            - {name: sex, kind: binary, levels: [f, m]}
            - {name: diagnosis, kind: category}
        participation: {sites: [a, b, c], join-within: 60s, answer-within: 60s}
        """);
  }

  /** Writes a file for each site. */
  static Map<String, Path> files(Path folder) throws IOException {
    Map<String, List<String>> lines = new TreeMap<>();
    add(lines, "a", 20, "Asthma");
    add(lines, "b", 30, "Asthma");
    add(lines, "c", 25, "Measles");
    add(lines, "a", 15, "Measles");
    add(lines, "a", 9, SPREAD);
    add(lines, "c", 1, SPREAD);
    add(lines, "b", 9, RARE);
    add(lines, "b", 2, "");
    Map<String, Path> files = new TreeMap<>();
    for (String site : SITES) {
      lines.get(site).add(0, "age,sex,diagnosis");
      files.put(site, Files.write(folder.resolve(site + ".csv"), lines.get(site)));
    }
    return files;
  }

  private static void add(
      Map<String, List<String>> lines, String site, int count, String diagnosis) {
    List<String> own = lines.computeIfAbsent(site, name -> new ArrayList<>());
    for (int i = 0; i < count; i++) {
      int number = own.size() + site.charAt(0);
      own.add("%d,%s,%s".formatted(20 + number * 7 % 60, number % 3 == 0 ? "m" : "f", diagnosis));
    }
  }
}

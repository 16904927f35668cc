package io.coterie.cli;

import io.coterie.math.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The tables of three sites in the words of a study, and the same in the sites' own: site a has
 * other names and codes, site b another unit, and site c text of which an expression makes numbers.
 */
public final class MappedTables {
  public static final List<String> SITES = List.of("a", "b", "c");

  private static final int RECORDS = 60;

  private static final Map<String, String> MAPPINGS =
      Map.of(
          "a",
          "columns: {sex: {from: gender, levels: {1: M, 2: F}, missing: ['9']}, height: {from:"
              + " groesse}}\n",
          "b",
          "columns: {chol: {unit: g/L}}\n",
          "c",
          "columns: {height: {sql: \"number(replace(cm, 'cm', '')) / 100\"}}\n");

  private MappedTables() {}

  /** Writes the study, and for each site SITE-plain.csv, SITE.csv and SITE.yaml. */
  public static Path write(Path folder) throws IOException {
    return write(folder, "level: totals");
  }

  /** Writes the same with another promise. */
  public static Path write(Path folder, String privacy) throws IOException {
    for (String site : SITES) {
      RandomGenerator random = new Seed(5).child(site).random();
      StringBuilder plain = new StringBuilder("height,chol,sex\n");
      StringBuilder own =
          new StringBuilder(
              Map.of("a", "gender,groesse,chol\n", "b", "sex,height,chol\n", "c", "cm,chol,sex\n")
                  .get(site));
      for (int i = 0; i < RECORDS; i++) {
        int group = i % 2;
        int centimetres = (int) Math.round(160 + 20 * group + 4 * random.nextGaussian());
        int chol = (int) Math.round(180 + 80 * group + 12 * random.nextGaussian());
        boolean isMale = random.nextDouble() < (group == 1 ? 0.8 : 0.2);
        String sex = random.nextDouble() < 0.05 ? "" : isMale ? "M" : "F";
        String metres = String.format(Locale.ROOT, "%.2f", centimetres / 100.0);
        plain.append("%s,%d,%s\n".formatted(metres, chol, sex));
        own.append(
            switch (site) {
              case "a" ->
                  "%s,%s,%d\n".formatted(sex.isEmpty() ? "9" : isMale ? "1" : "2", metres, chol);
              case "b" -> String.format(Locale.ROOT, "%s,%s,%.2f%n", sex, metres, chol / 100.0);
              default -> "%dcm,%d,%s\n".formatted(centimetres, chol, sex);
            });
      }
      Files.writeString(folder.resolve(site + "-plain.csv"), plain);
      Files.writeString(folder.resolve(site + ".csv"), own);
      Files.writeString(folder.resolve(site + ".yaml"), MAPPINGS.get(site));
    }
    return Files.writeString(
        folder.resolve("study.yaml"),
        """
        study: mapped
        clusters: 2
        schema:
          missing: mean
          columns:
            - {name: height, unit: m, lower: 1, upper: 2.5}
            - {name: chol, unit: mg/dL, lower: 50, upper: 1000}
            - {name: sex, kind: binary, levels: [F, M]}
        participation: {sites: [a, b, c], join-within: 10m, answer-within: 10m}
        privacy: {%s}
        """
            .formatted(privacy));
  }
}

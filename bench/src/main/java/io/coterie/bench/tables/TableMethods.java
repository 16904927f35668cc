package io.coterie.bench.tables;

import io.coterie.CoterieException;
import io.coterie.NearestName;
import java.util.List;
import java.util.stream.Stream;

/** The methods that are run on tables: the default one first, then pooled ones. */
final class TableMethods {
  private static final List<TableMethod> USUAL =
      List.of(
          StudyMethod.byDefault(),
          StudyMethod.pooled("central-kmeans"),
          StudyMethod.pooled("central-gmm"),
          StudyMethod.pooled("central-spectral"),
          new KPrototypes(),
          FactorAxes.five(),
          FactorAxes.aboveOne(),
          new GowerMedoids(),
          new LatentClasses(),
          new Kamila());

  /** Not run unless named. */
  private static final TableMethod FILLED = StudyMethod.filled();

  private TableMethods() {}

  /** Returns the named methods in the order of their names; the usual ones where none is named. */
  static List<TableMethod> chosen(List<String> names) {
    return names.isEmpty() ? USUAL : names.stream().map(TableMethods::named).toList();
  }

  static List<String> names() {
    return Stream.concat(USUAL.stream(), Stream.of(FILLED)).map(TableMethod::name).toList();
  }

  private static TableMethod named(String name) {
    return Stream.concat(USUAL.stream(), Stream.of(FILLED))
        .filter(method -> method.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                CoterieException.usage(
                    "There is no method %s for tables.%s It must be one of %s."
                        .formatted(
                            name, NearestName.hint(name, names()), String.join(", ", names()))));
  }
}

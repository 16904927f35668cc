package io.coterie.report;

import io.coterie.model.ColumnInformation;
import io.coterie.model.FittedModel;
import io.coterie.plan.StudyPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Which columns carried the answer, by what a model shows of each. */
public final class ColumnShares {
  /** A column that shows so much, and at least half of what the best one shows, carried it. */
  private static final double CARRIES = 0.1;

  private static final double CARRIES_OF_BEST = 0.5;

  /** One that shows less than this, or a tenth of what the best one shows, took little part. */
  private static final double LITTLE = 0.01;

  private static final double LITTLE_OF_BEST = 0.1;

  private static final int SHOWN = 5;

  private static final String SAYS = "what each by itself shows of the cluster: ";

  static final String CARRIED = "carried the answer";
  static final String TOOK_PART = "took part";
  static final String TOOK_LITTLE = "took little part";
  static final String LEFT_OUT = "left out";

  private ColumnShares() {}

  /** Returns the columns of a table, the best first; empty where a model does not know. */
  public static Optional<List<RunSummary.Column>> of(
      StudyPlan plan, FittedModel model, List<String> names) {
    return Optional.of(model)
        .filter(any -> plan.input().kind().isTable() && names.size() == model.dimension())
        .flatMap(ColumnInformation::of)
        .map(found -> columns(found.shares(), names));
  }

  private static List<RunSummary.Column> columns(List<OptionalDouble> shares, List<String> names) {
    double best = shares.stream().mapToDouble(share -> share.orElse(0)).max().orElse(0);
    List<RunSummary.Column> columns = new ArrayList<>();
    for (int j = 0; j < names.size(); j++) {
      OptionalDouble share = shares.get(j);
      OptionalDouble rounded =
          share.isPresent()
              ? OptionalDouble.of(PlaceMap.rounded(share.getAsDouble(), 4))
              : OptionalDouble.empty();
      columns.add(new RunSummary.Column(names.get(j), part(share, best), rounded));
    }
    columns.sort(Comparator.comparingDouble(column -> -column.share().orElse(-1)));
    return columns;
  }

  private static String part(OptionalDouble share, double best) {
    if (share.isEmpty()) {
      return LEFT_OUT;
    }
    double own = share.getAsDouble();
    return own < LITTLE || own < LITTLE_OF_BEST * best
        ? TOOK_LITTLE
        : own >= CARRIES && own >= CARRIES_OF_BEST * best ? CARRIED : TOOK_PART;
  }

  /** Returns the columns that show most, in words; empty where none shows anything. */
  public static Optional<String> most(List<RunSummary.Column> columns) {
    List<RunSummary.Column> most =
        columns.stream()
            .filter(column -> isOf(column, CARRIED) || isOf(column, TOOK_PART))
            .toList();
    return most.isEmpty()
        ? Optional.empty()
        : Optional.of(
            SAYS
                + listed(
                    most.stream()
                        .map(
                            column ->
                                String.format(
                                    Locale.ROOT,
                                    "%s %.0f %%",
                                    column.column(),
                                    100 * column.share().orElse(0)))
                        .toList()));
  }

  /** Returns the columns that show little, in words. */
  public static Optional<String> little(List<RunSummary.Column> columns) {
    List<String> little =
        columns.stream()
            .filter(column -> isOf(column, TOOK_LITTLE))
            .map(RunSummary.Column::column)
            .toList();
    return little.isEmpty() ? Optional.empty() : Optional.of(listed(little));
  }

  private static boolean isOf(RunSummary.Column column, String part) {
    return column.part().equals(part);
  }

  private static String listed(List<String> words) {
    String shown = words.stream().limit(SHOWN).collect(Collectors.joining(", "));
    return words.size() <= SHOWN ? shown : shown + " and %d more".formatted(words.size() - SHOWN);
  }
}

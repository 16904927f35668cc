package io.coterie.report;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.model.DrawnRecords;
import io.coterie.model.FittedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rules that describe the groups of a model, made of records that its mixture draws, and counted on
 * others that it draws: nothing of a site is in them but what is in the model.
 */
final class ModelRules {
  private static final int DRAWN = 4000;

  /** A report is the same each time it is made of the same model. */
  private static final Seed SEED = new Seed(21);

  private ModelRules() {}

  /** Returns a rule for each group that has one; empty where the model has no mixture. */
  static Optional<List<Optional<Rule>>> of(
      FittedModel model, List<ColumnText> texts, Parallel parallel) {
    Optional<Matrix> made = drawn(model, texts, SEED.child("made"));
    Optional<Matrix> tried = drawn(model, texts, SEED.child("tried"));
    if (made.isEmpty() || tried.isEmpty()) {
      return Optional.empty();
    }
    int[] clusters = model.predict(tried.get(), parallel).toArray();
    RuleSearch search =
        new RuleSearch(made.get(), model.predict(made.get(), parallel).toArray(), texts);
    List<Optional<Rule>> rules = new ArrayList<>();
    for (int c = 0; c < model.clusters().clusterCount(); c++) {
      int group = c;
      rules.add(
          search
              .rule(c)
              .map(rule -> RuleSearch.counted(rule.conditions(), group, tried.get(), clusters)));
    }
    return Optional.of(rules);
  }

  /** Places of levels are whole numbers, as records have them. */
  private static Optional<Matrix> drawn(FittedModel model, List<ColumnText> texts, Seed seed) {
    return DrawnRecords.of(model, DRAWN, seed)
        .map(
            records ->
                records.map(
                    (i, j, value) -> {
                      int last = texts.get(j).column().kind().levels().size() - 1;
                      return last < 0 || Double.isNaN(value)
                          ? value
                          : Math.max(0, Math.min(last, Math.rint(value)));
                    }));
  }
}

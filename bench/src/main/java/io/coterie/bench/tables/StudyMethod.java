package io.coterie.bench.tables;

import io.coterie.federation.Federation;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunResult;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.Methods;
import io.coterie.partition.Partition;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.FeatureMap;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.site.SiteData;
import java.util.List;
import java.util.function.Function;

/**
 * A method of the program, run as a study.
 *
 * @param records what the sites hold
 */
record StudyMethod(
    String name, Function<Task, StudyPlan> plan, Function<MixedTable, Matrix> records)
    implements TableMethod {
  /** The default method at level totals, on the table as it is. */
  static StudyMethod byDefault() {
    return new StudyMethod(Methods.DEFAULT, StudyMethod::totals, MixedTable::records);
  }

  /** The same with means and most frequent levels in place of missing values. */
  static StudyMethod filled() {
    return new StudyMethod(
        Methods.DEFAULT + "-filled", StudyMethod::totals, table -> table.filled().records());
  }

  /** A pooled method for numbers: z-scores and indicators of levels, means for missing values. */
  static StudyMethod pooled(String name) {
    return new StudyMethod(
        name,
        task ->
            new StudyPlan(
                name,
                ClusterCount.of(task.clusters()),
                new InputPlan(
                    InputKind.table(), task.table().codedColumns(), Scaling.NONE, FeatureMap.NONE),
                MethodOptions.none(),
                PrivacyPlan.component()),
        MixedTable::asNumbers);
  }

  private static StudyPlan totals(Task task) {
    return byDefault(task, PrivacyPlan.totals(task.smallestGroup()));
  }

  /** The default method with another promise. */
  static StudyMethod at(PrivacyPlan privacy) {
    return new StudyMethod(Methods.DEFAULT, task -> byDefault(task, privacy), MixedTable::records);
  }

  private static StudyPlan byDefault(Task task, PrivacyPlan privacy) {
    MixedTable table = task.table();
    return new StudyPlan(
        Methods.DEFAULT,
        ClusterCount.of(task.clusters()),
        InputPlan.automatic(InputKind.table(), table.levels().size()).withLevels(table.levels()),
        MethodOptions.none(),
        privacy);
  }

  @Override
  public int[] labels(Task task, Seed seed, Parallel parallel) {
    Matrix all = records.apply(task.table());
    List<Partition.Site> parts = task.partition().sites();
    List<SiteData> sites =
        parts.stream()
            .map(site -> SiteData.of(site.name(), all.selectRows(site.toArray())))
            .toList();
    RunResult result =
        new Federation(plan.apply(task), sites, seed).run(parallel, RunListener.none());
    int[] found = new int[all.rows()];
    for (Partition.Site site : parts) {
      int[] rows = site.toArray();
      for (int i = 0; i < rows.length; i++) {
        found[rows[i]] = result.labels().get(site.name()).of(i);
      }
    }
    return found;
  }
}

package io.coterie.method.profile;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.Clustering;
import io.coterie.method.LongWork;
import io.coterie.method.MethodRunner;
import io.coterie.method.RecordedSites;
import io.coterie.method.SitePart;
import io.coterie.model.ProfileAnswer;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.ColumnBins;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Records of a number from 0 to 10, a yes or no, and a ward whose names the sites agree on. */
record Wards(List<Row> rows) {
  static final int SMALLEST = 10;

  /**
   * One record.
   *
   * @param level 0 or 1; NaN where it is missing
   * @param ward none where it is missing
   */
  record Row(double number, double level, String ward) {}

  static final StudyPlan PLAN =
      new StudyPlan(
          ProfileMethod.NAME,
          ClusterCount.auto(),
          InputPlan.automatic(InputKind.table(), 3)
              .withLevels(IntVector.of(0, 2, InputPlan.OPEN))
              .withBins(List.of(new ColumnBins(0, 10, 5), ColumnBins.none(), ColumnBins.none())),
          MethodOptions.none(),
          PrivacyPlan.totals(SMALLEST));

  static Wards of() {
    return new Wards(List.of());
  }

  /** Returns these and so many more of a ward. */
  Wards and(int count, String ward) {
    List<Row> all = new ArrayList<>(rows);
    for (int i = 0; i < count; i++) {
      all.add(new Row(all.size() % 10, all.size() % 3 == 0 ? 0 : 1, ward));
    }
    return new Wards(all);
  }

  Wards and(Row row) {
    List<Row> all = new ArrayList<>(rows);
    all.add(row);
    return new Wards(all);
  }

  /** Returns the records of so many sites, dealt one by one. */
  List<SiteData> dealt(int sites) {
    List<SiteData> dealt = new ArrayList<>();
    for (int s = 0; s < sites; s++) {
      List<Row> own = new ArrayList<>();
      for (int i = s; i < rows.size(); i += sites) {
        own.add(rows.get(i));
      }
      dealt.add(new Wards(own).site("site" + s));
    }
    return dealt;
  }

  SiteData site(String name) {
    TreeSet<String> names = new TreeSet<>();
    rows.stream().map(Row::ward).filter(ward -> ward != null).forEach(names::add);
    List<String> own = List.copyOf(names);
    Matrix records = Matrix.zeros(rows.size(), 3);
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      records.set(i, 0, row.number());
      records.set(i, 1, row.level());
      records.set(i, 2, row.ward() == null ? Double.NaN : own.indexOf(row.ward()));
    }
    return SiteData.of(name, records).withLevels(List.of(List.of(), List.of(), own));
  }

  static SitePart part(SiteData data) {
    MethodRunner runner = MethodRunner.of(PLAN, new Seed(1));
    return runner.site(
        data,
        runner.gate(data.site(), NoiseSource::repeatable, statements -> {}),
        Parallel.sequential(),
        LongWork.unseen());
  }

  static ProfileAnswer profile(List<SiteData> sites) {
    return profileOf(sites.stream().map(Wards::part).toList());
  }

  static ProfileAnswer profileOf(List<SitePart> parts) {
    RecordedSites sites = new RecordedSites(parts, Parallel.sequential(), round -> {});
    Clustering found =
        MethodRunner.of(PLAN, new Seed(1))
            .coordinate(sites, (name, value) -> {}, Parallel.sequential());
    return (ProfileAnswer) found.model().clusters();
  }

  /** Returns another name whose bucket is that of a ward when levels are first dealt. */
  static String sharingBucket(String ward) {
    long bucket = bucket(ward);
    for (int i = 0; ; i++) {
      if (bucket("Z" + i) == bucket) {
        return "Z" + i;
      }
    }
  }

  private static long bucket(String ward) {
    return Long.remainderUnsigned(LevelHash.buckets(1).of(2, ward), ColumnLevels.BUCKETS);
  }
}

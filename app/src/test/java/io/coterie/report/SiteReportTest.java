package io.coterie.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import io.coterie.features.Representation;
import io.coterie.math.Matrix;
import io.coterie.message.Labels;
import io.coterie.method.Methods;
import io.coterie.model.FittedModel;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A site with 40 records in group 1, 4 in group 2 and none in group 3. */
class SiteReportTest {
  private static final int RECORDS = 44;
  private static final int FEW = 4;

  private static ObjectNode report() {
    Matrix records = Matrix.zeros(RECORDS, 2);
    int[] clusters = new int[RECORDS];
    for (int i = 0; i < RECORDS; i++) {
      boolean isFew = i >= RECORDS - FEW;
      clusters[i] = isFew ? 1 : 0;
      records.set(i, 0, isFew ? 100 + i : i % 2 == 0 ? 10 : Double.NaN);
      records.set(i, 1, isFew ? 1 : i % 4 == 0 ? 1 : 0);
    }
    Matrix centers = Matrix.ofRows(new double[] {0, 0}, new double[] {9, 9}, new double[] {50, 50});
    StudyPlan plan =
        new StudyPlan(
            Methods.DEFAULT,
            ClusterCount.of(3),
            InputPlan.automatic(InputKind.table(), 2),
            MethodOptions.none(),
            PrivacyPlan.component(5));
    return SiteReport.of(
            new SiteReport.Input(
                "study",
                "north",
                plan,
                new FittedModel(2, Representation.identity(), NearestPrototype.ofCenters(centers)),
                List.of("bili", "sex"),
                List.of(
                    ColumnSpec.number("bili"),
                    ColumnSpec.of("sex", new ColumnKind.Binary(List.of("f", "m")))),
                records,
                Labels.of(clusters, 3)),
            Instant.EPOCH)
        .json();
  }

  private static int at(JsonNode report, String column) {
    JsonNode features = report.at("/profile/features");
    for (int j = 0; j < features.size(); j++) {
      if (features.get(j).asText().equals(column)) {
        return j;
      }
    }
    throw new AssertionError("no column " + column);
  }

  @Test
  void figuresAreThoseOfTheSite() {
    ObjectNode report = report();

    assertThat(report.path("title").asText()).isEqualTo("The groups of study at site north");
    assertThat(report.path("sizes").toString()).isEqualTo("[40,4,0]");
    int bili = at(report, "bili");
    int sex = at(report, "sex: m");
    assertThat(report.at("/profile/clusters/0/texts").get(bili).asText()).isEqualTo("10");
    assertThat(report.at("/profile/clusters/0/texts").get(sex).asText()).isEqualTo("25 %");
    assertThat(report.at("/profile/clusters/1/texts").get(bili).asText()).isEqualTo("142");
    assertThat(report.at("/profile/clusters/2/shown").asBoolean()).isFalse();
    assertThat(report.at("/groups/list/0/size").asText()).isEqualTo("40 of 44 records (91 %)");
  }

  @Test
  void figuresOverFewRecordsAreMarked() {
    ObjectNode report = report();
    int bili = at(report, "bili");

    assertThat(report.path("fewest").asInt()).isEqualTo(10);
    assertThat(report.at("/profile/clusters/0/few").get(bili).asBoolean()).isFalse();
    assertThat(report.at("/profile/clusters/1/few").get(bili).asBoolean()).isTrue();
    assertThat(report.at("/groups/list/1/traits").toString())
        .contains("bili much higher: 142 against")
        .contains("of all here †");
    assertThat(report.at("/groups/list/0/traits").toString()).doesNotContain("†");
  }

  @Test
  void rulesAreCountedOnTheSitesRecords() {
    JsonNode rule = report().at("/groups/list/1/rule");

    assertThat(rule.path("text").asText()).startsWith("bili at least 1");
    assertThat(rule.path("fidelity").asText())
        .contains("of this site's records for which it holds, 100 % are in group 2");
  }

  @Test
  void namesOfFilesAreSafe() {
    assertThat(SiteReport.fileName("../St. Mary's")).isEqualTo(".._st._mary_s");
    assertThat(SiteReport.fileName("north")).isEqualTo("north");
  }
}

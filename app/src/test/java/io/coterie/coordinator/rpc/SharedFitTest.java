package io.coterie.coordinator.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.study.Study;
import io.coterie.wire.v1.FederationProto.Misfit;
import io.coterie.wire.v1.FederationProto.ShareRequest;
import org.junit.jupiter.api.Test;

class SharedFitTest {
  private static final Study STUDY =
      Study.parse(
          """
          study: ward
          clusters: 2
          schema:
            columns:
              - {name: age}
              - {name: creatinine}
          participation:
            sites: [a, b, c]
          """,
          "study.yaml");

  private static String words(ShareRequest.Builder request) {
    return new SharedFit(STUDY, request.build()).words();
  }

  private static Misfit.Builder misfit(String kind) {
    return Misfit.newBuilder().setColumn(1).setKind(kind).setFactor(88.42);
  }

  @Test
  void namesAreThoseOfTheStudy() {
    assertThat(words(ShareRequest.newBuilder().addColumns(misfit("unit")).addClusters(1)))
        .startsWith("creatinine: another unit, values look 88.4 times")
        .endsWith("; cluster 2 is for more than 80 % of this site");
  }

  @Test
  void whatMakesNoSenseIsLeftOut() {
    ShareRequest.Builder request =
        ShareRequest.newBuilder()
            .setOtherPopulation(true)
            .addColumns(misfit("unit").setFactor(Double.NaN))
            .addColumns(misfit("unit").setFactor(-1))
            .addColumns(misfit("<script>"))
            .addColumns(misfit("swapped").setOther(7))
            .addColumns(misfit("differs").setColumn(2))
            .addColumns(misfit("differs").setColumn(-1))
            .addClusters(-1);
    assertThat(words(request)).isEqualTo("nothing");
  }

  @Test
  void thereAreNoMoreWordsThanColumns() {
    ShareRequest.Builder request = ShareRequest.newBuilder();
    for (int i = 0; i < 1_000; i++) {
      request.addColumns(misfit("differs"));
    }
    assertThat(words(request)).hasSizeLessThan(200);
  }
}

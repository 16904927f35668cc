package io.coterie.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import io.coterie.federation.Federation;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.participant.LoopbackFederation;
import io.coterie.site.SiteData;
import io.coterie.study.FlowerStudy;
import io.coterie.study.Study;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ServedBytesIT {
  private static final List<String> SITES = List.of("a", "b", "hospital-10");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "anchor-graph, '{level: totals, min-group: 5}'",
    "anchor-graph:groups, '{level: component, accept-group-disclosure: true}'"
  })
  void aSimulationCountsWhatLeavesTheSitesOfAServedStudy(String method, String privacy)
      throws Exception {
    Study study =
        FlowerStudy.of(
            """
            method: %s
            privacy: %s
            participation:
              sites: [%s]
              join-within: 60s
              answer-within: 60s
            """
                .formatted(method, privacy, String.join(", ", SITES)));
    Matrix iris = DataReader.read("iris", ReadOptions.defaults()).records();
    Map<String, Matrix> dealt = LoopbackFederation.deal(iris, SITES);
    long sent = new LoopbackFederation(folder, study, dealt, true).run();

    ServedBytes counted = new ServedBytes(SITES);
    List<SiteData> sites = SITES.stream().map(name -> SiteData.of(name, dealt.get(name))).toList();
    new Federation(study.plan(), sites, new Seed(study.seed())).run(Parallel.sequential(), counted);
    assertThat(counted.bytes()).isEqualTo(sent);
  }
}

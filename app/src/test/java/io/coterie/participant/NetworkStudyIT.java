package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import io.coterie.math.Matrix;
import io.coterie.study.FlowerStudy;
import io.coterie.study.Study;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class NetworkStudyIT {
  private static final List<String> SITES = List.of("a", "b", "c", "d", "e");

  private static final String GROUPS = "method: anchor-graph:groups\n";

  @TempDir Path folder;

  private static Matrix iris() {
    return DataReader.read("iris", ReadOptions.defaults()).records();
  }

  private static Study irisStudy(String more) {
    return FlowerStudy.of(
        """
        participation:
          sites: [a, b, c, d, e]
          join-within: 60s
          answer-within: 60s
        """
            + more);
  }

  @Test
  void labelsAreThoseOfASimulation() throws Exception {
    LoopbackFederation network =
        network(
            irisStudy(
                GROUPS
                    + "privacy: {level: component, accept-group-disclosure: true, sums: plain}\n"),
            false);
    network.run();
    assertThat(network.labels).isEqualTo(network.simulate());
    assertThat(network.answer.takingPart().values()).allMatch(SITES::equals);
  }

  @Test
  void maskedSumsOfLevelComponentGiveTheLabelsOfASimulation() throws Exception {
    LoopbackFederation network =
        network(
            irisStudy(GROUPS + "privacy: {level: component, accept-group-disclosure: true}\n"),
            true);
    network.run();
    assertThat(network.labels).isEqualTo(network.simulate());
  }

  @Test
  void totalsUnderSealAndCertificatesGiveTheLabelsOfASimulation() throws Exception {
    LoopbackFederation network = network(irisStudy("privacy: {level: totals}\n"), true);
    network.run();
    assertThat(network.labels).isEqualTo(network.simulate());
  }

  @Test
  void dpLabelsUnderMasksAndCertificatesAreThoseOfASimulation() throws Exception {
    LoopbackFederation network = network(dpStudy(""), true);
    network.run();
    assertThat(network.labels).isEqualTo(network.simulate());
  }

  private LoopbackFederation network(Study study, boolean isSecure) {
    return new LoopbackFederation(folder, study, LoopbackFederation.deal(iris(), SITES), isSecure);
  }

  private static Study dpStudy(String more) {
    return irisStudy("privacy: {epsilon: 2, public-records: 100, delta: 1e-5%s}\n".formatted(more));
  }
}

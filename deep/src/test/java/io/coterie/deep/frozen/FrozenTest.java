package io.coterie.deep.frozen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.deep.network.FrozenNetwork;
import io.coterie.deep.network.OnnxFiles;
import io.coterie.federation.Federation;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunResult;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.method.Methods;
import io.coterie.method.NetworkEngine;
import io.coterie.plan.Budget;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.DpTerms;
import io.coterie.plan.InputKind;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.site.SiteData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FrozenTest {
  /** Colour images of 2 x 2 pixels, as vectors. */
  private static final int VALUES = 12;

  private static final int PER_SITE = 200;

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void writeNetwork() throws IOException {
    Matrix weights = Matrix.over(2, 3, new double[] {1, 0, 1, 0, 1, -1});
    file = OnnxFiles.linear(folder.resolve("colours.onnx"), weights, 3, 2, 2);
  }

  /** Red, green or blue images, by record number. */
  private static Matrix colours(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Matrix images = Matrix.zeros(PER_SITE, VALUES);
    for (int i = 0; i < PER_SITE; i++) {
      for (int j = 0; j < VALUES; j++) {
        images.set(i, j, (j / 4 == i % 3 ? 200 : 20) + random.nextInt(30));
      }
    }
    return images;
  }

  private StudyPlan plan(String encoder, PrivacyPlan privacy) {
    InputPlan input = InputPlan.automatic(InputKind.vectors(), VALUES);
    return new StudyPlan(
        "spp-fgc-plus",
        ClusterCount.of(3),
        input,
        new MethodOptions(Map.of("encoder", FrozenNetwork.stated(encoder, input))),
        privacy);
  }

  private static PrivacyPlan dp() {
    return PrivacyPlan.dp(
        new DpTerms(
            new Budget(20, 1e-6), NoiseMode.SECURE_SUMS, 3, 0, 3 * PER_SITE, 1, Optional.empty()));
  }

  private static RunResult run(StudyPlan plan) {
    List<SiteData> sites =
        IntStream.range(0, 3).mapToObj(k -> SiteData.of("site-" + k, colours(k))).toList();
    try (Parallel parallel = Parallel.of(2)) {
      return new Federation(plan, sites, new Seed(3)).run(parallel, RunListener.none());
    }
  }

  private static double accuracy(RunResult result) {
    int right = 0;
    for (Labels labels : result.labels().values()) {
      int[][] counts = new int[3][3];
      for (int i = 0; i < PER_SITE; i++) {
        counts[labels.of(i)][i % 3]++;
      }
      for (int[] cluster : counts) {
        right += Math.max(cluster[0], Math.max(cluster[1], cluster[2]));
      }
    }
    return right / (3.0 * PER_SITE);
  }

  @Test
  void clustersWhatThePublicNetworkMakes() {
    StudyPlan plan = plan("onnx:" + file, PrivacyPlan.component());
    assertThat(plan.options().word("encoder").orElseThrow())
        .matches("onnx:colours.onnx:18:[0-9a-f]{64}");
    RunResult result = run(plan);

    assertThat(accuracy(result)).isGreaterThan(0.99);
    assertThat(result.findings()).containsKey("encoder").doesNotContainKey("training");
    assertThat(NetworkEngine.find().description(plan)).startsWith("ONNX Runtime 1.");
    try (Parallel parallel = Parallel.of(1)) {
      assertThat(result.model().predict(colours(1), parallel))
          .isEqualTo(result.labels().get("site-1"));
    }
  }

  @Test
  void aNetworkThatOwesNothingToTheRecordsAllowsLevelTotals() {
    StudyPlan plan = plan("onnx:" + file, PrivacyPlan.totals());
    assertThat(Methods.of(plan).clustered(plan).method()).isEqualTo("anchor-graph");
    assertThat(accuracy(run(plan))).isGreaterThan(0.95);
  }

  @Test
  void aNetworkThatOwesNothingToTheRecordsAllowsLevelDp() {
    StudyPlan plan = plan("onnx:" + file, dp());
    StudyPlan clustered = Methods.of(plan).clustered(plan);
    assertThat(clustered.input().dimension()).isEqualTo(18);
    assertThat(clustered.privacy().isDp()).isTrue();
    assertThat(accuracy(run(plan))).isGreaterThan(0.95);
  }

  @Test
  void theSameBytesAreNeeded() throws IOException {
    String word = plan("onnx:" + file, PrivacyPlan.component()).options().word("encoder").get();
    assertThat(plan(word, PrivacyPlan.component()).options().word("encoder")).contains(word);
    String other = word.substring(0, word.length() - 4) + "0000";
    Path home = Files.createDirectory(folder.resolve("home"));

    StudyPlan absent = plan(other.replace("colours", "absent"), PrivacyPlan.component());
    NetworkEngine.find().offer(home.toString());
    assertThatThrownBy(() -> run(absent))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("absent.onnx")
        .hasMessageContaining("Get ");
    Files.copy(file, home.resolve("other.onnx"));
    StudyPlan replaced = plan(other.replace("colours", "other"), PrivacyPlan.component());
    assertThatThrownBy(() -> run(replaced))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("is another network than the study's")
        .hasMessageContaining(word.substring(word.length() - 64));
  }

  @Test
  void refusesWhatHasNoPlaceBesideIt() {
    StudyPlan plan = plan("onnx:" + file, PrivacyPlan.component());
    assertThatThrownBy(() -> Methods.of(plan.with(plan.options().with("rounds", "3"))))
        .hasMessageContaining("nothing is trained; leave out --rounds");
    assertThatThrownBy(() -> FrozenNetwork.parse("onnx:some/file.onnx"))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("onnx:NAME:DIMENSION:SHA256");
    assertThatThrownBy(() -> plan("onnx:" + folder.resolve("none"), PrivacyPlan.component()))
        .hasMessageContaining("There is no file");
    StudyPlan learning = plan.with(MethodOptions.none().with("encoder", "autoencoder")).with(dp());
    assertThatThrownBy(() -> Methods.of(learning))
        .hasMessageContaining("trains networks on records");
  }
}

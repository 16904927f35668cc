package io.coterie.deep.plus;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.deep.Shapes;
import io.coterie.federation.RunListener.RunEvent;
import io.coterie.math.IntVector;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.method.Diagnostics;
import io.coterie.method.LongWork;
import io.coterie.method.LongWork.IntermediateLabels;
import io.coterie.method.SiteContext;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.SumMode;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a method that learns shows on the way: a site to itself, and the coordinator of totals. */
final class DraftsTest {
  private static final Map<String, String> LEARNING =
      Map.of(
          "encoder", "autoencoder",
          "rounds", "2",
          "width", "32",
          "prototype-rounds", "1",
          "teaching-rounds", "2");

  private static List<Diagnostics> sketches(Map<String, String> options) {
    List<Diagnostics> shown = new ArrayList<>();
    Shapes.run(
        Shapes.plan(options, SumMode.PLAIN),
        2,
        event -> {
          if (event instanceof RunEvent.Sketched sketched) {
            shown.add(sketched.sketch());
          }
        });
    return shown;
  }

  @Test
  void everyRoundShowsItsSignals() {
    List<Diagnostics.Signals> signals =
        sketches(LEARNING).stream()
            .filter(Diagnostics.Signals.class::isInstance)
            .map(Diagnostics.Signals.class::cast)
            .toList();
    assertThat(signals.stream().map(shown -> shown.stage() + " " + shown.round()))
        .containsExactly(
            "training 1",
            "training 2",
            "prototypes 0",
            "prototypes 1",
            "teaching 1",
            "teaching 2",
            "teaching 2");
    assertThat(signals.get(2).values()).containsOnlyKeys("stability", "eigengap");
    assertThat(signals.get(3).values())
        .containsOnlyKeys("loss", "changed", "stability", "eigengap");
    assertThat(signals.get(6).values()).containsOnlyKeys("agreement");
  }

  @Test
  void clustersAreShownAsImages() {
    List<Diagnostics.Images> images =
        sketches(LEARNING).stream()
            .filter(Diagnostics.Images.class::isInstance)
            .map(Diagnostics.Images.class::cast)
            .toList();
    assertThat(images.stream().map(Diagnostics.Images::name))
        .containsExactly(
            "prototypes as the network draws them, round 0",
            "prototypes as the network draws them, round 1",
            ClusterImages.MEANS);
    for (Diagnostics.Images shown : images) {
      assertThat(shown.pixels().rows()).isEqualTo(3);
      assertThat(shown.pixels().columns()).isEqualTo(Shapes.SIDE * Shapes.SIDE);
      assertThat(Arrays.stream(shown.pixels().array())).allMatch(pixel -> pixel >= 0 && pixel <= 1);
    }
    assertThat(images.get(2).clusters()).isEqualTo(IntVector.of(0, 1, 2));
    for (Diagnostics.Images shown : images) {
      assertThat(shown.mass().sum()).isEqualTo(3.0 * Shapes.PER_SITE);
    }
    // The middle of squares is bright; that of all shapes together is not.
    assertThat(Arrays.stream(images.get(2).pixels().array())).anyMatch(pixel -> pixel > 0.35);
  }

  @Test
  void theChosenRoundAloneShowsItsPlaces() {
    Map<String, String> options = new HashMap<>(LEARNING);
    options.put("prototype-rounds", "2");
    List<Diagnostics> shown = sketches(options);
    assertThat(shown.stream().filter(Diagnostics.Places.class::isInstance)).hasSize(1);
    assertThat(shown.stream().filter(Diagnostics.Blocks.class::isInstance)).hasSize(1);
    assertThat(shown.stream().filter(Diagnostics.SiteSizes.class::isInstance)).hasSize(3);
  }

  @Test
  void aSiteShowsItsReaderWhatItIsAboutToTeach() {
    StudyPlan plan = Shapes.plan(Map.of("teaching-rounds", "2"), SumMode.PLAIN);
    List<IntermediateLabels> drafts = new ArrayList<>();
    SiteData data = SiteData.of("site-0", Shapes.images(Shapes.PER_SITE, 0));
    SiteContext context =
        new SiteContext(
            data,
            new PrivacyGate("site-0", NoiseSource.repeatable(new Seed(1))),
            new Seed(2),
            Parallel.sequential(),
            LongWork.read(drafts::add));
    SiteTeaching teaching = new SiteTeaching(plan, context);
    int[] clusters = new int[Shapes.PER_SITE];
    for (int i = 0; i < clusters.length; i++) {
      clusters[i] = i % 3;
    }
    teaching.begin(Labels.of(clusters, 3), data.records());
    assertThat(drafts).hasSize(1);
    assertThat(drafts.get(0).labels().orElseThrow().toArray()).isEqualTo(clusters);
    assertThat(drafts.get(0).points()).isSameAs(data.records());
  }
}

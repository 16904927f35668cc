package io.coterie.deep.plus;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.deep.Shapes;
import io.coterie.deep.TrainQuestion;
import io.coterie.deep.Weights;
import io.coterie.deep.network.Encoder;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.features.Representation;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Field;
import io.coterie.message.Labels;
import io.coterie.message.Question;
import io.coterie.message.internal.ClusterSums;
import io.coterie.message.internal.GroupClusters;
import io.coterie.message.internal.SiteStructure;
import io.coterie.method.PayloadKinds;
import io.coterie.method.SiteContext;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.SumMode;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SiteRoundsTest {
  private static final int RECORDS = 60;
  private static final int DIMENSION = 10;
  private static final Seed SEED = new Seed(5);

  @Test
  void givesBackTheLabelsOfTheChosenRoundAndSaysHowManyRecordsMoved() {
    StudyPlan plan = Shapes.plan(Map.of("alignment", "prototypes", "width", "16"), SumMode.PLAIN);
    Matrix images = Shapes.images(RECORDS, 1);
    Arrays.setAll(images.array(), k -> images.array()[k] / 255);
    try (Parallel parallel = Parallel.of(1)) {
      SiteContext context =
          new SiteContext(
              SiteData.of("alone", images),
              new PrivacyGate("alone", NoiseSource.repeatable(SEED)),
              SEED,
              parallel);
      SiteNetwork network = new SiteNetwork(plan, context, new SiteShares(context, 1, 50));
      network.train(new TrainQuestion(start(plan), 1, 5, 1, 1e-3, Vector.of()));
      SiteRounds rounds = new SiteRounds(plan, context, network);

      // All records in cluster 0, then in 2, then in 1.
      ClusterSums first = cluster(rounds, 0);
      assertThat(first.counts()).isEqualTo(Vector.of(RECORDS, 0, 0));
      assertThat(moved(first)).containsOnly(0);
      assertThat(moved(cluster(rounds, 2))).containsExactly(0, 0, 0, 0, 0, 0, RECORDS, 0, 0);
      assertThat(moved(cluster(rounds, 1))).containsExactly(0, 0, 0, 0, 0, RECORDS, 0, 0, 0);

      ClusterSums taken = rounds.choose(new PrototypeRounds.ChoiceQuestion(1, true));
      assertThat(taken.counts()).isEqualTo(Vector.of(0, 0, RECORDS));
      assertThat(taken.sums().columns()).isEqualTo(images.columns());
      Labels given = rounds.labels(new CoordinatorMessage(9, new Question("anything")));
      assertThat(given.toArray()).containsOnly(2).hasSize(RECORDS);
    }
  }

  private static Vector start(StudyPlan plan) {
    try (Encoder encoder = EncoderPlan.make(PlusOptions.of(plan).network(plan), SEED)) {
      return Weights.of(encoder);
    }
  }

  private static ClusterSums cluster(SiteRounds rounds, int cluster) {
    List<Field> prepared = new ArrayList<>(Representation.identity().fields());
    prepared.addAll(Field.nested("question", new Question("structure")));
    PrototypeRounds.EncodedQuestion question =
        new PrototypeRounds.EncodedQuestion(
            Optional.empty(), PayloadKinds.typed("prepared", prepared));
    SiteStructure sent = rounds.begin(1, question).payloadAs(SiteStructure.class);
    int[] clusters = new int[sent.counts().size()];
    Arrays.fill(clusters, cluster);
    GroupClusters own = new GroupClusters(IntVector.of(clusters), 3);
    GroupClusters of = new GroupClusters(IntVector.of(0), 3);
    return rounds.centers(
        2,
        new PrototypeRounds.CentersQuestion(new SiteAnswers(Map.of("alone", own, "another", of))));
  }

  /** Returns how many records of each cluster were in each before, row after row. */
  private static double[] moved(ClusterSums sums) {
    double[] moved = new double[9];
    Arrays.setAll(moved, k -> sums.sums().at(k / 3, DIMENSION + k % 3));
    return moved;
  }
}

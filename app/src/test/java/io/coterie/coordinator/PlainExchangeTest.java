package io.coterie.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.internal.SiteStructure;
import io.coterie.message.internal.SiteStructure.SiteGraph;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.method.sppfgc.SppFgcMethod;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.wire.PayloadCodec;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PlainExchangeTest {
  private static final int CLUSTERS = 10;
  private static final int DIMENSION = 30;

  /** Returns the most bytes of an answer to the one question of spp-fgc. */
  private static long mostBytes(MethodOptions options) {
    StudyPlan plan =
        StudyPlan.of("spp-fgc", CLUSTERS, InputPlan.automatic(InputKind.table(), DIMENSION))
            .with(PrivacyPlan.component())
            .with(options);
    CoordinatorContext context =
        new CoordinatorContext(new Seed(1), Parallel.sequential(), (name, value) -> {}, DIMENSION);
    AtomicReference<Reply<?>> asked = new AtomicReference<>();
    Sites silent =
        (question, reply) -> {
          asked.set(reply);
          throw new CancellationException();
        };
    assertThatThrownBy(() -> new SppFgcMethod().coordinate(plan, context, silent))
        .isInstanceOf(CancellationException.class);
    return PlainExchange.asking(1, new byte[0], asked.get(), site -> new byte[0]).mostBytes();
  }

  /** Numbers that no shorter form fits. */
  private static Matrix odd(int rows, int columns) {
    Matrix numbers = Matrix.zeros(rows, columns);
    for (int i = 0; i < numbers.array().length; i++) {
      numbers.array()[i] = Math.PI * (i + 1);
    }
    return numbers;
  }

  @Test
  void aStructureWithoutAGraphIsNoLongerThanItsClusters() {
    SiteStructure largest =
        new SiteStructure(
            Vector.of(odd(1, CLUSTERS).array()),
            odd(CLUSTERS, DIMENSION),
            odd(CLUSTERS, DIMENSION * (DIMENSION + 1) / 2),
            SiteGraph.withheld(true, Integer.MAX_VALUE));
    long most = mostBytes(MethodOptions.none());
    assertThat(most).isBetween((long) PayloadCodec.encode(largest).length, 128L << 10);
  }

  /** How many records a site has, and so how large its graph is, nobody knows before. */
  @Test
  void aGraphMayBeOfAnySizeThatIsTaken() {
    assertThat(mostBytes(MethodOptions.none().with("resolution", "coarse")))
        .isEqualTo(PayloadCodec.MOST_BYTES);
  }
}

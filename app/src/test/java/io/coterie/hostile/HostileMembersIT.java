package io.coterie.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.IntVector;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.SumPayload;
import io.coterie.message.internal.SealedCounts;
import io.coterie.method.LongWork;
import io.coterie.method.MethodRunner;
import io.coterie.method.PayloadKinds;
import io.coterie.method.RecordedSites;
import io.coterie.method.Reply;
import io.coterie.method.SitePart;
import io.coterie.model.internal.MixtureModel;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import io.coterie.study.Study;
import io.coterie.wire.DecodedPayload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sums by cluster at level totals whose border moves: exact ones in a row would differ by one
 * record.
 */
@Timeout(60)
final class HostileMembersIT {
  private static final int STEPS = 16;

  /** Of the hostile mixture's components. */
  private static final double DEVIATION = 1e-3;

  @TempDir private Path folder;

  @Test
  void sumsByClusterDoNotDifferByOneRecord() {
    Victim victim = new Victim(folder, Studies.totals(), Victim.moons(200, 1), true);
    HonestCourse course = hostile(victim);
    Followed followed = course.followed(victim.hostile()).to(course.length());

    Outcome outcome = Outcome.of(victim, followed.evil());

    List<Matrix> all = new ArrayList<>();
    for (String site : victim.study().participation().sites()) {
      all.add(site.equals(Victim.NAME) ? victim.records() : Victim.moons(200, site.charAt(0)));
    }
    List<double[]> stated = new ArrayList<>();
    double[] before = null;
    int steps = 0;
    for (int step = 0; step < STEPS; step++) {
      int round = course.length() - 2 * STEPS + 2 * step + 2;
      if (followed.total(round).isEmpty()) {
        continue;
      }
      long[] words = followed.total(round).get();
      for (int k = 1; k < words.length; k++) {
        assertThat(words[k] / words[0] % (5 * 1024)).as("what leaves is rounded").isZero();
      }
      double[] sums = {value(words, 0), value(words, 1), value(words, 2)};
      if (before != null && sums[0] != before[0]) {
        // As if the sums were of records, and differed by so many of them.
        double more = sums[0] - before[0];
        stated.add(
            new double[] {
              border(step) - 5 + DEVIATION * (sums[1] - before[1]) / more,
              DEVIATION * (sums[2] - before[2]) / more
            });
      }
      before = sums;
      steps++;
    }
    assertThat(steps).isPositive();
    Matrix mapped =
        course.found().model().representation().apply(Matrix.stacked(all), Parallel.sequential());
    assertThat(Extraction.exact(stated, mapped))
        .as("records of all sites extracted; %s", outcome.run().err())
        .isZero();
  }

  /** Skips the tree, so that there are few cells, and asks for sums by moving clusters. */
  private static HonestCourse hostile(Victim victim) {
    HonestCourse honest = HonestCourse.of(victim);
    Study study = victim.study();
    MethodRunner runner = MethodRunner.of(study.plan(), new Seed(study.seed()));
    List<SitePart> parts = new ArrayList<>();
    for (String name : study.participation().sites()) {
      Matrix records =
          name.equals(Victim.NAME) ? victim.records() : Victim.moons(200, name.charAt(0));
      parts.add(
          runner.site(
              SiteData.of(name, records),
              runner.gate(name, NoiseSource::repeatable, statements -> {}),
              Parallel.sequential(),
              LongWork.unseen()));
    }
    List<RecordedSites.Round> rounds = new ArrayList<>();
    RecordedSites sites = new RecordedSites(parts, Parallel.sequential(), rounds::add);
    int roots = 0;
    while (!honest.question(roots + 1).topic().equals("halves")) {
      ask(sites, rounds, honest.question(++roots));
    }
    ask(
        sites,
        rounds,
        typed("pairs", new Field.Numbers("anchors", Matrix.zeros(1, 2)), one("neighbors")));
    ask(sites, rounds, typed("rounded", words()));
    for (int step = 0; step < STEPS; step++) {
      double border = border(step);
      Matrix narrow = Matrix.ofRows(new double[] {1e-6, 0}, new double[] {0, 1e-6});
      GaussianMixture mixture =
          GaussianMixture.of(
              new double[] {.5, .5},
              Matrix.ofRows(new double[] {border - 5, 0}, new double[] {border + 5, 0}),
              List.of(narrow, narrow));
      ask(sites, rounds, typed("members", MixtureModel.of(mixture).fields().toArray(Field[]::new)));
      ask(sites, rounds, typed("rounded", words()));
    }
    return new HonestCourse(victim, rounds, honest.found());
  }

  private static double border(int step) {
    return .31 + .004 * step;
  }

  private static double value(long[] words, int place) {
    return words[1 + place] / (1024.0 * words[0]);
  }

  private static Field one(String name) {
    return new Field.Integers(name, IntVector.of(1));
  }

  private static Field words() {
    return new Field.Longs("words", LongVector.of(0, 0));
  }

  private static Payload typed(String kind, Field... fields) {
    return PayloadKinds.typed(kind, List.of(fields));
  }

  private static void ask(RecordedSites sites, List<RecordedSites.Round> rounds, Payload question) {
    List<Field> fields = new ArrayList<>();
    for (Field field : question.fields()) {
      boolean isTotal = field instanceof Field.Longs && field.name().endsWith("words");
      fields.add(isTotal ? new Field.Longs(field.name(), last(rounds)) : field);
    }
    Payload asked = PayloadKinds.typed(new DecodedPayload(question.kind(), fields).kind(), fields);
    List<SiteMessage> unused = sites.ask(asked, Reply.sum(SealedCounts.zero(1)));
  }

  private static LongVector last(List<RecordedSites.Round> rounds) {
    LongVector total = null;
    for (SiteMessage answer : rounds.get(rounds.size() - 1).answers()) {
      LongVector own = ((SealedCounts) (SumPayload<?>) answer.payload()).words();
      total = total == null ? own : total.plus(own);
    }
    return total;
  }
}

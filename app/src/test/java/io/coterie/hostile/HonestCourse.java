package io.coterie.hostile;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.SumPayload;
import io.coterie.message.SumWords;
import io.coterie.method.Clustering;
import io.coterie.method.LongWork;
import io.coterie.method.MethodRunner;
import io.coterie.method.RecordedSites;
import io.coterie.method.SitePart;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import io.coterie.store.ModelFile;
import io.coterie.study.Study;
import io.coterie.wire.Slot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A study as honest parties run it: the question of each round, and what each site answers. A
 * script follows it as far as it likes and then does something else.
 *
 * @param rounds in order
 * @param found the answer at the end
 */
record HonestCourse(Victim victim, List<RecordedSites.Round> rounds, Clustering found) {
  /** Runs the study in this process; the other sites have records like the victim's. */
  static HonestCourse of(Victim victim) {
    return of(
        victim,
        name ->
            SiteData.of(
                name,
                name.equals(Victim.NAME) ? victim.records() : Victim.moons(200, name.charAt(0))));
  }

  /** Runs the study with the records of each site. */
  static HonestCourse of(Victim victim, Function<String, SiteData> data) {
    Study study = victim.study();
    MethodRunner runner = MethodRunner.of(study.plan(), new Seed(study.seed()));
    List<SitePart> sites = new ArrayList<>();
    for (String name : study.participation().sites()) {
      sites.add(
          runner.site(
              data.apply(name),
              runner.gate(name, NoiseSource::repeatable, statements -> {}),
              Parallel.sequential(),
              LongWork.unseen()));
    }
    List<RecordedSites.Round> rounds = new ArrayList<>();
    Clustering found =
        runner.coordinate(
            new RecordedSites(sites, Parallel.sequential(), rounds::add),
            (name, value) -> {},
            Parallel.sequential());
    return new HonestCourse(victim, rounds, found);
  }

  /** Returns the same course for another home of the same site. */
  HonestCourse with(Victim other) {
    return new HonestCourse(other, rounds, found);
  }

  Payload question(int round) {
    return rounds.get(round - 1).question().payload();
  }

  int length() {
    return rounds.size();
  }

  /** Returns the text of the model file of an honest course, with words about where it is from. */
  byte[] model(ObjectNode provenance) {
    Study study = victim.study();
    ModelFile file =
        new ModelFile(found.model(), study.plan().input().kind(), List.of("x", "y"), provenance);
    try {
      Path written = Files.createTempFile("model", ".json");
      file.write(written);
      byte[] text = Files.readAllBytes(written);
      Files.delete(written);
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds the first rounds to a script. */
  HostileCoordinator follow(HostileCoordinator evil, int most) {
    return followed(evil).to(most).evil();
  }

  Followed followed(HostileCoordinator evil) {
    return new Followed(this, evil);
  }

  /** Returns what the victim answers in a round. */
  Payload answer(int round) {
    return rounds.get(round - 1).answers().stream()
        .filter(each -> each.site().equals(Victim.NAME))
        .findFirst()
        .orElseThrow()
        .payload();
  }

  boolean isMasked(int round) {
    Study study = victim.study();
    int sites = study.participation().sites().size();
    return rounds
        .get(round - 1)
        .reply()
        .zero()
        .filter(zero -> study.plan().privacy().masks(zero, sites))
        .isPresent();
  }

  /**
   * Returns a first attempt at a sum.
   *
   * @param like the round of the course whose sums have the same shape
   * @param round the number that it is asked under
   */
  SumRound sum(int like, int round, Supplier<byte[]> question) {
    Map<String, long[]> words = new TreeMap<>();
    for (SiteMessage answer : rounds.get(like - 1).answers()) {
      if (!answer.site().equals(Victim.NAME)) {
        words.put(answer.site(), words((SumPayload<?>) answer.payload()));
      }
    }
    SumRound sum = victim.sum(new Slot(round, 1, Slot.Step.ADVERTISE), question, words);
    return Followed.isSealed(this, like) ? sum.sealed() : sum;
  }

  private static <T extends SumPayload<T>> long[] words(SumPayload<T> sums) {
    @SuppressWarnings("unchecked") // a sum is of its own kind
    SumWords<T> shape = SumWords.like((T) sums);
    return shape.words(sums);
  }
}

package io.coterie.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.ErrorCode;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.model.ProfileAnswer;
import io.coterie.site.SiteData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A coordinator that wants the name of a ward that fewer than K records of all sites have. */
@Timeout(120)
final class HostileProfileIT {
  /** Nine records of all sites have it: one less than K. */
  private static final String RARE = "Kuru ward";

  private static final String FREQUENT = "Surgery";

  /**
   * Only the victim has a frequent ward: the other sites are played with what they said in a course
   * of its own, which had other marks.
   */
  private static final Map<String, Map<String, Integer>> RECORDS =
      Map.of(
          "a", Map.of(FREQUENT, 42, RARE, 8),
          "b", Map.of("Measles", 9),
          "c", Map.of("Mumps", 6, RARE, 1));

  @TempDir private Path folder;
  private Victim victim;
  private HonestCourse course;

  @BeforeEach
  void prepare() {
    victim = victim("own");
    course = HonestCourse.of(victim, HostileProfileIT::data);
  }

  private Victim victim(String name) {
    Path own = folder.resolve(name);
    assertThat(own.toFile().mkdir()).isTrue();
    StringBuilder lines = new StringBuilder("ward\n");
    wards(Victim.NAME).forEach(ward -> lines.append(ward).append('\n'));
    Matrix records = Matrix.zeros(wards(Victim.NAME).size(), 2);
    return new Victim(own, Studies.profile(), records, lines.toString(), true);
  }

  private static List<String> wards(String site) {
    List<String> wards = new ArrayList<>();
    new TreeMap<>(RECORDS.get(site))
        .forEach((ward, count) -> wards.addAll(Collections.nCopies(count, ward)));
    return wards;
  }

  private static SiteData data(String site) {
    List<String> wards = wards(site);
    List<String> levels = wards.stream().distinct().sorted().toList();
    Matrix records = Matrix.zeros(wards.size(), 1);
    for (int i = 0; i < records.rows(); i++) {
      records.set(i, 0, levels.indexOf(wards.get(i)));
    }
    return SiteData.of(site, records).withLevels(List.of(levels));
  }

  private ProfileAnswer found() {
    return (ProfileAnswer) course.found().model().clusters();
  }

  private static Payload sealed(Payload question, LongUnaryOperator lie) {
    for (Field field : question.fields()) {
      if (field instanceof Field.Longs longs && field.name().endsWith("words")) {
        long[] words = LongStream.of(longs.values().toArray()).map(lie).toArray();
        return Questions.changed(question, field.name(), LongVector.of(words));
      }
    }
    throw new AssertionError("nothing is sealed in " + question.kind());
  }

  private static Payload withWords(Payload question, long[] words) {
    return Questions.changed(
        question,
        question.fields().stream()
            .map(Field::name)
            .filter(name -> name.endsWith("words"))
            .findFirst()
            .orElseThrow(),
        LongVector.of(words));
  }

  /** The site leaves in a round, of which the coordinator gets no total. */
  private void refusesAt(int round, Followed followed) {
    Outcome outcome = Outcome.of(victim, followed.evil()).refuses();
    assertThat(outcome.run().exitCode()).isEqualTo(ErrorCode.NOT_AGREED.exitCode());
    assertThat(outcome.run().err() + victim.log()).doesNotContain(RARE);
    assertThat(followed.total(round)).as(outcome.run().err()).isEmpty();
    assertThat(followed.evil().answers()).isEmpty();
  }

  private Followed before(int round) {
    return course.followed(victim.hostile()).to(round - 1);
  }

  /** Returns whether bytes hold a text as it is, or one byte of it in each 64-bit word. */
  private static boolean holds(long[] words, String text) {
    byte[] name = text.getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at + name.length <= words.length; at++) {
      boolean isAll = true;
      for (int i = 0; isAll && i < name.length; i++) {
        isAll = words[at + i] != 0 && words[at + i] % name[i] == 0 && words[at + i] < 1 << 20;
      }
      if (isAll) {
        return true;
      }
    }
    return false;
  }

  @Test
  void anHonestCourseShowsTheCoordinatorTheProfileOnly() throws IOException {
    SortedMap<String, Long> levels = found().columns().get(0).levels();
    assertThat(levels).containsOnlyKeys(FREQUENT);
    Followed followed = before(course.length() + 1);
    followed.evil().answers(found(), new byte[0]);
    Outcome outcome = Outcome.of(victim, followed.evil());
    assertThat(outcome.run().exitCode()).as(outcome.run().err()).isZero();
    assertThat(followed.evil().answers()).isEmpty();
    for (int round = 1; round < course.length(); round++) {
      long[] total = followed.total(round).orElseThrow();
      assertThat(LongStream.of(total).filter(word -> Math.abs(word) < 1L << 40).count())
          .as("words of round %d that a coordinator can read", round)
          .isLessThanOrEqualTo(2);
      assertThat(holds(total, RARE)).isFalse();
      assertThat(holds(total, FREQUENT)).isFalse();
    }
    long[] given = followed.total(course.length()).orElseThrow();
    assertThat(Arrays.stream(given, 1, given.length).map(word -> word / given[0]).toArray())
        .isEqualTo(found().words().toArray());
    for (HostileCoordinator.Heard heard : followed.evil().heard()) {
      assertThat(new String(heard.bytes(), StandardCharsets.ISO_8859_1)).doesNotContain(RARE);
    }
    Path written = victim.home().resolve("results/wards/profile.json");
    assertThat(Files.readString(written)).contains(FREQUENT).doesNotContain(RARE);
  }

  /** The frequent ward has its bucket and a rare one has not: the coordinator cannot tell which. */
  @Test
  void aGuessCannotBeTestedByTotals() {
    Followed first = before(2);
    Outcome unused = Outcome.of(victim, first.evil());
    Victim again = victim("again");
    Followed second = course.with(again).followed(again.hostile()).to(1);
    Outcome unusedAgain = Outcome.of(again, second.evil());
    long[] one = first.total(1).orElseThrow();
    long[] other = second.total(1).orElseThrow();
    int same = 0;
    for (int i = 0; i < one.length; i++) {
      same += one[i] == other[i] ? 1 : 0;
    }
    assertThat(same).as("words that are alike in two studies of the same records").isZero();
  }

  /** Marks, names, further marks, further names and the profile. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7})
  void totalsAreNotRaised(int round) {
    Followed followed = before(round);
    followed.next(round, question -> sealed(question, word -> word + 10));
    refusesAt(round, followed);
  }

  /** Totals of an earlier round, or none of this study at all. */
  @ParameterizedTest
  @CsvSource({"3, 1", "4, 2", "5, 1", "6, 3", "7, 3"})
  void totalsOfAnotherRoundAreRefused(int round, int earlier) {
    Followed followed = before(round);
    followed.next(round, question -> withWords(question, followed.total(earlier).orElseThrow()));
    refusesAt(round, followed);
  }

  @Test
  void totalsThatNobodySealedAreRefused() {
    Followed followed = before(2);
    followed.next(2, question -> sealed(question, word -> 1_000));
    refusesAt(2, followed);
  }

  /** Asked twice, too early, or with a step left out. */
  @ParameterizedTest
  @CsvSource({"2, 1", "3, 2", "4, 2", "4, 3", "4, 7", "5, 4", "7, 3", "7, 4"})
  void nothingIsAskedButWhatIsDue(int round, int like) {
    Followed followed = before(round).next(like, question -> question);
    refusesAt(round, followed);
  }

  @Test
  void namesAreNotGivenInTheClear() {
    HostileCoordinator evil = before(3).evil().asks(3, 1, course.question(3));
    Outcome.of(victim, evil).refuses();
    assertThat(evil.answers()).isEmpty();
  }

  /** A coordinator that makes up a profile does not get it written at a site. */
  @Test
  void anotherProfileIsNotWritten() {
    long[] words = found().words().toArray();
    words[0] += 100;
    ProfileAnswer other =
        new ProfileAnswer(found().cells(), LongVector.of(words), found().smallestGroup());
    HostileCoordinator evil = before(course.length() + 1).evil().answers(other, new byte[0]);
    Outcome outcome = Outcome.of(victim, evil);
    assertThat(outcome.run().exitCode()).isEqualTo(ErrorCode.NOT_AGREED.exitCode());
    assertThat(victim.home().resolve("results/wards")).doesNotExist();
  }
}

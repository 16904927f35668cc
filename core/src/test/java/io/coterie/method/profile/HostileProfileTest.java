package io.coterie.method.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.math.LongVector;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.SitePart;
import io.coterie.model.ProfileAnswer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A coordinator and a site that want the name of a level that few records have. */
class HostileProfileTest {
  private static final String RARE = "Hospice";

  private final Wards north = Wards.of().and(30, "Surgery").and(1, RARE);
  private final ProfileLayout layout = new ProfileLayout(Wards.PLAN.input());
  private final SitePart site = Wards.part(north.site("north"));
  private int round;

  private Payload ask(Payload question) {
    round++;
    return site.reply(new CoordinatorMessage(round, question)).payload();
  }

  private SealedCounts sealed(Payload question) {
    return (SealedCounts) ask(question);
  }

  private void assertRefused(Payload question) {
    CoterieException refused = catchThrowableOfType(CoterieException.class, () -> ask(question));
    assertThat(refused).isNotNull();
    assertThat(refused.code()).isEqualTo(ErrorCode.NOT_AGREED);
    assertThat(refused.getMessage()).doesNotContain(RARE).doesNotContain("Surgery");
  }

  private static boolean hasName(SealedCounts names) {
    return LongStream.of(names.words().toArray()).anyMatch(word -> word != 0);
  }

  /** Returns what is left of the names that a site gives when those of a level are taken off. */
  private static boolean isOnly(String level, int records, SealedCounts names) {
    byte[] bytes = level.getBytes(StandardCharsets.UTF_8);
    long sum = LongStream.of(names.words().toArray()).sum();
    long own = 0;
    for (byte each : bytes) {
      own += 2L * records * each;
    }
    return sum == own;
  }

  @Test
  void aRareLevelHasNeitherMarksNorName() {
    SealedCounts marks = sealed(new ProfileQuestion.Marks(sealed(new ProfileQuestion.Counts())));
    SealedCounts names = sealed(new ProfileQuestion.Names(marks));
    assertThat(hasName(names)).isTrue();
    assertThat(isOnly("Surgery", 30, names)).isTrue();
  }

  @Test
  void nothingIsAskedTwice() {
    SealedCounts counts = sealed(new ProfileQuestion.Counts());
    assertRefused(new ProfileQuestion.Counts());
    assertRefused(new ProfileQuestion.Marks(counts));
  }

  @Test
  void namesAreNotGivenByTotalsOfAnotherQuestion() {
    SealedCounts counts = sealed(new ProfileQuestion.Counts());
    ask(new ProfileQuestion.Marks(counts));
    assertRefused(new ProfileQuestion.Names(counts));
  }

  @Test
  void noStepIsLeftOut() {
    SealedCounts counts = sealed(new ProfileQuestion.Counts());
    assertRefused(new ProfileQuestion.Names(counts));
  }

  @Test
  void theProfileDoesNotComeBeforeLevelsWereDealtAgain() {
    SealedCounts marks = sealed(new ProfileQuestion.Marks(sealed(new ProfileQuestion.Counts())));
    assertRefused(new ProfileQuestion.Result(sealed(new ProfileQuestion.Names(marks))));
  }

  /** Without the secret of the sites a coordinator cannot change both halves alike. */
  @Test
  void totalsAreNotRaised() {
    long[] words = sealed(new ProfileQuestion.Counts()).words().toArray();
    for (int i = 0; i < words.length / 2; i++) {
      words[i] += Wards.SMALLEST;
    }
    assertRefused(new ProfileQuestion.Marks(new SealedCounts(LongVector.of(words))));
  }

  @Test
  void anotherProfileIsRefused() {
    List<SitePart> parts = List.of(Wards.part(north.site("north")));
    ProfileAnswer told = Wards.profileOf(parts);
    long[] words = told.words().toArray();
    words[0] += 5;
    ProfileAnswer other =
        new ProfileAnswer(told.cells(), LongVector.of(words), told.smallestGroup());
    CoterieException refused =
        catchThrowableOfType(
            CoterieException.class, () -> parts.get(0).labels(new CoordinatorMessage(9, other)));
    assertThat(refused.code()).isEqualTo(ErrorCode.NOT_AGREED);
    Labels labels = parts.get(0).labels(new CoordinatorMessage(9, told));
    assertThat(labels.size()).isEqualTo(31);
  }

  /**
   * A site that adds to its own numbers what it likes, and keeps what the others say. All of it is
   * readable for a site.
   */
  private static final class LyingSite implements SitePart {
    private final SitePart honest;
    private final SitePart victim;
    private final UnaryOperator<SealedCounts> lie;
    private final List<SealedCounts> heard = new ArrayList<>();

    LyingSite(SitePart honest, SitePart victim, UnaryOperator<SealedCounts> lie) {
      this.honest = honest;
      this.victim = victim;
      this.lie = lie;
    }

    @Override
    public SiteMessage reply(CoordinatorMessage question) {
      SiteMessage said = victim.reply(question);
      Payload own = honest.reply(question).payload();
      if (said.payload() instanceof SealedCounts counts) {
        heard.add(counts);
        return new SiteMessage(
            "both", ((SealedCounts) said.payload()).plus(lie.apply((SealedCounts) own)));
      }
      return new SiteMessage("both", ((WholeTotals) said.payload()).plus((WholeTotals) own));
    }

    @Override
    public Labels labels(CoordinatorMessage answer) {
      return victim.labels(answer);
    }
  }

  /** It raises the bucket of a level that another site has once, so that its marks are given. */
  @Test
  void aSiteThatRaisesABucketGetsNoNameOfAnother() {
    Wards south = Wards.of().and(30, "Geriatrics");
    int buckets = layout.buckets();
    int from = layout.plainCounts();
    UnaryOperator<SealedCounts> raised =
        own -> {
          long[] counts = Arrays.copyOf(own.words().toArray(), own.size());
          int start = own.size() == layout.counts() ? from : 0;
          boolean areBuckets = own.size() == layout.counts() || own.size() == buckets;
          // A site knows in which buckets others have records, once it has read the totals.
          int rare = bucketOf(RARE);
          if (areBuckets) {
            counts[start + rare] += Wards.SMALLEST - 1;
          }
          return SealedCounts.of(counts);
        };
    LyingSite both =
        new LyingSite(Wards.part(south.site("south")), Wards.part(north.site("north")), raised);
    ProfileAnswer told = Wards.profileOf(List.of(both));
    assertThat(told.columns().get(2).levels()).containsOnlyKeys("Geriatrics", "Surgery");
    assertThat(isOnly("Surgery", 30, both.heard.get(2))).as("names that north gives").isTrue();
  }

  /** Who can name a level can add to its records: what is agreed on is what sites state. */
  @Test
  void aSiteThatNamesALevelCanRaiseIt() {
    Wards south = Wards.of().and(30, "Geriatrics").and(9, RARE);
    ProfileAnswer told = Wards.profile(List.of(north.site("north"), south.site("south")));
    assertThat(told.columns().get(2).levels()).containsKey(RARE);
  }

  private static int bucketOf(String level) {
    long bits = LevelHash.buckets(1).of(2, level);
    return (int) Long.remainderUnsigned(bits, ColumnLevels.BUCKETS);
  }

  /** Marks of one study say nothing of those of another. */
  @Test
  void marksAreNewWithEveryQuestion() {
    LevelHash one = LevelHash.marks(new byte[] {1});
    LevelHash other = LevelHash.marks(new byte[] {2});
    assertThat(one.of(2, RARE)).isNotEqualTo(other.of(2, RARE));
    assertThat(one.of(2, RARE)).isNotEqualTo(one.of(1, RARE));
  }
}

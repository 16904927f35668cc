package io.coterie.method.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.method.profile.Wards.Row;
import io.coterie.model.ProfileAnswer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a profile tells of the records of all sites, and what it does not. */
class ProfileTest {
  private static ProfileAnswer.Column wards(Wards records) {
    return Wards.profile(records.dealt(3)).columns().get(2);
  }

  @Test
  void frequentLevelsAreAgreedOnAndRareOnesAreNot() {
    Wards records = Wards.of().and(40, "Surgery").and(25, "Geriatrics").and(9, "Hospice");
    assertThat(wards(records).levels()).containsOnlyKeys("Geriatrics", "Surgery");
  }

  @Test
  void aLevelCountsOverAllSites() {
    Wards north = Wards.of().and(30, "Surgery").and(9, "Hospice");
    Wards south = Wards.of().and(30, "Surgery").and(1, "Hospice");
    ProfileAnswer told = Wards.profile(List.of(north.site("north"), south.site("south")));
    assertThat(told.columns().get(2).levels()).containsOnlyKeys("Hospice", "Surgery");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 11})
  void everySplitOfTheRecordsGivesTheSame(int sites) {
    Wards records =
        Wards.of()
            .and(31, "Surgery")
            .and(17, "Geriatrics")
            .and(9, "Hospice")
            .and(12, null)
            .and(10, "Säuglinge")
            .and(new Row(-3, Double.NaN, "Surgery"));
    assertThat(Wards.profile(records.dealt(sites))).isEqualTo(Wards.profile(records.dealt(3)));
  }

  /** Together they have K records, and no one else is in their bucket. */
  @Test
  void rareLevelsThatShareABucketHaveNoName() {
    String other = Wards.sharingBucket("Hospice");
    Wards records = Wards.of().and(40, "Surgery").and(7, "Hospice").and(8, other);
    assertThat(wards(records).levels()).containsOnlyKeys("Surgery");
  }

  @Test
  void aFrequentLevelThatSharesItsBucketIsDealtAgain() {
    String rare = Wards.sharingBucket("Surgery");
    Wards records = Wards.of().and(40, "Surgery").and(2, rare).and(20, "Geriatrics");
    assertThat(wards(records).levels()).containsOnlyKeys("Geriatrics", "Surgery");
  }

  @Test
  void frequentLevelsThatShareABucketAreBothFound() {
    String other = Wards.sharingBucket("Surgery");
    Wards records = Wards.of().and(40, "Surgery").and(20, other);
    assertThat(wards(records).levels()).containsOnlyKeys("Surgery", other);
  }

  @Test
  void countsAreRoundedAndFewAreNotTold() {
    Wards records = Wards.of().and(43, "Surgery").and(24, "Geriatrics").and(4, null);
    ProfileAnswer.Column found = wards(records);
    assertThat(found.missing()).isEqualTo(ProfileAnswer.FEW);
    assertThat(found.cells()).containsExactly(ProfileAnswer.FEW);
    assertThat(found.levels().get("Surgery")).isIn(40L, 45L);
    assertThat(found.levels().get("Geriatrics")).isIn(20L, 25L);
  }

  /** Nobody can tell from a profile whether one record has a rare level or a frequent one's. */
  @Test
  void anOpenColumnLooksAlikeWithARareLevelAndWithout() {
    ProfileAnswer.Column with = wards(Wards.of().and(40, "Surgery").and(1, "Hospice"));
    ProfileAnswer.Column without = wards(Wards.of().and(41, "Surgery"));
    assertThat(with.cells()).isEqualTo(without.cells()).containsExactly(ProfileAnswer.FEW);
    assertThat(with.together()).isEqualTo(without.together()).isEqualTo(ProfileAnswer.FEW);
    assertThat(with.missing()).isEqualTo(without.missing());
  }

  /** A single cell with few records is not what is left when all others are taken off. */
  @Test
  void fewRecordsCannotBeSubtracted() {
    Wards records = Wards.of();
    for (int i = 0; i < 60; i++) {
      records = records.and(new Row(i < 3 ? 1 : i < 23 ? 3 : 5, i < 4 ? Double.NaN : 1, "A"));
    }
    List<ProfileAnswer.Column> columns = Wards.profile(records.dealt(2)).columns();
    ProfileAnswer.Column numbers = columns.get(0);
    assertThat(numbers.cells().get(2)).as("3 records").isEqualTo(ProfileAnswer.FEW);
    assertThat(numbers.cells().get(3)).as("20 records").isEqualTo(ProfileAnswer.FEW);
    assertThat(numbers.cells().get(4)).as("37 records").isIn(35L, 40L);
    assertThat(numbers.together()).isIn(20L, 25L);
    assertThat(columns.get(1).missing()).as("4 records").isEqualTo(ProfileAnswer.FEW);
    assertThat(columns.get(1).cells()).as("joins them").containsOnly(ProfileAnswer.FEW);
  }

  @Test
  void valuesOutsideTheRangeAreCountedByThemselves() {
    Wards records = Wards.of().and(40, "A");
    for (int i = 0; i < 12; i++) {
      records = records.and(new Row(-1, 0, "A")).and(new Row(11 + i, 0, "A"));
    }
    List<Long> cells = Wards.profile(records.dealt(2)).columns().get(0).cells();
    assertThat(cells.subList(0, 2)).allMatch(count -> count == 10 || count == 15);
    assertThat(cells).hasSize(7);
  }

  @Test
  void fewRecordsAreNotProfiled() {
    assertThatThrownBy(() -> Wards.profile(Wards.of().and(9, "A").dealt(3)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("fewer than 10 records of all sites");
  }

  @Test
  void levelsAreNotToldBeyondTheirLimit() {
    Wards records = Wards.of();
    for (int i = 0; i < ProfileAnswer.LEVELS + 7; i++) {
      records = records.and(i < ProfileAnswer.LEVELS ? 11 : 10, "W%03d".formatted(i));
    }
    assertThat(wards(records).levels())
        .hasSize(ProfileAnswer.LEVELS)
        .containsKeys("W000", "W099")
        .doesNotContainKey("W103");
  }
}

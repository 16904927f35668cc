package io.coterie.data.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.data.ReadOptions;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnProfile;
import io.coterie.data.column.ColumnProfile.Draft;
import io.coterie.data.column.ColumnProfile.Finding;
import io.coterie.data.column.ColumnProfile.Role;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.profile.TableProfiler.MissingCodes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TableProfilerTest {
  private static final int RECORDS = 100;
  private static final int K = 10;

  private static TableProfile of(MissingCodes codes, String name, IntFunction<String> cells) {
    TableProfiler profiler = new TableProfiler(K, codes);
    profiler.begin(List.of(name));
    for (int i = 0; i < RECORDS; i++) {
      profiler.add(i + 2L, new String[] {cells.apply(i)});
    }
    return profiler.finish();
  }

  private static ColumnProfile column(String name, IntFunction<String> cells) {
    return of(MissingCodes.none(), name, cells).columns().get(0);
  }

  private static Draft draft(String name, IntFunction<String> cells) {
    return column(name, cells).draft();
  }

  private static ColumnKind kind(Draft draft) {
    return draft.spec().orElseThrow().kind();
  }

  private static List<String> answers(Draft draft) {
    return draft.questions().stream().flatMap(finding -> finding.answers().stream()).toList();
  }

  private static String of(int i, String... texts) {
    return texts[i % texts.length];
  }

  @Test
  void numbersAreNumbers() {
    Draft draft = draft("weight", i -> Double.toString(50 + i * 37 % 61 / 2.0));
    assertThat(kind(draft)).isEqualTo(new ColumnKind.Numeric(false));
    assertThat(draft.isSure()).isTrue();
    assertThat(draft.findings()).isEmpty();
    assertThat(draft.spec().orElseThrow().isPlain()).isTrue();
  }

  @Test
  void countsWhatIsThere() {
    ColumnProfile column = column("x", i -> i < 20 ? "" : i < 30 ? null : Integer.toString(i % 50));
    assertThat(column.records()).isEqualTo(RECORDS);
    assertThat(column.missing()).isEqualTo(30);
    assertThat(column.numbers()).isEqualTo(70);
    assertThat(column.distinct()).isEqualTo(50);
    assertThat(column.quantiles()).hasSize(5).startsWith(0.0).endsWith(49.0);
    assertThat(column.histogram().stream().mapToLong(bin -> bin).sum()).isEqualTo(70);
    assertThat(column).hasToString("ColumnProfile[x, 100 records]");
  }

  @Test
  void idsAreAskedAbout() {
    Draft named = draft("patient_id", i -> Integer.toString(7000 + i * 3));
    assertThat(named.role()).isEqualTo(Role.ID);
    assertThat(answers(named))
        .containsExactly("--id patient_id", "--ignore patient_id", "--kind patient_id=number");
    assertThat(draft("x", i -> Integer.toString(i + 1)).role()).isEqualTo(Role.ID);
    assertThat(draft("x", i -> "A%03dX".formatted(i)).role()).isEqualTo(Role.ID);
    assertThat(draft("x", i -> Integer.toString(i * i)).role()).isEqualTo(Role.FEATURE);
    assertThat(draft("x", i -> Double.toString(i + .5)).role()).isEqualTo(Role.FEATURE);
    assertThat(draft("x", i -> "%05d".formatted(i % 40)).questions())
        .extracting(Finding::what)
        .containsExactly(
            "Its numbers have zeros in front, as codes have. Codes are a category, amounts a number.");
  }

  @Test
  void codesForMissingValuesAreAskedAbout() {
    Draft draft = draft("glucose", i -> i % 20 == 0 ? "-999" : Integer.toString(70 + i % 60));
    assertThat(answers(draft))
        .containsExactly("--missing-code glucose=-999", "--kind glucose=number");
    assertThat(draft.isSure()).isFalse();
    assertThat(draft("age", i -> i % 30 == 0 ? "999" : Integer.toString(20 + i % 70)).questions())
        .hasSize(1);
    assertThat(draft("score", i -> of(i, "1", "2", "9")).questions()).hasSize(1);
    assertThat(draft("age", i -> Integer.toString(20 + i % 80)).questions())
        .as("99 is an age among others")
        .isEmpty();
    assertThat(answers(draft("x", i -> i == 3 ? "unknown" : i * 2 + ".5")))
        .containsExactly("--missing-code x=unknown", "--ignore x");
  }

  @Test
  void statedCodesAreMissing() {
    MissingCodes codes = new MissingCodes(Set.of("-999"), Map.of("x", Set.of("k.A.")));
    ColumnProfile column =
        of(codes, "x", i -> i < 5 ? "-999.0" : i < 8 ? "k.A." : Integer.toString(i % 40 * 3))
            .columns()
            .get(0);
    assertThat(column.missing()).isEqualTo(8);
    assertThat(column.draft().questions()).isEmpty();
    assertThat(column.draft().spec().orElseThrow().missing()).containsExactly("-999", "k.A.");
  }

  @Test
  void textsAreLevelsIfEnoughRecordsHaveThem() {
    Draft draft = draft("ward", i -> i < 5 ? "rare" : of(i, "north", "South", "south", "east"));
    assertThat(kind(draft))
        .isEqualTo(new ColumnKind.Category(List.of("east", "north", "South", "other")));
    assertThat(draft("sex", i -> of(i, "M", "F")).spec())
        .contains(ColumnSpec.of("sex", new ColumnKind.Binary(List.of("F", "M"))));
    assertThat(kind(draft("ill", i -> of(i, "yes", "no"))).levels()).containsExactly("no", "yes");
    assertThat(kind(draft("flag", i -> of(i, "1", "0"))).levels()).containsExactly("0", "1");
    assertThat(draft("few", i -> "t" + i % 15).why()).contains("no level");
  }

  @Test
  void levelsInAnEvidentOrderAreOrdinal() {
    assertThat(kind(draft("stage", i -> of(i, "IV", "II", "I", "III"))))
        .isEqualTo(new ColumnKind.Ordinal(List.of("I", "II", "III", "IV")));
    assertThat(kind(draft("risk", i -> of(i, "high", "Low", "medium"))).levels())
        .containsExactly("Low", "medium", "high");
    assertThat(kind(draft("t", i -> of(i, "T2", "T10", "T1"))).levels())
        .containsExactly("T1", "T2", "T10");
    assertThat(kind(draft("age", i -> of(i, "40-49", "<30", "30-39", "50+"))).levels())
        .containsExactly("<30", "30-39", "40-49", "50+");
    assertThat(kind(draft("how often", i -> of(i, "often", "never", "sometimes"))).levels())
        .containsExactly("never", "sometimes", "often");
    assertThat(kind(draft("letters", i -> of(i, "x", "v", "i"))))
        .as("single letters are no Roman numbers")
        .isInstanceOf(ColumnKind.Category.class);
    assertThat(draft("stage", i -> of(i, "I", "II", "III")).isSure()).isFalse();
  }

  @Test
  void whatSaysNothingIsLeftOut() {
    assertThat(draft("x", i -> "7").role()).isEqualTo(Role.IGNORE);
    assertThat(draft("x", i -> "").role()).isEqualTo(Role.IGNORE);
    Draft sparse = draft("x", i -> i % 3 == 0 ? i + ".25" : "");
    assertThat(answers(sparse)).containsExactly("--ignore x", "--kind x=number");
  }

  @Test
  void freeTextIsAskedAbout() {
    Draft draft = draft("note", i -> "came in with pain and left after %d days".formatted(i));
    assertThat(draft.role()).isEqualTo(Role.TEXT);
    assertThat(answers(draft)).containsExactly("--ignore note");
  }

  @Test
  void datesAreTold() {
    assertThat(kind(draft("seen", i -> "2020-03-%02d".formatted(i % 28 + 1))))
        .isInstanceOf(ColumnKind.Date.class);
    assertThat(draft("seen", i -> "%d.3.2020".formatted(i % 28 + 1)).questions())
        .extracting(Finding::what)
        .singleElement()
        .asString()
        .contains("with the day first");
    assertThat(draft("seen", i -> "3/%d/2020".formatted(i % 28 + 1)).questions().get(0).what())
        .contains("with the month first");
    assertThat(draft("seen", i -> "3/%d/2020".formatted(i % 12 + 1)).questions().get(0).what())
        .contains("which no value shows");
  }

  /** A mapping has one form for a column, with four digits of the year and no time. */
  @Test
  void onlyDatesOfOneFormAreAFeatureOfAStudy() {
    assertThat(draft("seen", i -> "%d.3.2020".formatted(i % 28 + 1)).role()).isEqualTo(Role.MAPPED);
    assertThat(draft("seen", i -> "%d.3.2020".formatted(i % 28 + 1)).questions().get(0).detail())
        .isEqualTo("d.M.yyyy");
    for (IntFunction<String> other :
        List.<IntFunction<String>>of(
            i -> "%d.3.20".formatted(i % 28 + 1),
            i -> "%d.3.2020 10:30".formatted(i % 28 + 1),
            i -> (i % 2 == 0 ? "%d.3.2020" : "%d/3/2020").formatted(i % 28 + 1),
            i -> i % 2 == 0 ? "2020-03-11" : "13.3.2020",
            i -> i % 2 == 0 ? "3/13/2020" : "13/3/2020")) {
      assertThat(draft("seen", other).role()).as(other.apply(0)).isEqualTo(Role.IGNORE);
    }
  }

  @Test
  void limitsAndUnitsInCellsAreAskedAbout() {
    Draft limit = draft("crp", i -> i % 10 == 4 ? "<0.3" : "%d.5".formatted(i % 30));
    assertThat(limit.questions()).extracting(Finding::line).containsExactly(6L);
    assertThat(limit.questions().get(0).what()).contains("limit");
    assertThat(draft("dose", i -> "%d mg".formatted(i % 30)).questions().get(0).what())
        .contains("unit");
    assertThat(draft("share", i -> "%d%%".formatted(i % 30)).questions().get(0).what())
        .contains("unit");
    Draft text = draft("x", i -> i == 50 ? "about ten" : Integer.toString(i % 70));
    assertThat(text.questions()).extracting(Finding::line).containsExactly(52L);
  }

  @Test
  void codesWithoutAnOrderAreAskedAboutByTheirName() {
    assertThat(answers(draft("region", i -> of(i, "1", "2", "3"))))
        .containsExactly("--kind region=category", "--kind region=number");
    Draft score = draft("score", i -> of(i, "1", "2", "3"));
    assertThat(score.questions()).isEmpty();
    assertThat(score.findings()).hasSize(1);
  }

  @Test
  void constantFactorsAreNamed() {
    Draft draft =
        draft(
            "height",
            i -> i % 10 == 0 ? "1.%02d".formatted(50 + i % 40) : "1%02d".formatted(50 + i % 40));
    assertThat(draft.findings())
        .extracting(Finding::what)
        .anyMatch(what -> what.contains("constant factor"));
    assertThat(draft("income", i -> Double.toString(Math.exp(i % 97 / 12.0))).findings())
        .extracting(Finding::what)
        .anyMatch(what -> what.contains("logarithm"));
    assertThat(draft("chol", i -> Integer.toString(i % 9 == 0 ? 0 : 120 + i * 7 % 150)).findings())
        .extracting(Finding::what)
        .containsExactly(
            "Some of its numbers are 0 and all others are far above; 0 may stand for a missing value.");
    assertThat(draft("visits", i -> Integer.toString(i * 7 % 25)).findings()).isEmpty();
  }

  @Test
  void copiesAndRepeatedRecordsAreFound() {
    TableProfiler profiler = new TableProfiler(K, MissingCodes.none());
    profiler.begin(List.of("id", "sex", "gender", "x", "y"));
    for (int i = 0; i < RECORDS; i++) {
      String x = Integer.toString(i % 30);
      profiler.add(
          i + 2L, new String[] {"p" + i, of(i % 30, "M", "F"), of(i % 30, "1", "2"), x, x});
    }
    TableProfile table = profiler.finish();
    assertThat(table.duplicates()).isEqualTo(70);
    assertThat(table.copies())
        .containsExactlyInAnyOrder(
            new TableProfile.Copies("sex", "gender", true),
            new TableProfile.Copies("x", "y", false));
  }

  @Test
  void manyColumnsAndTextsNeedBoundedMemory() {
    TableProfiler profiler = new TableProfiler(K, MissingCodes.none());
    List<String> names = IntStream.range(0, 500).mapToObj(j -> "c" + j).toList();
    profiler.begin(names);
    String[] cells = new String[names.size()];
    for (int i = 0; i < 2000; i++) {
      Arrays.fill(cells, "text number " + i);
      profiler.add(i + 2L, cells);
    }
    ColumnProfile column = profiler.finish().columns().get(0);
    assertThat(column.distinct()).isEqualTo(800);
    assertThat(column.draft().role()).isNotEqualTo(Role.FEATURE);
  }

  @Test
  void tablesOfSeveralSitesAreOneTable() {
    TableProfiler profiler = new TableProfiler(K, MissingCodes.none());
    profiler.begin(List.of("a", "b"));
    IntStream.range(0, 50).forEach(i -> profiler.add(i, new String[] {"u", "" + i}));
    profiler.begin(List.of("b", "a"));
    IntStream.range(0, 50).forEach(i -> profiler.add(i, new String[] {"" + i, "v"}));
    assertThat(profiler.finish().columns().get(0).levels()).isEqualTo(Map.of("u", 50L, "v", 50L));
  }

  @Test
  void noSentenceForOthersHoldsAValue() {
    TableProfile iris = TableProfiler.of("iris", ReadOptions.defaults(), K, MissingCodes.none());
    assertThat(iris.columns()).hasSize(5);
    Draft draft = draft("x", i -> i % 20 == 0 ? "-999" : "secret".length() + i % 60 + ".7");
    assertThat(draft.why() + draft.findings()).doesNotContain("999", ".7");
  }
}

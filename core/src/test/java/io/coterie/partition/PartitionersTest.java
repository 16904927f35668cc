package io.coterie.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionersTest {
  @Test
  void parsesEveryKind() {
    assertThat(Partitioners.parse("iid")).isEqualTo(new Partitioners.Iid());
    assertThat(Partitioners.parse("dirichlet:0.3")).isEqualTo(new Dirichlet(0.3));
    assertThat(Partitioners.parse("shards:2")).isEqualTo(new Shards(2));
    assertThat(Partitioners.parse("het:0.95")).isEqualTo(new Heterogeneity(0.95));
    assertThat(Partitioners.parse("het-overlap:0.95"))
        .isEqualTo(new OverlappingHeterogeneity(0.95));
    assertThat(Partitioners.parse("column:ward: east")).isEqualTo(new Column("ward: east"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"iid", "dirichlet:0.001", "shards:3", "het:0.2", "het-overlap:1.0", "column:a"})
  void writesTheTextItReads(String text) {
    assertThat(Partitioners.parse(text).text()).isEqualTo(text);
  }

  @Test
  void tellsWhatItNeedsFromTheData() {
    assertThat(new Partitioners.Iid().column()).isEmpty();
    assertThat(new Column("hospital").column()).contains("hospital");
  }

  @ParameterizedTest
  @CsvSource({"dirichlt:0.3, dirichlet", "IID, iid", "shard:2, shards", "hets:0.1, het:0.5"})
  void namesTheNearestKindForAnUnknownOne(String text, String nearest) {
    assertUsageError(text, "did you mean " + nearest);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dirichlet|lacks a value",
        "dirichlet:|lacks a value",
        "dirichlet:low|\"low\" in the partition is not a number",
        "dirichlet:0|must be from 1e-6 to 1e6",
        "dirichlet:-1|must be from 1e-6 to 1e6",
        "dirichlet:NaN|must be from 1e-6 to 1e6",
        "iid:3|takes no value",
        "iid:|takes no value",
        "shards:0|must be at least 1",
        "shards:1.5|not a whole number",
        "het:1.01|must be from 0 (mixed) to 1",
        "het:NaN|must be from 0 (mixed) to 1",
        "het-overlap:-0.1|must be from 0 (mixed) to 1",
        "column|lacks a value",
        "''|There is no partition",
      })
  void rejectsValuesOutOfRange(String text, String message) {
    assertUsageError(text, message);
  }

  @Test
  void listsAllKindsWhereOneIsUnknown() {
    for (String kind : List.of("iid", "dirichlet", "shards", "het", "het-overlap", "column")) {
      assertUsageError("random", kind);
    }
  }

  private static void assertUsageError(String text, String message) {
    assertThatThrownBy(() -> Partitioners.parse(text))
        .isInstanceOfSatisfying(
            CoterieException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
        .hasMessageContaining(message);
  }
}

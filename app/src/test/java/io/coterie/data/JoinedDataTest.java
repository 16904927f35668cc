package io.coterie.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JoinedDataTest {
  @TempDir Path folder;

  private DataSet read(String name, String text) {
    ReadOptions options =
        ReadOptions.defaults().withMissing(MissingPolicy.DROP).withFeatures(List.of("x", "y"));
    return DataReader.read(new Sources(folder).text(name, text), options);
  }

  @Test
  void countsOnThroughDroppedRecords() {
    DataSet first = read("a.csv", "x,y,ward\n1,2,n\n,3,n\n4,5,s\n");
    DataSet second = read("b.csv", "ward,y,x,id\nw,7,6,1\nw,,8,2\n").inOrder(List.of("x", "y"));
    DataSet both = DataSet.joined("2 sites", List.of(first, second));
    assertThat(both.records().array()).containsExactly(1, 2, 4, 5, 6, 7);
    assertThat(List.of(both.positions().of(0), both.positions().of(1), both.positions().of(2)))
        .containsExactly(0, 2, 3);
    assertThat(both.positions().inputSize()).isEqualTo(5);
    assertThat(both.setAside()).containsOnlyKeys("ward");
    assertThat(both.setAside().get("ward")).containsExactly("n", "s", "w");
    assertThat(both.sha256()).isNotEqualTo(DataSet.joined("x", List.of(second, first)).sha256());
  }

  @Test
  void refusesOtherFeatures() {
    DataSet first = read("a.csv", "x,y\n1,2\n");
    assertThatThrownBy(() -> DataSet.joined("x", List.of(first, first.inOrder(List.of("y", "x")))))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

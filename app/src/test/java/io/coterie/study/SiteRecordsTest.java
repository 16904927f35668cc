package io.coterie.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.data.DataSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SiteRecordsTest {
  private static final Study BOUNDED =
      StudyTest.parse(StudyTest.DP.replace("\"weight, kg\"", "weight"));
  private static final Study OPEN = StudyTest.parse(StudyTest.SHORTEST);

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void place() {
    file = folder.resolve("ward.csv");
  }

  private SiteRecords<DataSet> read(Study study, String text) throws Exception {
    Files.writeString(file, text);
    return SiteRecords.read(study, SiteSource.of(file.toString()));
  }

  @Test
  void takesTheColumnsInTheStudysOrder() throws Exception {
    SiteRecords<DataSet> read = read(OPEN, "weight,id,age\n60,A7,30\n70,A8,40\n80,A9,50\n");
    assertThat(read.data().columns()).containsExactly("age", "weight");
    assertThat(read.data().records().row(1)).containsExactly(40, 70);
    assertThat(read.notes())
        .containsExactly("columns that are no part of the study are left out: 'id'");
  }

  @Test
  void saysWhichColumnsAreMissingAndWhatTheyMayBeCalled() {
    assertThatThrownBy(() -> read(OPEN, "Weight,id,ages\n60,7,30\n70,8,40\n"))
        .isInstanceOf(CoterieException.class)
        .hasMessageEndingWith(
            "lacks 2 of the 2 columns that are needed: 'age', 'weight'. 'ages' is here; is it"
                + " 'age'? 'Weight' is here; is it 'weight'?");
  }

  @Test
  void saysWhichColumnIsNotNumericWithoutShowingIt() {
    assertThatThrownBy(() -> read(OPEN, "age,weight\n30,60\nsecret,70\n35,80\n"))
        .hasMessageStartingWith("'age' is not numeric in ")
        .hasMessageContaining("first in line 3, but must be")
        .message()
        .doesNotContain("secret");
  }

  @Test
  void speaksOfTheStudysKeyForMissingValues() throws Exception {
    String text = "age,weight\n30,60\n,70\n35,80\n";
    assertThatThrownBy(() -> read(OPEN, text))
        .hasMessageContaining("Say schema.missing mean to fill them, or schema.missing drop");
    Study drops =
        StudyTest.parse(StudyTest.SHORTEST.replace("columns:", "missing: drop\n  columns:"));
    assertThat(read(drops, text).data().size()).isEqualTo(2);
  }

  @Test
  void tellsInRoughWordsWhatIsClipped() throws Exception {
    StringBuilder text = new StringBuilder("age,weight\n");
    for (int i = 0; i < 200; i++) {
      text.append(i == 0 ? 121 : 50).append(',').append(i < 10 ? -1 : 60).append('\n');
    }
    SiteRecords<DataSet> read = read(BOUNDED, text.toString());
    assertThat(read.data().records().at(0, 0)).isEqualTo(121);
    assertThat(read.notes())
        .containsExactly(
            "few values of column 'age' are outside its range, 0 to 120, and are clipped",
            "some values of column 'weight' are outside its range, 0 to 300, and are" + " clipped");
    assertThat(read(BOUNDED, "age,weight\n0,0\n120,300\n").notes()).isEmpty();
  }

  @Test
  void readsImagesAndVectorsWithoutNames() throws Exception {
    Study images =
        StudyTest.parse(StudyTest.SHORTEST.replace("columns: [age, weight]", "input: image:1x2"));
    assertThat(read(images, "p,q\n0,1\n1,0\n").data().kind()).hasToString("image 1x2");
    assertThatThrownBy(() -> read(images, "p,q,label\n0,1,1\n1,0,0\n"))
        .hasMessageContaining("have 2 pixels")
        .hasMessageContaining("--ignore");
    SiteSource ignoring = new SiteSource(file.toString(), Optional.empty(), List.of("label"));
    assertThat(SiteRecords.read(images, ignoring).data().columns()).containsExactly("p", "q");
    Study vectors =
        StudyTest.parse(
            StudyTest.SHORTEST.replace("columns: [age, weight]", "input: vectors\n  dimension: 3"));
    assertThatThrownBy(() -> read(vectors, "a,b\n1,2\n3,4\n"))
        .hasMessageEndingWith("has 2 values in a record; the study's records have 3 (vectors).");
  }

  @Test
  void refusesImagesOfAnotherShape() throws Exception {
    Path idx = folder.resolve("images.idx3");
    Files.write(idx, new byte[] {0, 0, 8, 3, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 4, 1, 2, 3, 4});
    Study images =
        StudyTest.parse(StudyTest.SHORTEST.replace("columns: [age, weight]", "input: image:2x2"));
    assertThatThrownBy(() -> SiteRecords.read(images, SiteSource.of(idx.toString())))
        .hasMessageContaining("holds images of 1 x 4, not of 2 x 2");
  }

  @Test
  void readsAQuery() throws Exception {
    Files.writeString(file, "kilos,age,name\n60,30,x\n70,40,y\n");
    String query = "sql:SELECT age, kilos AS weight FROM '%s'".formatted(file);
    assertThat(SiteRecords.read(OPEN, SiteSource.of(query)).data().records().row(1))
        .containsExactly(40, 70);
  }

  @Test
  void showsNoAddress() {
    assertThat(new SiteSource("jdbc:x?password=hunter2", Optional.of("hunter2"), List.of()))
        .hasToString("SiteSource[jdbc:...]");
  }

  @Test
  void cannotIgnoreAFeature() {
    SiteSource source = new SiteSource("iris", Optional.empty(), List.of("age"));
    assertThatThrownBy(() -> SiteRecords.read(OPEN, source))
        .hasMessage(
            "Column 'age' is a feature of study wards, so it cannot be set aside by --ignore, --id or"
                + " --labels. Name another column, or let the study ignore it (kind: ignore).");
  }
}

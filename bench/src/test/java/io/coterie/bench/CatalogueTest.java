package io.coterie.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.coterie.CoterieException;
import io.coterie.plan.InputKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CatalogueTest {
  private final Catalogue catalogue = Catalogue.builtIn();

  static Stream<String> names() {
    return Catalogue.builtIn().entries().stream().map(Catalogue.Entry::name);
  }

  @Test
  void hasTheSetsOfThePaperInItsOrder() {
    assertThat(names())
        .containsExactly(
            "iris",
            "wdbc",
            "moon",
            "bank",
            "coil20",
            "ring",
            "usps",
            "letters",
            "mnist",
            "fashion-mnist",
            "cifar10",
            "cifar10-v2",
            "stl10",
            "mini-imagenet",
            "mini-imagenet-v2");
  }

  @Test
  void everyStoredSetHasAChecksumAndTerms() {
    for (Catalogue.Entry entry : catalogue.entries()) {
      assertThat(entry.terms()).as(entry.name()).isNotEmpty();
      assertThat(entry.input()).as(entry.name()).isNotEmpty();
      if (!entry.source().generated()) {
        assertThat(entry.source().data().orElseThrow().sha256()).matches("[0-9a-f]{64}");
      }
    }
  }

  @Test
  void namesTheNearestSet() {
    assertThatThrownBy(() -> catalogue.named("mnits"))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("Did you mean mnist?");
  }

  @Test
  void embeddedSetsAreAsListed() {
    DataLibrary library = new DataLibrary(Optional.empty());
    for (String name : new String[] {"iris", "wdbc", "moon", "ring"}) {
      expectAsListed(library, catalogue.named(name));
    }
  }

  @Test
  void tellsThatAFileIsMissingOrHasOtherBytes(@TempDir Path folder) throws IOException {
    Catalogue.Entry bank = catalogue.named("bank");
    assertThat(new DataLibrary(Optional.of(folder)).availability(bank).remark())
        .isEqualTo("no file bank/bank.csv.gz in the data folder");
    Files.createDirectories(folder.resolve("bank"));
    Files.writeString(folder.resolve("bank/bank.csv.gz"), "a,label\n1,x\n2,y\n");
    DataLibrary.Availability other = new DataLibrary(Optional.of(folder)).availability(bank);
    assertThat(other.isPresent()).isTrue();
    assertThat(other.isAsListed()).isFalse();
    assertThat(other.remark()).isEqualTo("checksum differs from the catalogue: bank/bank.csv.gz");
  }

  @ParameterizedTest
  @MethodSource("names")
  @Tag("slow")
  void filesOfTheDataFolderAreAsListed(String name) {
    Optional<String> folder = Optional.ofNullable(System.getenv("COTERIE_DATA"));
    assumeTrue(folder.isPresent(), "Set COTERIE_DATA to the folder of data sets to run this test.");
    DataLibrary library = new DataLibrary(folder.map(Path::of));
    Catalogue.Entry entry = catalogue.named(name);
    assumeTrue(library.availability(entry).isPresent(), library.availability(entry).remark());
    assertThat(library.availability(entry).remark()).isEmpty();
    expectAsListed(library, entry);
  }

  private static void expectAsListed(DataLibrary library, Catalogue.Entry entry) {
    BenchData data = library.read(entry, 0, 0);
    assertThat(
            new Catalogue.Shape(
                data.records().rows(), data.records().columns(), data.truth().classCount()))
        .as(entry.name())
        .isEqualTo(entry.shape());
    assertThat(data.kind()).isEqualTo(InputKind.parse(entry.kind()));
    if (!entry.source().generated()) {
      assertThat(data.sha256()).isEqualTo(entry.source().data().orElseThrow().sha256());
    }
  }
}

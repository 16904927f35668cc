package io.coterie.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.coterie.plan.InputKind;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class DataFolderIT {
  private final Optional<String> folder = Optional.ofNullable(System.getenv("COTERIE_DATA"));

  @BeforeEach
  void needsTheFolder() {
    assumeTrue(
        folder.isPresent(), "Set COTERIE_DATA to the folder of data sets to run these tests.");
  }

  private DataSet read(String file, ReadOptions options) {
    return DataReader.read(folder.orElseThrow() + "/" + file, options);
  }

  @Test
  void readsMnist() {
    DataSet mnist = read("mnist/mnist-images-idx3-ubyte.gz", ReadOptions.defaults());
    assertThat(mnist.size()).isEqualTo(70_000);
    assertThat(mnist.kind()).isEqualTo(InputKind.image(28, 28));
    assertThat(
            LabelReader.read(
                folder.orElseThrow() + "/mnist/mnist-labels-idx1-ubyte.gz", mnist.positions()))
        .startsWith("5", "0", "4", "1", "9");
  }

  @Test
  void readsFeatureVectors() {
    DataSet cifar =
        read("cifar10/cifar10-test10k-mobilenetv2-features-idx2-ubyte.gz", ReadOptions.defaults());
    assertThat(cifar.size()).isEqualTo(10_000);
    assertThat(cifar.kind()).isEqualTo(InputKind.vectors());
    assertThat(cifar.columns()).hasSize(1280);
  }

  @Test
  void readsUspsAsImages() {
    DataSet usps =
        read(
            "usps/usps.csv.gz",
            ReadOptions.defaults().withLabelColumn("label").withKind(InputKind.image(16, 16)));
    assertThat(usps.size()).isEqualTo(9298);
    assertThat(Arrays.stream(usps.records().array())).allMatch(pixel -> pixel >= 0 && pixel <= 1);
  }

  @Test
  void readsLettersAndBanknotes() {
    ReadOptions options = ReadOptions.defaults().withLabelColumn("label");
    DataSet letters = read("letters/letters.csv.gz", options);
    assertThat(letters.size()).isEqualTo(20_000);
    assertThat(new HashSet<>(letters.setAside().get("label"))).hasSize(26);
    assertThat(read("bank/bank.csv.gz", options).size()).isEqualTo(1372);
  }
}

package io.coterie.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.math.Matrix;
import io.coterie.message.Field;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.privacy.LedgerEntry;
import io.coterie.privacy.PrivacyBudget;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.store.ledger.LedgerFolder;
import io.coterie.wire.DecodedPayload;
import io.coterie.wire.PayloadCodec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files as earlier versions wrote them, kept under test resources. They are read for as long as
 * this program says so; a version from the future is refused with both numbers and a way out. The
 * journal's are in JournalTest.
 */
class FormatsTest {
  private static final String SOURCE = "/clinic/patients.csv";

  @TempDir private Path folder;

  private static String resource(String name) throws IOException {
    try (InputStream stream = FormatsTest.class.getResourceAsStream("/formats/" + name)) {
      return new String(requireNonNull(stream, name).readAllBytes(), UTF_8);
    }
  }

  private Path model(String from, String to) throws IOException {
    String text = resource("model-1.json");
    assertThat(text).contains(from);
    return Files.writeString(folder.resolve("model.json"), text.replace(from, to));
  }

  @Test
  void aModelOfVersionOneIsRead() throws IOException {
    ModelFile file = ModelFile.read(model("", ""));
    assertThat(file.columns()).containsExactly("height", "weight");
    NearestPrototype clusters = (NearestPrototype) file.model().clusters();
    assertThat(clusters.means().array()).containsExactly(0, 0, 3, 1, -2, 0.5);
    Path again = folder.resolve("again.json");
    file.write(again);
    assertThat(again).hasContent(resource("model-1.json"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 999})
  void aModelOfAnotherVersionIsRefused(int version) throws IOException {
    Path file = model("\"schema_version\": 1", "\"schema_version\": " + version);
    CoterieException refusal =
        catchThrowableOfType(CoterieException.class, () -> ModelFile.read(file));
    assertThat(refusal.code()).isEqualTo(ErrorCode.BAD_DATA);
    assertThat(refusal)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(
            "it is of version %d, and this Coterie reads version 1".formatted(version))
        .hasMessageContaining("Use the Coterie that made it, or make it again with this one");
  }

  /** Lays a kept ledger out as it was, with its key, and returns the ledger's file. */
  private Path lay(String kept, String name) throws IOException {
    PrivateFiles.createFolder(folder.resolve("ledger"));
    Path file = folder.resolve("ledger").resolve(name + ".jsonl");
    Files.writeString(file, resource(kept + "/" + name + ".jsonl"));
    Files.writeString(
        file.resolveSibling(name + ".jsonl.head"), resource(kept + "/" + name + ".jsonl.head"));
    Path key = file.resolveSibling("key");
    Files.write(key, HexFormat.of().parseHex(resource(kept + "/key.hex").strip()));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    return file;
  }

  private LedgerFile ledger() {
    return new LedgerFolder(folder.resolve("ledger")).ledger(SOURCE);
  }

  /** The first is of the time before lines said their version. */
  @ParameterizedTest
  @CsvSource({
    "ledger-1-unmarked, 1db09be63d0fdc09f39988d2f4bb63a5",
    "ledger-1, 39e2e79d6e0f99f34602eb9b98ffed41"
  })
  void aLedgerOfVersionOneIsReadAndGoesOn(String kept, String name) throws IOException {
    Path file = lay(kept, name);
    assertThat(ledger().file()).isEqualTo(file);
    assertThat(ledger().state().spent()).isEqualTo(new PrivacyLoss(0.002, 1.0));
    assertThat(ledger().state().budget()).contains(new PrivacyBudget(4, 1e-6));
    ledger().charge(new LedgerEntry("study", 3, "counts", new PrivacyLoss(0.001, 0.5)));
    assertThat(ledger().state().spent().pureEpsilon()).isEqualTo(1.5);
    assertThat(Files.readAllLines(file)).hasSize(4).last().asString().startsWith("{\"version\":1,");
  }

  @Test
  void aLedgerOfANewerVersionIsRefusedAndNothingIsCharged() throws IOException {
    Path file = lay("ledger-1", "39e2e79d6e0f99f34602eb9b98ffed41");
    Files.writeString(file, "{\"version\":2,\"whatever\":\"comes\"}\n");
    String before = Files.readString(file);
    LedgerEntry entry = new LedgerEntry("study", 3, "counts", new PrivacyLoss(0.001, 0.5));
    CoterieException refusal =
        catchThrowableOfType(CoterieException.class, () -> ledger().charge(entry));
    assertThat(refusal.code()).isEqualTo(ErrorCode.BAD_DATA);
    assertThat(refusal)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("it is of version 2, and this Coterie reads version 1")
        .hasMessageContaining("nothing is sent; use the Coterie that wrote it");
    assertThat(file).hasContent(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw-rw----"})
  void aKeyThatOthersMayReadIsRefusedWithTheRemedy(String permissions) throws IOException {
    Path key = lay("ledger-1", "39e2e79d6e0f99f34602eb9b98ffed41").resolveSibling("key");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString(permissions));
    assertThat(catchThrowableOfType(CoterieException.class, this::ledger))
        .hasMessageContaining("chmod 600 " + key)
        .hasMessageContaining(permissions);
  }

  /** Journals keep messages as they came, so those of version 1 must be read. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aMessageOfEachVersionIsRead(int version) throws IOException {
    byte[] bytes =
        HexFormat.of().parseHex(resource("payload-%d.hex".formatted(version)).replace("\n", ""));
    DecodedPayload payload = PayloadCodec.decode(bytes);
    assertThat(payload.kind()).isEqualTo("nearest-prototype");
    Matrix means = ((Field.Numbers) payload.fields().get(0)).values();
    assertThat(List.of(means.rows(), means.columns())).containsExactly(3, 2);
    assertThat(means.array()).containsExactly(0, 0, 3, 0.25, -2, 0.5);
  }

  /** What is written now is the newest of them; another form needs another version. */
  @Test
  void messagesAreWrittenInTheNewestVersion() throws IOException {
    byte[] bytes = HexFormat.of().parseHex(resource("payload-2.hex").replace("\n", ""));
    assertThat(PayloadCodec.encode(PayloadCodec.typed(bytes))).isEqualTo(bytes);
  }
}

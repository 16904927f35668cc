package io.coterie.fuzz;

import io.coterie.CoterieException;
import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import io.coterie.data.RowSink;
import io.coterie.store.ModelFile;
import io.coterie.store.journal.BegunStudy;
import io.coterie.store.journal.Journal;
import io.coterie.store.ledger.SealedLedger;
import io.coterie.study.SitePolicy;
import io.coterie.study.Study;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.SecureCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** What decodes bytes from outside. Each may refuse them, in the way it documents, and no other. */
enum FuzzTarget {
  PAYLOAD(PayloadCodec::typed),
  SECURE_SUM(FuzzTarget::secureSum),
  STUDY(bytes -> Study.parse(text(bytes), "study.yaml")),
  POLICY(bytes -> SitePolicy.parse(text(bytes), "policy.yaml")),
  CSV(bytes -> inFile(bytes, ".csv", FuzzTarget::table)),
  IDX(bytes -> inFile(bytes, "-idx3-ubyte", FuzzTarget::records)),
  PARQUET(bytes -> inFile(bytes, ".parquet", FuzzTarget::table)),
  JSON(bytes -> inFile(bytes, ".json", FuzzTarget::anyTable)),
  XLSX(bytes -> inFile(bytes, ".xlsx", FuzzTarget::anyTable)),
  /** The sheet of a workbook, which packing would hide from changes of single bytes. */
  XLSX_SHEET(bytes -> inFile(Workbooks.withSheet(bytes), ".xlsx", FuzzTarget::anyTable)),
  MODEL(bytes -> inFile(bytes, ".json", ModelFile::read)),
  LEDGER(SealedLedger::read),
  JOURNAL(bytes -> inFile(bytes, ".journal", FuzzTarget::journal));

  private static final List<Consumer<byte[]>> SECURE =
      List.of(
          SecureCodec::advertisement,
          SecureCodec::roster,
          SecureCodec::encryptedShares,
          SecureCodec::deliveredShares,
          SecureCodec::maskedVector,
          SecureCodec::survivors,
          SecureCodec::consent,
          SecureCodec::consents,
          SecureCodec::reveal);

  @SuppressWarnings("ImmutableEnumChecker") // a function without state
  private final Consumer<byte[]> decoder;

  FuzzTarget(Consumer<byte[]> decoder) {
    this.decoder = decoder;
  }

  String folder() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Decodes bytes, or refuses them; whatever else happens is thrown. */
  void decode(byte[] bytes) {
    try {
      decoder.accept(bytes);
    } catch (CoterieException refused) {
      requireWords(refused);
    } catch (IllegalArgumentException refused) {
      if (this != SECURE_SUM && this != LEDGER) { // their callers say whose bytes they were
        throw refused;
      }
      requireWords(refused);
    }
  }

  private static void requireWords(RuntimeException refused) {
    if (refused.getMessage() == null || refused.getMessage().isBlank()) {
      throw new IllegalStateException("A refusal does not say why.", refused);
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void secureSum(byte[] bytes) {
    if (bytes.length > 0) {
      byte[] rest = java.util.Arrays.copyOfRange(bytes, 1, bytes.length);
      SECURE.get((bytes[0] & 0xff) % SECURE.size()).accept(rest);
    }
  }

  private static void records(Path file) {
    DataReader.read(file.toString(), ReadOptions.defaults());
  }

  private static void table(Path file) {
    records(file);
    DataReader.readBlocks(file.toString(), ReadOptions.defaults());
  }

  /** A table of numbers, and one of texts; each way may refuse it. */
  private static void anyTable(Path file) {
    RowSink sink =
        new RowSink() {
          @Override
          public void begin(List<String> names) {}

          @Override
          public void add(long line, String[] cells) {}
        };
    try {
      DataReader.readText(file.toString(), ReadOptions.defaults(), sink);
    } finally {
      table(file);
    }
  }

  private static void journal(Path file) {
    try (Journal journal = Journal.open(file)) {
      for (BegunStudy study : journal.studies()) {
        journal.events(study.name(), 0);
      }
    }
  }

  private static void inFile(byte[] bytes, String ending, Consumer<Path> reader) {
    try {
      Path file = Files.createTempFile("fuzz", ending);
      try {
        Files.write(file, bytes);
        reader.accept(file);
      } finally {
        Files.deleteIfExists(file);
        Files.deleteIfExists(file.resolveSibling(file.getFileName() + "-wal"));
        Files.deleteIfExists(file.resolveSibling(file.getFileName() + "-shm"));
        Files.deleteIfExists(file.resolveSibling(file.getFileName() + "-journal"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.coterie.fuzz;

import io.coterie.features.FillMissing;
import io.coterie.features.Representation;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.Standardize;
import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.json.Json;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Payload;
import io.coterie.message.Question;
import io.coterie.message.internal.AnchorGraph;
import io.coterie.message.internal.AnchorSums;
import io.coterie.message.internal.Anchors;
import io.coterie.message.internal.Microclusters;
import io.coterie.model.ClusterModel;
import io.coterie.model.FittedModel;
import io.coterie.model.internal.AnchorEmbedding;
import io.coterie.model.internal.AnchorVotes;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.InputKind;
import io.coterie.store.ModelFile;
import io.coterie.store.journal.BegunStudy;
import io.coterie.store.journal.Journal;
import io.coterie.study.SitePolicy;
import io.coterie.wire.PayloadCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What decoders accept, to start from: made here, and what was found before (resources/fuzz). */
final class Seeds {
  private static final Path FOUND = Path.of("src/test/resources/fuzz");
  private static final Path EXAMPLES = Path.of("../examples");

  private final Path scratch;

  /** Makes files in a folder. */
  Seeds(Path scratch) {
    this.scratch = scratch;
  }

  /** Writes the seeds of every target into folders of their names. */
  public static void main(String[] arguments) throws IOException, SQLException {
    Path folder = Path.of(arguments[0]);
    for (FuzzTarget target : FuzzTarget.values()) {
      Path own = Files.createDirectories(folder.resolve(target.folder()));
      int number = 0;
      for (byte[] seed : new Seeds(folder).of(target)) {
        Files.write(own.resolve("seed" + number++), seed);
      }
    }
  }

  List<byte[]> of(FuzzTarget target) throws IOException, SQLException {
    List<byte[]> seeds = new ArrayList<>(made(target));
    Path found = FOUND.resolve(target.folder());
    if (Files.isDirectory(found)) {
      try (Stream<Path> files = Files.list(found)) {
        for (Path file : files.sorted().toList()) {
          seeds.add(Files.readAllBytes(file));
        }
      }
    }
    return seeds;
  }

  private List<byte[]> made(FuzzTarget target) throws IOException, SQLException {
    return switch (target) {
      case PAYLOAD -> payloads().stream().map(PayloadCodec::encode).toList();
      case SECURE_SUM -> secureSums();
      case STUDY -> List.of(Files.readAllBytes(EXAMPLES.resolve("study.yaml")));
      case POLICY -> List.of(utf8(SitePolicy.TEMPLATE));
      case CSV -> List.of(utf8("a,b,\"c \"\"d\"\"\"\n1,2,3\n4.5,-6e3,\n"), utf8("1;2\n\n3;4"));
      case IDX -> List.of(idx());
      case PARQUET -> List.of(parquet());
      case JSON ->
          List.of(
              utf8("[{\"a\":1,\"b\":\"2,5\"},{\"a\":-3e2,\"c\":null},{\"b\":true}]"),
              utf8("{\"a\":1.5,\"b\":2}\n{\"b\":\"x\\u00e4\",\"a\":NaN}\n"));
      case XLSX -> List.of(Workbooks.withSheet(utf8(Workbooks.SHEET)));
      case XLSX_SHEET -> List.of(utf8(Workbooks.SHEET));
      case MODEL -> models();
      case LEDGER -> List.of(utf8(LEDGER_LINE));
      case JOURNAL -> List.of(journal());
    };
  }

  private static List<Payload> payloads() {
    Matrix points = Matrix.ofRows(new double[][] {{1, 2.5}, {-3, 1e-9}, {0, 7}});
    SparseGraphBuilder ring = SparseGraph.builder(3);
    ring.add(0, 1, 1);
    ring.add(1, 2, 0.5);
    ring.add(0, 0, 2);
    return List.of(
        new Question("microclusters"),
        new Anchors(points, 5),
        new AnchorSums(Vector.of(1, 2, 3), points),
        new Microclusters(Vector.of(4, 5, 6), points),
        new AnchorGraph(ring.build(), Vector.of(1, 1, 1)));
  }

  /** Bytes that begin as each of the messages may: a field of each wire type. */
  private static List<byte[]> secureSums() {
    List<byte[]> seeds = new ArrayList<>();
    for (byte kind = 0; kind < 9; kind++) {
      seeds.add(new byte[] {kind, 0x0a, 2, 'a', 'b', 0x12, 3, 1, 2, 3, 0x18, 5, 0x22, 2, 8, 1});
    }
    return seeds;
  }

  private static byte[] idx() {
    byte[] bytes = new byte[16 + 2 * 4 * 4];
    bytes[2] = 8;
    bytes[3] = 3;
    bytes[7] = 2;
    bytes[11] = 4;
    bytes[15] = 4;
    for (int i = 16; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 7);
    }
    return bytes;
  }

  private byte[] parquet() throws IOException, SQLException {
    Path file = scratch.resolve("seed.parquet");
    try (var connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "COPY (SELECT i * 1.5 AS a, i AS b FROM range(20) t(i)) TO '%s' (FORMAT PARQUET)"
              .formatted(file));
    }
    return Files.readAllBytes(file);
  }

  private List<byte[]> models() throws IOException {
    Matrix points = Matrix.ofRows(new double[][] {{1, 2}, {3, -4.5}});
    IntVector clusters = IntVector.of(0, 1);
    Representation steps =
        new Representation(
            List.of(
                new FillMissing(Vector.of(0, 1)),
                new Standardize(Vector.of(0.5, 2), Vector.of(1, 4)),
                new Project(Vector.of(1, 2), points)));
    List<byte[]> seeds = new ArrayList<>();
    for (ClusterModel model :
        List.of(
            new AnchorVotes(points, 2, clusters, 2),
            new AnchorEmbedding(points, 2, points, points),
            new NearestPrototype(points, clusters, 2))) {
      Path file = scratch.resolve("seed.json");
      new ModelFile(
              new FittedModel(2, steps, model),
              InputKind.table(),
              List.of("a", "b"),
              Json.object().put("seed", 1))
          .write(file);
      seeds.add(Files.readAllBytes(file));
    }
    return seeds;
  }

  private byte[] journal() throws IOException {
    Path file = scratch.resolve("seed.journal");
    Files.deleteIfExists(file);
    try (Journal journal = Journal.open(file)) {
      journal.begin(new BegunStudy("one", "0123", "name: one", Instant.EPOCH));
    }
    return Files.readAllBytes(file);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static final String LEDGER_LINE =
      "{\"sequence\":0,\"time\":\"2026-01-01T00:00:00Z\",\"study\":\"s\",\"round\":1,"
          + "\"release\":\"counts\",\"rho\":0.5,\"pure_epsilon\":0,\"previous\":\"PREVIOUS\"}";
}

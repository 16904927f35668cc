package io.coterie.participant;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.data.BlockData;
import io.coterie.data.DataReader;
import io.coterie.data.DataSet;
import io.coterie.data.DataSet.Positions;
import io.coterie.data.Header;
import io.coterie.data.MissingPolicy;
import io.coterie.data.ReadOptions;
import io.coterie.data.RecordIds;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.mapping.CellCoding;
import io.coterie.data.mapping.CellCounts;
import io.coterie.data.mapping.LevelCoding;
import io.coterie.data.mapping.RecordCoder;
import io.coterie.federation.RecordEngine;
import io.coterie.federation.RecordEngine.RecordSource;
import io.coterie.federation.RowCoding;
import io.coterie.site.SiteData;
import io.coterie.study.Schema;
import io.coterie.study.SiteRecords;
import io.coterie.study.SiteSource;
import io.coterie.study.Study;
import java.util.List;
import java.util.Optional;

/**
 * A site's own records while it takes part in a study, wherever they are held.
 *
 * @param name what to call them; never holds a password
 * @param columns the names of the features
 * @param size how many there are
 * @param data to go over
 * @param positions where each stood in the input; none where an engine holds them, which writes
 *     their clusters itself
 * @param notes what the site's operator should know of them
 * @param session of the engine that holds them, if one does
 * @param writer of the clusters, if an engine holds the records
 * @param ids what their owner calls them
 */
public record OpenedSiteData(
    String name,
    List<String> columns,
    long size,
    SiteData data,
    Optional<Positions> positions,
    List<String> notes,
    Optional<RecordEngine.Session> session,
    Optional<RecordEngine.LabelWriter> writer,
    Optional<RecordIds> ids)
    implements AutoCloseable {
  private static final String THE_DATA = "The data";

  public OpenedSiteData {
    requireNonNull(name, "name is null");
    requireNonNull(data, "data is null");
    columns = List.copyOf(columns);
    notes = List.copyOf(notes);
  }

  /**
   * Reads a site's source into one matrix.
   *
   * @param accepted columns that may look wrong as a whole
   */
  public static OpenedSiteData local(
      Study study, String site, SiteSource source, List<String> accepted) {
    SiteRecords<DataSet> read = SiteRecords.read(study, source);
    read.requirePlausible(accepted);
    DataSet data = read.data();
    return new OpenedSiteData(
        data.name(),
        data.columns(),
        data.size(),
        SiteData.of(site, data.records()).withLevels(read.levels()),
        Optional.of(data.positions()),
        read.notes(),
        Optional.empty(),
        Optional.empty(),
        source.ids(study, data));
  }

  /** Reads a site's source into blocks of floats in this process. */
  public static OpenedSiteData streamed(
      Study study, String site, SiteSource source, List<String> accepted) {
    // A query may give its records in another order the next time.
    boolean isFile = DataReader.existing(source.data()).isPresent();
    if (source.id().isPresent() && !isFile) {
      throw CoterieException.usage(
          "--id with --engine stream needs a file, which is read a second time for the ids; leave it"
              + " out, or use --engine local.");
    }
    SiteRecords<BlockData> read = SiteRecords.readBlocks(study, source);
    read.requirePlausible(accepted);
    BlockData data = read.data();
    return new OpenedSiteData(
        data.name(),
        data.columns(),
        data.records().size(),
        SiteData.of(site, data.records()).withLevels(read.levels()),
        Optional.of(data.positions()),
        read.notes(),
        Optional.empty(),
        Optional.empty(),
        source
            .id()
            .or(() -> study.schema().id().filter(column -> isFile && has(source, column)))
            .map(column -> RecordIds.read(source.data(), column, source.format())));
  }

  private static boolean has(SiteSource source, String column) {
    Header header =
        DataReader.readHeader(source.data(), ReadOptions.defaults().withFormat(source.format()));
    return header.numbers().contains(column) || header.texts().contains(column);
  }

  /**
   * Has an engine read a site's source.
   *
   * @param folder where its clusters go, which every machine of the engine reaches
   */
  public static OpenedSiteData on(
      RecordEngine.Session session,
      Study study,
      String site,
      SiteSource source,
      String folder,
      List<String> accepted) {
    try {
      DataReader.requirePlain(source.data(), source.format());
      Schema schema = study.schema();
      List<List<String>> levels = ownLevels(session, schema, source);
      ReadOptions options = SiteRecords.options(study, source, levels);
      Optional<RowCoding> coding =
          options.isCoded()
              ? Optional.of(
                  new CellCoding(
                      THE_DATA, options.columns(), source.mapping(), options.keepsFloats()))
              : Optional.empty();
      RecordEngine.Held held =
          session.read(
              new RecordSource(
                  source.data(),
                  schema.columns().isEmpty() ? List.of() : schema.names(),
                  source.ignored(),
                  options.missing() == MissingPolicy.DROP,
                  source.id().or(() -> study.schema().id()),
                  source.id().isPresent(),
                  study.isProfile() ? Optional.empty() : Optional.of(folder),
                  coding));
      List<CellCounts> counts =
          coding.isEmpty()
              ? List.of()
              : RecordCoder.total(held.findings(), schema.columns().size());
      RecordCoder.requireReadable(THE_DATA, schema.names(), counts);
      requireFit(schema, options.missing(), held);
      SiteRecords<RecordEngine.Held> read =
          SiteRecords.of(
                  study,
                  source.mapping(),
                  held,
                  List.of("the records are held by " + session.description()),
                  counts)
              .withLevels(study, levels);
      read.requirePlausible(accepted);
      return new OpenedSiteData(
          "records on " + session.description(),
          held.columns(),
          held.records().size(),
          SiteData.of(site, held.records()).withLevels(levels),
          Optional.empty(),
          read.notes(),
          Optional.of(session),
          Optional.of(held.writer()),
          Optional.empty());
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** Has the engine find the levels on which the sites have yet to agree. */
  private static List<List<String>> ownLevels(
      RecordEngine.Session session, Schema schema, SiteSource source) {
    if (schema.columns().stream().noneMatch(ColumnSpec::isOpen)) {
      return List.of();
    }
    LevelCoding coding = new LevelCoding(THE_DATA, schema.columns(), source.mapping());
    RecordSource scanned =
        new RecordSource(
            source.data(),
            List.of(),
            source.ignored(),
            false,
            Optional.empty(),
            false,
            Optional.empty(),
            Optional.of(coding));
    return coding.levels(session.read(scanned).findings());
  }

  private static void requireFit(Schema schema, MissingPolicy missing, RecordEngine.Held held) {
    int dimension = schema.input().dimension();
    if (held.columns().size() != dimension) {
      throw CoterieException.badData(
          "The data has %d values in a record; the study's records have %d (%s)."
              .formatted(held.columns().size(), dimension, schema.kind()));
    }
    if (held.hasMissing() && missing == MissingPolicy.REFUSE) {
      throw CoterieException.badData(
          "The data has missing values, which the study refuses (schema.missing); fill them, or"
              + " leave their records out by a query.");
    }
  }

  /** Returns their number for a policy, which knows no more than two thousand million. */
  public int cappedSize() {
    return (int) Math.min(Integer.MAX_VALUE, size);
  }

  @Override
  public void close() {
    session.ifPresent(RecordEngine.Session::close);
  }
}

package io.coterie.participant;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.data.BlockData;
import io.coterie.data.DataSet;
import io.coterie.data.DataSet.Positions;
import io.coterie.data.MissingPolicy;
import io.coterie.federation.RecordEngine;
import io.coterie.federation.RecordEngine.RecordSource;
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
 */
public record OpenedSiteData(
    String name,
    List<String> columns,
    long size,
    SiteData data,
    Optional<Positions> positions,
    List<String> notes,
    Optional<RecordEngine.Session> session)
    implements AutoCloseable {
  public OpenedSiteData {
    requireNonNull(name, "name is null");
    requireNonNull(data, "data is null");
    columns = List.copyOf(columns);
    notes = List.copyOf(notes);
  }

  public static OpenedSiteData local(Study study, String site, SiteSource source) {
    SiteRecords<DataSet> read = SiteRecords.read(study, source);
    DataSet data = read.data();
    return new OpenedSiteData(
        data.name(),
        data.columns(),
        data.size(),
        SiteData.of(site, data.records()).withLevels(read.levels()),
        Optional.of(data.positions()),
        read.notes(),
        Optional.empty());
  }

  /** Reads a site's source into blocks of floats in this process. */
  public static OpenedSiteData streamed(Study study, String site, SiteSource source) {
    SiteRecords<BlockData> read = SiteRecords.readBlocks(study, source);
    BlockData data = read.data();
    return new OpenedSiteData(
        data.name(),
        data.columns(),
        data.records().size(),
        SiteData.of(site, data.records()).withLevels(read.levels()),
        Optional.of(data.positions()),
        read.notes(),
        Optional.empty());
  }

  /**
   * Where an engine's clusters go.
   *
   * @param id the column that names a record
   * @param folder that every machine of the engine reaches
   */
  public record Target(Optional<String> id, String folder) {}

  public static OpenedSiteData on(
      RecordEngine.Session session, Study study, String site, SiteSource source, Target target) {
    try {
      Schema schema = study.schema();
      if (study.isProfile()) {
        throw CoterieException.usage(
            "A profile is of records that this process reads: --engine local or stream.");
      }
      RecordEngine.Held held =
          session.read(
              new RecordSource(
                  source.data(),
                  schema.columns().isEmpty() ? List.of() : schema.names(),
                  source.ignored(),
                  schema.missing() == MissingPolicy.DROP,
                  target.id(),
                  Optional.of(target.folder())));
      requireFit(schema, held);
      return new OpenedSiteData(
          "records on " + session.description(),
          held.columns(),
          held.records().size(),
          SiteData.of(site, held.records()),
          Optional.empty(),
          List.of("the records are held by " + session.description()),
          Optional.of(session));
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  private static void requireFit(Schema schema, RecordEngine.Held held) {
    int dimension = schema.input().dimension();
    if (held.columns().size() != dimension) {
      throw CoterieException.badData(
          "The data has %d values in a record; the study's records have %d (%s)."
              .formatted(held.columns().size(), dimension, schema.kind()));
    }
    if (held.hasMissing() && schema.missing() == MissingPolicy.REFUSE) {
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

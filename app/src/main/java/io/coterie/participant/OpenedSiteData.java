package io.coterie.participant;

import io.coterie.CoterieException;
import io.coterie.data.BlockData;
import io.coterie.data.DataSet;
import io.coterie.data.MissingPolicy;
import io.coterie.federation.RecordEngine;
import io.coterie.federation.RecordSource;
import io.coterie.study.Schema;
import io.coterie.study.SiteRecords;
import io.coterie.study.SiteSource;
import io.coterie.study.Study;
import java.util.List;
import java.util.Optional;

/**
 * A site's records while it takes part in a study, and the engine that holds them, if one does.
 *
 * @param records the site's own
 * @param notes what its operator should know of them
 * @param session that holds them
 */
public record OpenedSiteData(
    OwnRecords records, List<String> notes, Optional<RecordEngine.Session> session)
    implements AutoCloseable {
  public OpenedSiteData {
    notes = List.copyOf(notes);
  }

  /** Reads a site's source into this process. */
  public static OpenedSiteData local(Study study, String site, SiteSource source) {
    SiteRecords<DataSet> read = SiteRecords.read(study, source);
    return new OpenedSiteData(OwnRecords.of(site, read.data()), read.notes(), Optional.empty());
  }

  /** Reads a site's source into blocks of floats in this process. */
  public static OpenedSiteData streamed(Study study, String site, SiteSource source) {
    SiteRecords<BlockData> read = SiteRecords.readBlocks(study, source);
    return new OpenedSiteData(OwnRecords.of(site, read.data()), read.notes(), Optional.empty());
  }

  /**
   * Where an engine's clusters go.
   *
   * @param id the column that names a record
   * @param folder that every machine of the engine reaches
   */
  public record Target(Optional<String> id, String folder) {}

  /** Lets an engine read a site's source. */
  public static OpenedSiteData on(
      RecordEngine.Session session, Study study, String site, SiteSource source, Target target) {
    try {
      Schema schema = study.schema();
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
          OwnRecords.of(site, "records on " + session.description(), held),
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

  @Override
  public void close() {
    session.ifPresent(RecordEngine.Session::close);
  }
}

package io.coterie.study;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.data.BlockData;
import io.coterie.data.DataReader;
import io.coterie.study.file.StudyKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A site's records as the study's schema wants them, in blocks.
 *
 * @param data the records, with the features in the schema's order
 * @param notes what the site's own operator should know of them; not for anybody else
 */
public record SiteBlocks(BlockData data, List<String> notes) {
  public SiteBlocks {
    requireNonNull(data, "data is null");
    notes = List.copyOf(notes);
  }

  /** Reads a site's source, or says precisely in what it differs from the schema. */
  public static SiteBlocks read(Study study, SiteSource source) {
    Schema schema = study.schema();
    if (schema.kind().isImage()) {
      throw CoterieException.usage("The study is of images, which are read whole: --engine local.");
    }
    try {
      BlockData data = DataReader.readBlocks(source.data(), SiteRecords.options(study, source));
      int dimension = schema.input().dimension();
      if (data.columns().size() != dimension) {
        throw CoterieException.badData(
            "%s has %d values in a record; the study's records have %d (%s)."
                .formatted(data.name(), data.columns().size(), dimension, schema.kind()));
      }
      return new SiteBlocks(data, notes(schema, data));
    } catch (CoterieException e) {
      throw new CoterieException(e.code(), StudyKeys.inWordsOfKeys(e.getMessage()), e);
    }
  }

  private static List<String> notes(Schema schema, BlockData data) {
    List<Column> columns = schema.columns();
    double[] lower = new double[columns.size()];
    double[] upper = new double[columns.size()];
    for (int j = 0; j < lower.length; j++) {
      Optional<Column.Bounds> bounds = columns.get(j).bounds();
      lower[j] = bounds.map(Column.Bounds::lower).orElse(Double.NEGATIVE_INFINITY);
      upper[j] = bounds.map(Column.Bounds::upper).orElse(Double.POSITIVE_INFINITY);
    }
    long[] outside = data.outside(lower, upper);
    List<String> notes = new ArrayList<>();
    notes.add("the records are held as floats in blocks");
    for (int j = 0; j < outside.length; j++) {
      SiteRecords.outside(columns.get(j), outside[j], data.size()).ifPresent(notes::add);
    }
    return notes;
  }
}

package io.coterie.federation;

import java.io.Serializable;
import java.util.List;

/**
 * Makes records of rows of text, for an engine that reads rows and does not know what their cells
 * mean.
 */
public interface RowCoding {
  /** Returns what codes rows with a cell for each of these columns, or says which ones it lacks. */
  Bound bind(List<String> names);

  /** Returns how the names of the jars begin that are needed where rows are coded. */
  List<String> libraries();

  /** What codes the rows of one source; a copy of it goes to where they are. */
  interface Bound extends Serializable {
    /** Returns the columns that are read. */
    List<String> columns();

    /** Returns whether values are 4-byte floats. */
    boolean isShort();

    /** Begins with some rows. */
    Task start();
  }

  /** What codes some rows. Not thread-safe. */
  interface Task extends AutoCloseable {
    /** Returns a record for each row; a cell is null where the source has no value. */
    List<double[]> code(List<String[]> rows);

    /** Returns what was odd about the rows so far; not for anybody but their owner. */
    Serializable findings();

    @Override
    void close();
  }
}

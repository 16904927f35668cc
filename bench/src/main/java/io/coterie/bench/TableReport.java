package io.coterie.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** A measurement that ends in tables. */
public interface TableReport {
  /** Returns the word that runs it, which is also the name of its files. */
  String experiment();

  List<ResultTable> screens();

  /** Returns what is to be read with all tables. */
  List<String> notes();

  default List<String> warnings() {
    return List.of();
  }

  String markdown();

  ObjectNode json();
}

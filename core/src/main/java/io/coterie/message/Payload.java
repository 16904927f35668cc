package io.coterie.message;

import java.io.Serializable;
import java.util.List;

/**
 * The content of a message: a typed value that can name all of its parts. What is not among its
 * fields does not cross the border.
 *
 * <p>Serializable, because a site's records may be on several machines that answer together; what
 * crosses the site's border is written field by field.
 */
public interface Payload extends Serializable {
  /** Returns the name of this kind of payload, the same for every message of the kind. */
  String kind();

  /** Returns the kind of what a question is about, which steps before it may enclose. */
  default String topic() {
    return kind();
  }

  /** Returns every part, in a fixed order. */
  List<Field> fields();
}

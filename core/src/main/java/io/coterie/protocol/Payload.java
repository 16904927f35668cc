package io.coterie.protocol;

import java.util.List;

/**
 * The content of a message: a typed value that can name all of its parts. What is not among its
 * fields does not cross the border.
 */
public interface Payload {
  /** Returns the name of this kind of payload, the same for every message of the kind. */
  String kind();

  /** Returns every part, in a fixed order. */
  List<Field> fields();
}

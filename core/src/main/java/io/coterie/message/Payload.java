package io.coterie.message;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;

/**
 * The content of a message: a record whose components are all that crosses the border, see {@link
 * RecordFields}. One that is written otherwise overrides {@link #fields} and reads itself back by a
 * static method {@code of(Fields)}.
 *
 * <p>Serializable, because a site's records may be on several machines that answer together; what
 * crosses the site's border is written field by field.
 */
public interface Payload extends Field.Group {
  /** The name of a kind or of one of its fields where it is not the Java name with hyphens. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE, ElementType.RECORD_COMPONENT})
  @interface Name {
    String value();
  }

  /** Returns the name of this kind of payload, the same for every message of the kind. */
  default String kind() {
    return kindOf(getClass());
  }

  /** Returns the name of the kind that a class of payloads is, unless it names itself. */
  static String kindOf(Class<? extends Payload> type) {
    return RecordFields.name(type, type.getSimpleName());
  }

  /** Returns the kind of what a question is about, which steps before it may enclose. */
  default String topic() {
    return kind();
  }

  /** Returns the question itself, which steps before it may enclose. */
  default Payload asked() {
    return this;
  }

  /** Returns every part, in a fixed order. */
  @Override
  default List<Field> fields() {
    return RecordFields.of((Record) this);
  }
}

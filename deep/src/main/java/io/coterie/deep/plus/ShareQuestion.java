package io.coterie.deep.plus;

import static java.util.Objects.requireNonNull;

import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks for sums by which the sites find shared anchors before they train.
 *
 * @param measure what to add up
 * @param steps from a record to the space of the anchors; none but for the first sums
 * @param center about which the scatter is taken; of draws, the shares of the anchors
 * @param anchors around which records are added up
 */
record ShareQuestion(Measure measure, List<RecordMap> steps, Vector center, Matrix anchors)
    implements Payload {
  /** What is added up. */
  enum Measure {
    SUMS,
    SCATTER,
    ANCHORS,
    /** How what is drawn differs from what there is. */
    DRAWS
  }

  public ShareQuestion {
    requireNonNull(measure, "measure is null");
    requireNonNull(center, "center is null");
    requireNonNull(anchors, "anchors is null");
    steps = List.copyOf(steps);
  }

  static ShareQuestion sums(List<RecordMap> steps) {
    return new ShareQuestion(Measure.SUMS, steps, Vector.of(), Matrix.zeros(0, 0));
  }

  static ShareQuestion scatter(Vector center) {
    return new ShareQuestion(Measure.SCATTER, List.of(), center, Matrix.zeros(0, 0));
  }

  static ShareQuestion anchors(List<RecordMap> steps, Matrix anchors) {
    return new ShareQuestion(Measure.ANCHORS, steps, Vector.of(), anchors);
  }

  static ShareQuestion draws(Vector shares) {
    return new ShareQuestion(Measure.DRAWS, List.of(), shares, Matrix.zeros(0, 0));
  }

  public static ShareQuestion of(Fields fields) {
    return new ShareQuestion(
        Measure.valueOf(fields.text("measure")),
        Representation.of(fields).steps(),
        fields.vector("center"),
        fields.numbers("anchors"));
  }

  @Override
  public List<Field> fields() {
    List<Field> fields = new ArrayList<>(new Representation(steps).fields());
    fields.add(new Field.Text("measure", measure.name()));
    fields.add(Field.numbers("center", center));
    fields.add(new Field.Numbers("anchors", anchors));
    return fields;
  }
}

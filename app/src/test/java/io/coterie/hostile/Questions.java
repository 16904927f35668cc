package io.coterie.hostile;

import io.coterie.features.RecordMap;
import io.coterie.features.internal.Box;
import io.coterie.features.internal.ClipRows;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.Standardize;
import io.coterie.math.IntVector;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.plan.PublicBounds;
import io.coterie.wire.DecodedPayload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Questions as the wire has them, of any kind and with any content. */
final class Questions {
  private Questions() {}

  /** Returns a message of a kind whose parts are given as name and value in turn. */
  static Payload of(String kind, List<? extends RecordMap> steps, Object... parts) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      fields.addAll(Field.nested("step-" + (i + 1), steps.get(i)));
    }
    for (int i = 0; i < parts.length; i += 2) {
      fields.addAll(field((String) parts[i], parts[i + 1]));
    }
    return new DecodedPayload(kind, fields);
  }

  /** Returns a question of which one part is another. */
  static Payload changed(Payload question, String name, Object value) {
    List<Field> fields = new ArrayList<>();
    boolean isChanged = false;
    for (Field field : question.fields()) {
      fields.addAll(field.name().equals(name) ? field(name, value) : List.of(field));
      isChanged |= field.name().equals(name);
    }
    if (!isChanged) {
      throw new AssertionError("%s has no part %s".formatted(question.kind(), name));
    }
    return new DecodedPayload(question.kind(), fields);
  }

  private static List<Field> field(String name, Object value) {
    if (value instanceof Payload nested) {
      return Field.nested(name, nested);
    } else if (value instanceof Matrix matrix) {
      return List.of(new Field.Numbers(name, matrix));
    } else if (value instanceof Vector vector) {
      return List.of(Field.numbers(name, vector));
    } else if (value instanceof Double number) {
      return List.of(Field.numbers(name, Vector.of(number)));
    } else if (value instanceof LongVector longs) {
      return List.of(new Field.Longs(name, longs));
    } else if (value instanceof int[] numbers) {
      return List.of(new Field.Integers(name, IntVector.of(numbers)));
    } else if (value instanceof Integer number) {
      return List.of(new Field.Integers(name, IntVector.of(number)));
    }
    return List.of(new Field.Text(name, (String) value));
  }

  static Payload prepare(List<? extends RecordMap> steps, String measure, double... center) {
    return of("prepare", steps, "measure", measure, "center", Vector.of(center));
  }

  static Payload prepared(List<? extends RecordMap> steps, Payload question) {
    return of("prepared", steps, "question", question);
  }

  static Payload anchors(Matrix points, int neighbors) {
    return of("anchors", List.of(), "points", points, "neighbors", neighbors);
  }

  static Payload moments(RecordMap... steps) {
    return of("moments", Arrays.asList(steps));
  }

  static Payload scatter(Vector center, double radius) {
    return of("scatter", List.of(), "center", center, "radius", radius);
  }

  static Payload lloyd(Matrix anchors, double radius, RecordMap... steps) {
    return of("lloyd", Arrays.asList(steps), "anchors", anchors, "radius", radius);
  }

  static Payload grid(int bins, RecordMap... steps) {
    return of("grid", Arrays.asList(steps), "bins", bins);
  }

  static Payload line(double range, int bins, RecordMap... steps) {
    return of("line", Arrays.asList(steps), "range", range, "bins", bins);
  }

  /** The bounds of the study's columns, which come first at level dp. */
  static Box box() {
    return new Box(new PublicBounds(Vector.of(-2, -2), Vector.of(3, 3)));
  }

  static ClipRows clip(double radius) {
    return ClipRows.around(2, radius, radius);
  }

  /** The first question of the route of centers, as an honest coordinator asks it. */
  static Payload honestMoments() {
    return moments(box(), clip(0.6 * Math.sqrt(2)));
  }

  /** The one question of the route of grids, as an honest coordinator asks it. */
  static Payload histogram() {
    return grid(15, box());
  }

  /** Points of a square grid with so many on a side, over the bounds. */
  static Matrix square(int side) {
    Matrix points = Matrix.zeros(side * side, 2);
    for (int i = 0; i < points.rows(); i++) {
      points.set(i, 0, -2 + 5 * (Math.floorDiv(i, side) + .5) / side);
      points.set(i, 1, -2 + 5 * (i % side + .5) / side);
    }
    return points;
  }

  /** Maps that put a record (x, y) onto the unit sphere as (x, y, 1) by its length. */
  static List<RecordMap> lift() {
    return List.of(
        new Project(Vector.of(0, 0), Matrix.ofRows(new double[] {1, 0, 0}, new double[] {0, 1, 0})),
        new Standardize(Vector.of(0, 0, -1), Vector.of(1, 1, 1)),
        new io.coterie.features.internal.NormalizeRows(2));
  }

  /** Unit vectors in threes, close to each other, spread over the patch of lifted records. */
  static Matrix directions(int count) {
    Matrix directions = Matrix.zeros(3, count);
    int side = (int) Math.floor(Math.sqrt(count / 3.0));
    for (int t = 0; t < count / 3; t++) {
      double x = -1.3 + 3.6 * (Math.floorDiv(t, side) + .5) / side;
      double y = -.9 + 2.4 * (t % side + .5) / side;
      for (int k = 0; k < 3; k++) {
        double u = x + (k == 1 ? 1e-3 : 0);
        double v = y + (k == 2 ? 1e-3 : 0);
        double length = Math.sqrt(u * u + v * v + 1);
        directions.set(0, 3 * t + k, u / length);
        directions.set(1, 3 * t + k, v / length);
        directions.set(2, 3 * t + k, 1 / length);
      }
    }
    return directions;
  }
}

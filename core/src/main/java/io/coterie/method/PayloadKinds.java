package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.features.RecordMap;
import io.coterie.features.RecordMaps;
import io.coterie.features.Representation;
import io.coterie.features.Standardize;
import io.coterie.message.Field;
import io.coterie.message.FieldMismatch;
import io.coterie.message.Fields;
import io.coterie.message.KindProvider;
import io.coterie.message.KindTable;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import io.coterie.message.payload.Anchors;
import io.coterie.message.payload.ProtocolKinds;
import io.coterie.method.anchor.MappedAnchors;
import io.coterie.method.anchor.MixtureQuestion;
import io.coterie.method.anchor.MomentsQuestion;
import io.coterie.method.anchor.RefinementStart;
import io.coterie.method.dplloyd.BoundsQuestion;
import io.coterie.method.dplloyd.NoisyLloydQuestion;
import io.coterie.method.prepare.Measure;
import io.coterie.method.prepare.PreparationQuestion;
import io.coterie.method.prepare.PreparedQuestion;
import io.coterie.method.strict.StrictKinds;
import io.coterie.model.ClusterModels;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The way back from the fields of a message to what a site or a coordinator can use. Whoever sent
 * them is not trusted: building the payload checks it, and no message of an error tells a value.
 */
public final class PayloadKinds {
  private static final KindTable<Payload> KINDS = new KindTable<>("message", all());

  private PayloadKinds() {}

  private static List<PayloadKind<?>> all() {
    List<PayloadKind<?>> kinds = new ArrayList<>(ProtocolKinds.ALL);
    kinds.addAll(RecordMaps.KINDS.kinds());
    kinds.addAll(ClusterModels.KINDS.kinds());
    kinds.addAll(StrictKinds.ALL);
    kinds.add(new PayloadKind<>("bounds", BoundsQuestion.class, fields -> new BoundsQuestion()));
    kinds.add(
        new PayloadKind<>(
            "cluster-moments-question",
            MomentsQuestion.class,
            fields ->
                new MomentsQuestion(
                    fields.nested("model", ClusterModels::of), fields.vector("origin"))));
    kinds.add(new PayloadKind<>("mapped-anchors", MappedAnchors.class, PayloadKinds::mapped));
    kinds.add(new PayloadKind<>("mixtures", MixtureQuestion.class, MixtureQuestion::of));
    kinds.add(new PayloadKind<>("noisy-lloyd", NoisyLloydQuestion.class, PayloadKinds::lloyd));
    kinds.add(new PayloadKind<>("prepare", PreparationQuestion.class, PayloadKinds::preparation));
    kinds.add(new PayloadKind<>("prepared", PreparedQuestion.class, PayloadKinds::prepared));
    kinds.add(
        new PayloadKind<>(
            "refinement-start",
            RefinementStart.class,
            fields ->
                new RefinementStart(
                    fields.nested("model", ClusterModels::of), fields.vector("origin"))));
    for (PayloadKind<? extends Payload> added : KindProvider.of(Payload.class)) {
      if (!RecordMap.class.isAssignableFrom(added.type())) { // those are among the steps
        kinds.add(added);
      }
    }
    return kinds;
  }

  /** Returns every kind of message. */
  public static Collection<PayloadKind<? extends Payload>> kinds() {
    return KINDS.kinds();
  }

  /** Returns the name of the kind whose payloads are of a type. */
  public static String nameOf(Class<? extends Payload> type) {
    return KINDS.nameOf(type);
  }

  /**
   * Returns the payload of a kind that is made of the fields.
   *
   * @throws IllegalArgumentException if there is no such kind or the fields do not make one
   */
  public static Payload typed(String kind, List<Field> fields) {
    Payload built = built(kind, new Fields(kind, fields));
    if (!names(built.fields()).equals(names(fields))) {
      throw new FieldMismatch(
          "A message of kind %s has parts that it cannot have.".formatted(kind));
    }
    return built;
  }

  /** Returns a payload that is a part of another one. */
  public static Payload nested(String kind, Fields fields) {
    return KINDS.build(kind, fields);
  }

  private static Payload built(String kind, Fields fields) {
    try {
      return KINDS.build(kind, fields);
    } catch (FieldMismatch e) {
      throw e;
    } catch (IllegalArgumentException | ArithmeticException | CoterieException e) {
      // The reason may hold a value, so neither it nor its message goes on.
      throw new IllegalArgumentException(
          "The parts of a message of kind %s do not fit together or are out of range."
              .formatted(kind));
    }
  }

  private static List<String> names(List<Field> fields) {
    return fields.stream().map(Field::name).toList();
  }

  private static MappedAnchors mapped(Fields fields) {
    return new MappedAnchors(Representation.of(fields).steps(), Anchors.of(fields));
  }

  private static NoisyLloydQuestion lloyd(Fields fields) {
    return new NoisyLloydQuestion(
        new Standardize(fields.vector("box-center"), fields.vector("box-scale")),
        fields.integer("rounds"),
        fields.integer("round"),
        fields.numbers("centers"));
  }

  private static PreparationQuestion preparation(Fields fields) {
    return new PreparationQuestion(
        Representation.of(fields).steps(),
        Measure.named(fields.text("measure")),
        fields.vector("center"));
  }

  private static PreparedQuestion prepared(Fields fields) {
    if (fields.text("question").equals("prepared")) {
      throw new FieldMismatch("A prepared question holds another one.");
    }
    return new PreparedQuestion(
        Representation.of(fields).steps(), fields.nested("question", KINDS::build));
  }
}

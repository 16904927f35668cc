package io.coterie.deep;

import static java.util.Objects.requireNonNull;

import io.coterie.math.IntVector;
import io.coterie.model.ClusterModel;
import io.coterie.model.ClusterModels;
import io.coterie.protocol.Field;
import io.coterie.protocol.Fields;
import io.coterie.protocol.Payload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Asks each site to teach the common network the clusters of its own records.
 *
 * @param answer says the clusters at first
 * @param training as for an encoder
 * @param learnsFromItself whether the network says the clusters from here on
 */
record TeachQuestion(
    Optional<ClusterModel> answer, TrainQuestion training, boolean learnsFromItself)
    implements Payload {
  TeachQuestion {
    requireNonNull(answer, "answer is null");
    requireNonNull(training, "training is null");
  }

  static TeachQuestion of(Fields fields) {
    return new TeachQuestion(
        fields.has("answer")
            ? Optional.of(fields.nested("answer", ClusterModels::of))
            : Optional.empty(),
        TrainQuestion.of(fields.under("training.")),
        fields.integer("learns-from-itself") == 1);
  }

  @Override
  public String kind() {
    return "teach";
  }

  @Override
  public List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    answer.ifPresent(model -> fields.addAll(Field.nested("answer", model)));
    training.fields().forEach(field -> fields.add(field.renamed("training." + field.name())));
    fields.add(new Field.Integers("learns-from-itself", IntVector.of(learnsFromItself ? 1 : 0)));
    return fields;
  }
}

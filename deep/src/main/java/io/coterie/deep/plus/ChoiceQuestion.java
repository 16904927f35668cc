package io.coterie.deep.plus;

import io.coterie.math.IntVector;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import java.util.List;

/**
 * Says which round's clusters are the answer, and asks for their sizes, with the sums of the
 * records themselves where no common network could label a new one.
 *
 * @param round that is chosen; 0 is before the first
 * @param wantsSums whether records are added up by cluster
 */
record ChoiceQuestion(int round, boolean wantsSums) implements Payload {
  public ChoiceQuestion {
    if (round < 0) {
      throw new IllegalArgumentException("A round is negative.");
    }
  }

  public static ChoiceQuestion of(Fields fields) {
    return new ChoiceQuestion(fields.integer("round"), fields.integer("wants-sums") == 1);
  }

  @Override
  public String kind() {
    return "choice";
  }

  @Override
  public List<Field> fields() {
    return List.of(
        new Field.Integers("round", IntVector.of(round)),
        new Field.Integers("wants-sums", IntVector.of(wantsSums ? 1 : 0)));
  }
}

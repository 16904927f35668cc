package io.coterie.method;

import static java.util.Objects.requireNonNull;

import io.coterie.model.FittedModel;
import io.coterie.protocol.Payload;
import java.util.Map;
import java.util.Optional;

/** What the coordinator wants next: another round, or to tell the sites the answer. */
public sealed interface Step {
  /**
   * One more question to every site.
   *
   * @param question the same for all
   * @param reply what each must answer
   */
  record Ask(Payload question, Reply reply) implements Step {
    public Ask {
      requireNonNull(question, "question is null");
      requireNonNull(reply, "reply is null");
    }

    /** Returns the kind of what is asked, whatever steps the records take before it. */
    public String topic() {
      if (question instanceof PreparedQuestion prepared) {
        return prepared.question().kind();
      }
      return question instanceof MappedAnchors mapped ? mapped.anchors().kind() : question.kind();
    }
  }

  /**
   * The end of the study.
   *
   * @param model labels new records
   * @param answers what each site is told if not the model itself, by site
   */
  record Finish(FittedModel model, Map<String, Payload> answers) implements Step {
    public Finish {
      requireNonNull(model, "model is null");
      answers = Map.copyOf(answers);
    }

    /** Returns what a site is told. */
    public Payload answerTo(String site) {
      return Optional.ofNullable(answers.get(site)).orElse(model.clusters());
    }
  }
}

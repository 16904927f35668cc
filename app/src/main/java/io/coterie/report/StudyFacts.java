package io.coterie.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import io.coterie.plan.PrivacyPlan;
import io.coterie.study.Durations;
import io.coterie.study.Study;

/** What a study agreed on, for a page: nothing that is not in its file. */
public final class StudyFacts {
  private StudyFacts() {}

  public static ObjectNode of(Study study) {
    PrivacyPlan privacy = study.plan().privacy();
    PrivacySummary summary = new PrivacySummary(study.plan());
    int sites = study.participation().sites().size();
    ObjectNode node =
        Json.object()
            .put("study", study.name())
            .put("hash", study.hash())
            .put("method", study.plan().method())
            .put("clusters", study.plan().clusters().toString())
            .put("profile", study.isProfile())
            .put("features", study.plan().input().dimension())
            .put("level", privacy.level().word())
            .put("account", summary.account(sites))
            .put("smallest_group", privacy.smallestGroup())
            .put("quorum", study.participation().quorum())
            .put("join_within", Durations.text(study.participation().joinWithin()))
            .put("answer_within", Durations.text(study.participation().answerWithin()))
            .put("answer_seconds", study.participation().answerWithin().toSeconds())
            .put("join_seconds", study.participation().joinWithin().toSeconds());
    if (!privacy.isDp()) {
      node.put("sums", privacy.sums().word());
    }
    privacy
        .terms()
        .ifPresent(
            terms ->
                node.put("epsilon", terms.budget().epsilon())
                    .put("delta", terms.budget().delta())
                    .put("records_per_person", terms.recordsPerPerson()));
    ArrayNode cautions = node.putArray("cautions");
    summary.cautions(sites, study.participation().quorum()).forEach(cautions::add);
    ArrayNode names = node.putArray("sites");
    study.participation().sites().forEach(names::add);
    return node;
  }
}

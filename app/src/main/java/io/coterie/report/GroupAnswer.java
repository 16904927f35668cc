package io.coterie.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import io.coterie.math.Parallel;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a report begins with: how many groups, how sure that is, what each is like, and a rule that
 * describes it. It is made of what the report has anyway.
 */
record GroupAnswer(
    ReportData.Input input, Optional<GroupProfile> profile, Map<String, String> findings) {
  private static final String DRAWN = "records drawn from the model";

  ObjectNode json(Parallel parallel) {
    SiteTable table = new SiteTable(input);
    GroupSentences sentences =
        new GroupSentences(
            profile,
            table.sizes(),
            table.isAbout(),
            new Noise(input).ofSizes(),
            "overall",
            (column, group) -> false);
    ObjectNode node =
        new HowSure(findings, input.clusterCount(), input.plan().clusters().isAuto()).json();
    Optional<List<Optional<Rule>>> rules = rules(parallel);
    addGroups(node, sentences, rules, input.clusterCount(), ColumnText.of(input), DRAWN);
    node.put(
        "rules_note",
        rules.isPresent()
            ? "Rules are made and counted on records that are drawn from the model that was let out,"
                + " not on anybody's. Each is a description, not the way the groups were found."
            : "There are no rules: this answer does not know how columns are spread within groups.");
    return node;
  }

  private Optional<List<Optional<Rule>>> rules(Parallel parallel) {
    return profile.isPresent()
        ? ModelRules.of(input.model(), ColumnText.of(input), parallel)
        : Optional.empty();
  }

  /** Adds the groups, each with its size, its sentence, its traits and its rule. */
  static void addGroups(
      ObjectNode node,
      GroupSentences sentences,
      Optional<List<Optional<Rule>>> rules,
      int count,
      List<ColumnText> columns,
      String ruledOver) {
    ArrayNode list = node.putArray("list");
    for (int c = 0; c < count; c++) {
      int group = c;
      ObjectNode one = list.addObject();
      sentences.size(c).ifPresent(size -> one.put("size", size));
      one.put("sentence", sentences.sentence(c));
      ArrayNode traits = one.putArray("traits");
      sentences.traits(c).forEach(trait -> traits.add(trait.words()));
      rules
          .flatMap(all -> all.get(group))
          .ifPresent(
              rule ->
                  one.set(
                      "rule",
                      Json.object()
                          .put("text", rule.text(columns))
                          .put("fidelity", rule.fidelity(group + 1, ruledOver))
                          .put("agreement", PlaceMap.rounded(rule.agreement(), 3))));
    }
  }
}

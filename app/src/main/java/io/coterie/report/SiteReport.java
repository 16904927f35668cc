package io.coterie.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import io.coterie.json.Json;
import io.coterie.math.Matrix;
import io.coterie.message.Labels;
import io.coterie.model.FittedModel;
import io.coterie.model.TypicalValues;
import io.coterie.plan.StudyPlan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/**
 * A site's own report: its records by group, beside what the model tells of all sites. It is made
 * at the site and for the site only; nothing of it has a way out.
 */
public final class SiteReport {
  static final String DOCUMENT = "coterie-site-report";

  /** Figures over fewer records than this are marked. */
  private static final int LEAST_GROUP = 10;

  /** Rules are searched for among so many values, and counted over all records. */
  private static final int SEARCHED = 4_000_000;

  private static final int SEARCHED_RECORDS = 20_000;

  private SiteReport() {}

  /**
   * What a site's report is made of.
   *
   * @param study its name, or that of the file of the data
   * @param names of the columns
   * @param specs what each column holds; empty where all are plain numbers
   * @param records as read, of this site only
   * @param labels their clusters
   */
  public record Input(
      String study,
      String site,
      StudyPlan plan,
      FittedModel model,
      List<String> names,
      List<ColumnSpec> specs,
      Matrix records,
      Labels labels) {
    public Input {
      names = List.copyOf(names);
      specs = List.copyOf(specs);
      if (records.rows() != labels.size()) {
        throw new IllegalArgumentException("There are not as many labels as records.");
      }
    }

    int fewest() {
      return Math.max(LEAST_GROUP, plan.privacy().smallestGroup());
    }
  }

  public static ReportData of(Input input, Instant finishedAt) {
    int count = input.model().clusters().clusterCount();
    double[] sizes = new double[count];
    Arrays.stream(input.labels().toArray()).forEach(c -> sizes[c]++);
    ObjectNode node =
        Json.object()
            .put("document", DOCUMENT)
            .put("version", ReportData.VERSION)
            .put("name", input.study())
            .put("title", "The groups of %s at site %s".formatted(input.study(), input.site()))
            .put("site", input.site())
            .put("made_by", "coterie")
            .put("finished_at", finishedAt.toString())
            .put("clusters", count)
            .put("records", input.records().rows())
            .put("fewest", input.fewest());
    ArrayNode own = node.putArray("sizes");
    Arrays.stream(sizes).forEach(size -> own.add(Math.round(size)));
    TypicalValues.of(input.model())
        .ifPresent(
            typical -> {
              ArrayNode shares = node.putArray("shares_of_all");
              Arrays.stream(typical.weights().toArray())
                  .forEach(share -> shares.add(PlaceMap.rounded(share, 4)));
            });
    Optional<GroupProfile> profile = Optional.empty();
    Optional<List<Optional<Rule>>> rules = Optional.empty();
    BiPredicate<GroupColumn, Integer> few = (column, group) -> sizes[group] < input.fewest();
    if (input.plan().input().kind().isTable() && input.records().rows() > 0) {
      List<ColumnText> texts = ColumnText.of(input.names(), input.specs());
      OwnProfile found =
          OwnProfile.of(input.records(), input.labels().toArray(), input.model(), texts);
      profile = Optional.of(found.groups(texts.size()));
      node.set("profile", json(found, profile.get(), input.fewest()));
      rules = Optional.of(rules(input, texts));
      few = (column, group) -> found.count(column, group) < input.fewest();
    }
    ObjectNode groups = node.putObject("groups");
    GroupAnswer.addGroups(
        groups,
        new GroupSentences(
            profile, Optional.of(sizes), false, Optional.empty(), "of all here", few),
        rules,
        count,
        ColumnText.of(input.names(), input.specs()),
        "this site's records");
    groups.put(
        "rules_note",
        "Rules are made of this site's own records and counted on the same ones. Each is a"
            + " description, not the way the groups were found.");
    return new ReportData(node);
  }

  /** Adds to the site's own figures those of all sites, and which are over few records. */
  private static ObjectNode json(OwnProfile found, GroupProfile profile, int fewest) {
    ObjectNode node = profile.json();
    List<GroupColumn> chosen = profile.strongest();
    List<Integer> places = chosen.stream().map(found.own()::indexOf).toList();
    ArrayNode allTexts = node.putArray("of_all_texts");
    for (int at : places) {
      allTexts.add(found.all().get(at).map(GroupColumn::all).orElse(""));
    }
    for (int c = 0; c < found.sizes().length; c++) {
      ObjectNode one = (ObjectNode) node.path("clusters").get(c);
      ArrayNode texts = one.putArray("of_all_texts");
      ArrayNode apart = one.putArray("apart");
      ArrayNode few = one.putArray("few");
      for (int at : places) {
        int group = c;
        texts.add(found.all().get(at).map(column -> column.own(group)).orElse(""));
        apart.add(found.apart(at, c));
        few.add(found.counts().get(at)[c] < fewest);
      }
    }
    return node;
  }

  private static List<Optional<Rule>> rules(Input input, List<ColumnText> texts) {
    Matrix records = input.records();
    int[] clusters = input.labels().toArray();
    int most = Math.min(SEARCHED_RECORDS, Math.max(500, SEARCHED / Math.max(1, texts.size())));
    int[] rows =
        IntStream.range(0, Math.min(most, records.rows()))
            .map(i -> (int) ((long) i * records.rows() / Math.min(most, records.rows())))
            .toArray();
    RuleSearch search =
        new RuleSearch(
            withoutOpen(records.selectRows(rows), texts),
            Arrays.stream(rows).map(row -> clusters[row]).toArray(),
            texts);
    List<Optional<Rule>> rules = new ArrayList<>();
    for (int c = 0; c < input.model().clusters().clusterCount(); c++) {
      int group = c;
      rules.add(
          search
              .rule(c)
              .map(rule -> RuleSearch.counted(rule.conditions(), group, records, clusters)));
    }
    return rules;
  }

  /** Levels on which the sites have yet to agree have no names here. */
  private static Matrix withoutOpen(Matrix records, List<ColumnText> texts) {
    return texts.stream().noneMatch(SiteReport::isOpen)
        ? records
        : records.map((i, j, value) -> isOpen(texts.get(j)) ? Double.NaN : value);
  }

  private static boolean isOpen(ColumnText text) {
    return text.column().kind() instanceof ColumnKind.OpenCategory;
  }

  /** Returns the name of a file for a site, whatever its name is. */
  public static String fileName(String site) {
    return site.replaceAll("[^\\p{Alnum}._-]", "_").toLowerCase(Locale.ROOT);
  }
}

package io.coterie.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.audit.internal.reconstruction.GraphRebuild;
import io.coterie.data.ClusterNames;
import io.coterie.data.LabelLines;
import io.coterie.data.column.ColumnSpec;
import io.coterie.json.Json;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.FieldProtection;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.SumPayload;
import io.coterie.message.internal.SealedCounts;
import io.coterie.method.Diagnostics;
import io.coterie.method.Methods;
import io.coterie.method.PayloadKinds;
import io.coterie.model.FittedModel;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.SumMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * report.json: everything that a report shows and nothing else; docs/report.md says what each part
 * is. It holds only what the study's privacy level lets be known, so it may be read wherever the
 * report may.
 */
public record ReportData(ObjectNode json) {
  public static final String FILE = "report.json";

  static final int VERSION = 1;
  private static final String SEEN_TOTAL = "the total over the sites";
  private static final String DOCUMENT = "coterie-report";
  private static final String BENCHMARKS = "coterie-benchmarks";

  /** So many records are enough to show that they can be rebuilt. */
  private static final int REBUILT = 150;

  /**
   * Makes the data of a report.
   *
   * @param head what the run says of itself
   */
  public static ReportData of(Input input, ReportHead head, Parallel parallel) {
    ObjectNode node = Json.object().put("document", DOCUMENT).put("version", VERSION);
    node.setAll(Json.tree(head));
    node.put("clusters", input.clusterCount());
    node.set("sizes", new SiteTable(input).json());
    Optional<GroupProfile> profile = addMeans(node, input, parallel);
    Map<String, String> findings =
        head.findings().stream()
            .collect(Collectors.toMap(ReportHead.Fact::name, ReportHead.Fact::value));
    node.set("groups", new GroupAnswer(input, profile, findings).json(parallel));
    node.set("score_words", ScoreWords.of(head.scores(), findings));
    places(input).ifPresent(places -> node.set("map", new PlaceMap(places, input).json()));
    ArrayNode graphs = node.putArray("graphs");
    input.log().blocks().forEach(blocks -> graphs.add(new GraphCells(blocks).json()));
    input
        .log()
        .spectrum()
        .ifPresent(spectrum -> addAll(node.putArray("spectrum"), spectrum.eigenvalues().toArray()));
    ArrayNode curves = node.putArray("curves");
    for (Diagnostics.Curve curve : input.log().curves()) {
      ObjectNode one = curves.addObject().put("name", curve.name()).put("step", curve.step());
      one.put("measure", curve.measure()).put("first", 1);
      addAll(one.putArray("values"), curve.values().toArray());
    }
    input.log().signals().addTo(curves);
    if (Pictures.isPossible(input)) {
      Pictures.addStrips(node.putArray("strips"), input);
    }
    ColumnShares.of(input.plan(), input.model(), input.features())
        .ifPresent(
            columns -> {
              ArrayNode array = node.putArray("columns");
              columns.forEach(column -> array.add(Json.tree(column)));
            });
    node.set("traffic", Json.tree(input.log().timeline(input.sites())));
    node.set("leaving", sent(input));
    input.log().sentGraph().ifPresent(sent -> node.set("rebuilt", rebuilt(sent)));
    return new ReportData(node);
  }

  /**
   * Makes the data of a page of benchmarks.
   *
   * @param parts of the page, by name
   * @param earlier the page so far, whose other parts stay; may be empty
   */
  public static ReportData ofBenchmarks(List<ObjectNode> parts, ObjectNode earlier) {
    ObjectNode node = Json.object().put("document", BENCHMARKS).put("version", VERSION);
    node.put("made_by", "coterie bench");
    Map<String, JsonNode> byName = new LinkedHashMap<>();
    earlier.path("parts").forEach(part -> byName.put(part.path("name").asText(), part));
    parts.forEach(part -> byName.remove(part.path("name").asText()));
    parts.forEach(part -> byName.put(part.path("name").asText(), part));
    node.put(
        "title",
        byName.size() == 1 ? parts.get(0).path("title").asText() : "Benchmarks of clustering");
    byName.values().forEach(node.putArray("parts")::add);
    return new ReportData(node);
  }

  /** Returns the same with the names that people gave the clusters. */
  public ReportData withNames(ClusterNames names) {
    ObjectNode node = json.deepCopy();
    node.remove("names");
    if (!names.isEmpty()) {
      names.names().forEach(node.putArray("names")::add);
    }
    return new ReportData(node);
  }

  boolean isOfSite() {
    return json.path("document").asText().equals(SiteReport.DOCUMENT);
  }

  boolean isOfBenchmarks() {
    return json.path("document").asText().equals(BENCHMARKS);
  }

  /** Places of fewer dimensions than the map or with nothing in them cannot be drawn. */
  private static Optional<Diagnostics.Places> places(Input input) {
    return input.log().places().filter(places -> places.points().rows() > 1);
  }

  private static Optional<GroupProfile> addMeans(ObjectNode node, Input input, Parallel parallel) {
    if (Pictures.isPossible(input)) {
      Optional<ClusterMeans> means = ClusterMeans.of(input);
      means.ifPresent(known -> node.set("pictures", new Pictures(known, input).json(parallel)));
      return Optional.empty();
    }
    Optional<GroupProfile> profile =
        TypicalProfile.of(input.model(), ColumnText.of(input.features(), input.specs()))
            .map(typical -> typical.groups(input.records(), input.fewest()))
            .or(
                () ->
                    ClusterMeans.of(input)
                        .map(known -> known.groups(LevelFeatures.of(input), new Noise(input))));
    profile.ifPresent(known -> node.set("profile", known.json()));
    return profile;
  }

  /**
   * Returns every kind of message that left a site with what protects its fields, in the words of a
   * manifest. A manifest of a site's own records ({@code coterie inspect}) says more.
   */
  private static ArrayNode sent(Input input) {
    Map<String, List<Integer>> rounds = new LinkedHashMap<>();
    input
        .log()
        .replies()
        .forEach((round, kind) -> rounds.computeIfAbsent(kind, k -> new ArrayList<>()).add(round));
    ArrayNode array = Json.array();
    rounds.forEach(
        (kind, all) -> {
          boolean masked = isMasked(kind, input);
          ObjectNode node =
              array
                  .addObject()
                  .put("message", kind)
                  .put("rounds", words(all))
                  .put(
                      "seen", isSealed(kind) ? "nothing" : masked ? SEEN_TOTAL : "each site's own");
          ArrayNode fields = node.putArray("fields");
          PayloadKinds.find(kind)
              .orElseThrow()
              .terms()
              .forEach(
                  (field, terms) ->
                      fields
                          .addObject()
                          .put("field", field)
                          .put("protection", protection(terms.usual(), masked, input)));
        });
    return array;
  }

  /** Returns whether only the sites can read the total. */
  private static boolean isSealed(String kind) {
    return kind.equals(Payload.kindOf(SealedCounts.class));
  }

  /** At level dp every total is noisy; what is masked besides follows from the study. */
  private static boolean isMasked(String kind, Input input) {
    return input.plan().privacy().sums() == SumMode.MASKED
        && input.sites().size() >= SumMode.fewest(input.plan().privacy())
        && PayloadKinds.find(kind)
            .filter(known -> SumPayload.class.isAssignableFrom(known.type()))
            .isPresent();
  }

  private static String protection(FieldProtection terms, boolean masked, Input input) {
    boolean isTotal = masked && !input.plan().privacy().isDp();
    return (isTotal ? terms.masked() : terms).text(input.plan().privacy().smallestGroup());
  }

  private static String words(List<Integer> rounds) {
    return rounds.size() > 2 && rounds.get(rounds.size() - 1) - rounds.get(0) == rounds.size() - 1
        ? "%d to %d".formatted(rounds.get(0), rounds.get(rounds.size() - 1))
        : rounds.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static ObjectNode rebuilt(Diagnostics.SentGraph sent) {
    Matrix found = GraphRebuild.outline(sent.graph().edges(), REBUILT);
    ObjectNode node = Json.object().put("site", sent.site()).put("records", found.rows());
    ArrayNode points = node.putArray("points");
    for (int i = 0; i < found.rows(); i++) {
      points
          .addArray()
          .add(GraphCells.significant(found.at(i, 0)))
          .add(GraphCells.significant(found.at(i, 1)));
    }
    return node;
  }

  private static void addAll(ArrayNode array, double[] values) {
    for (double value : values) {
      array.add(PlaceMap.rounded(value, 6));
    }
  }

  public static ReportData parse(String text, String name) {
    JsonNode node;
    try {
      node = Json.parse(text);
    } catch (IllegalArgumentException e) {
      throw CoterieException.badData(
          "%s is damaged: it is not JSON to its end. Run the study again.".formatted(name));
    }
    if (!(node instanceof ObjectNode document)
        || !List.of(DOCUMENT, BENCHMARKS, SiteReport.DOCUMENT)
            .contains(node.path("document").asText())) {
      throw CoterieException.badData(
          "%s does not say \"document\": \"%s\"; name the folder of a run."
              .formatted(name, DOCUMENT));
    }
    if (node.path("version").asInt() != VERSION) {
      throw CoterieException.badData(
          "%s has version %s, this Coterie reads %d; use the one that made it."
              .formatted(name, node.path("version").asText(), VERSION));
    }
    return new ReportData(document);
  }

  /**
   * What a report is made of.
   *
   * @param model its answer
   * @param specs what each column holds; empty where all are plain numbers
   * @param log what the coordinator showed on the way
   * @param held the records and their clusters, which a simulation has and nobody else
   */
  public record Input(
      StudyPlan plan,
      FittedModel model,
      List<String> features,
      List<ColumnSpec> specs,
      List<String> sites,
      RunLog log,
      Optional<Held> held) {
    public Input {
      features = List.copyOf(features);
      specs = List.copyOf(specs);
      sites = List.copyOf(sites);
    }

    /**
     * A simulation's records, one line for each record of each site.
     *
     * @param lines the row, the site and the cluster of each line
     * @param seen the lines that were looked at
     */
    public record Held(Matrix records, LabelLines lines, IntVector seen) {
      public Held {
        if (lines.size() != lines.sites().size()) {
          throw new IllegalArgumentException("The lines do not fit together.");
        }
      }
    }

    int clusterCount() {
      return model.clusters().clusterCount();
    }

    /** Returns how many records there are, as far as the coordinator knows. */
    double records() {
      return log.places()
          .map(places -> Arrays.stream(places.mass().toArray()).sum())
          .orElse(Double.POSITIVE_INFINITY);
    }

    /** Returns whether all records were at one place, so that nothing is left to hide. */
    boolean isPooled() {
      return !Methods.named(plan.method()).isFederated();
    }

    /** Returns the records, if the level lets anything be said of them but by noise. */
    Optional<Held> openly() {
      return held.filter(any -> !plan.privacy().isDp());
    }

    /**
     * Returns whether places are where the model looks for clusters. Those of a graph are not where
     * a network that was taught by it has its own; then they tell nothing of records as the model
     * sees them, and have no way back.
     */
    boolean isOfModel(Diagnostics.Places places) {
      int dimension = model.representation().outputDimension(plan.input().dimension());
      if (places.points().columns() != dimension) {
        return false;
      }
      Labels labels = model.clusters().label(places.points(), Parallel.sequential());
      int same = 0;
      for (int p = 0; p < labels.size(); p++) {
        same += labels.of(p) == places.clusters().at(p) ? 1 : 0;
      }
      return same >= SAME * labels.size();
    }

    /** A mixture may put the mean of a prototype elsewhere than the prototype. */
    private static final double SAME = 0.8;

    /** Returns of how many records a group has at least, of which a report shows anything. */
    int fewest() {
      return Math.max(LEAST_GROUP, plan.privacy().smallestGroup());
    }

    /** A mean of fewer records might be recognized as one of them. */
    private static final int LEAST_GROUP = 10;
  }
}

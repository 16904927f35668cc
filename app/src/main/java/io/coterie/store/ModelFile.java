package io.coterie.store;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.PeerText;
import io.coterie.data.ClusterNames;
import io.coterie.data.column.ColumnSpec;
import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.json.FieldJson;
import io.coterie.json.Json;
import io.coterie.math.Vector;
import io.coterie.model.ClusterModel;
import io.coterie.model.FittedModel;
import io.coterie.model.OutlierRule;
import io.coterie.plan.InputKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * model.json: a study's model and what it was made of.
 *
 * @param model labels new records
 * @param kind what the records are
 * @param columns the names of the features, in order
 * @param specs what each column holds; empty where all are plain numbers
 * @param names of the clusters, which people gave them
 * @param provenance where the model comes from; shown, never used
 */
public record ModelFile(
    FittedModel model,
    InputKind kind,
    List<String> columns,
    List<ColumnSpec> specs,
    ClusterNames names,
    ObjectNode provenance) {
  private static final int SCHEMA_VERSION = 1;
  private static final String DOCUMENT = "coterie-model";
  private static final String OUTLIERS = "outliers";
  private static final String NAMES = "names";
  private static final String MEANING =
      "A record is an outlier if its squared distance to every cluster is above the cluster's"
          + " limit; one limit is for all clusters. Distances are from a mixture's cluster in units"
          + " of its covariance, by numbers only, else from the nearest anchor. Share is how many"
          + " records would be above the limit if they were spread as the model assumes. With"
          + " fewer numbers than degrees, limits are lower.";

  public ModelFile {
    requireNonNull(kind, "kind is null");
    requireNonNull(names, "names is null");
    requireNonNull(provenance, "provenance is null");
    if (names.names().size() > model.clusters().clusterCount()) {
      throw new IllegalArgumentException(
          "cluster %d has a name, but there are only %d"
              .formatted(names.names().size(), model.clusters().clusterCount()));
    }
    columns = List.copyOf(columns);
    specs = specs.stream().allMatch(ColumnSpec::isPlain) ? List.of() : List.copyOf(specs);
    if (!specs.isEmpty() && !specs.stream().map(ColumnSpec::name).toList().equals(columns)) {
      throw new IllegalArgumentException("the described columns are others than the columns");
    }
    if (columns.size() != model.dimension()) {
      throw new IllegalArgumentException(
          "%d columns for records of %d values".formatted(columns.size(), model.dimension()));
    }
  }

  /** Makes the file of a model of plain numbers. */
  public ModelFile(FittedModel model, InputKind kind, List<String> columns, ObjectNode provenance) {
    this(model, kind, columns, List.of(), provenance);
  }

  /** Makes the file of a model whose clusters have no names. */
  public ModelFile(
      FittedModel model,
      InputKind kind,
      List<String> columns,
      List<ColumnSpec> specs,
      ObjectNode provenance) {
    this(model, kind, columns, specs, ClusterNames.none(), provenance);
  }

  /** Returns the same with other names of the columns. */
  public ModelFile withColumns(List<String> own) {
    return new ModelFile(model, kind, own, specs, names, provenance);
  }

  /** Returns the same with other names of the clusters. */
  public ModelFile withNames(ClusterNames given) {
    return new ModelFile(model, kind, columns, specs, given, provenance);
  }

  /** Writes the file; the same model gives the same bytes. */
  public void write(Path target) throws IOException {
    ObjectNode document =
        Json.object().put("schema_version", SCHEMA_VERSION).put("document", DOCUMENT);
    document.set("provenance", provenance);
    ObjectNode input =
        document
            .putObject("input")
            .put("kind", kind.toString())
            .put("dimension", model.dimension());
    ArrayNode features = input.putArray("columns");
    columns.forEach(features::add);
    if (!specs.isEmpty()) {
      ArrayNode described = input.putArray("described");
      specs.forEach(spec -> described.add(ColumnJson.write(spec)));
    }
    ArrayNode steps = document.putArray("representation");
    model.representation().steps().forEach(step -> steps.add(FieldJson.write(step)));
    document.set("clusters", FieldJson.write(model.clusters()));
    model.outliers().ifPresent(rule -> write(rule, document.putObject(OUTLIERS)));
    if (!names.isEmpty()) {
      ObjectNode named = document.putObject(NAMES);
      for (int c = 0; c < names.names().size(); c++) {
        if (!names.of(c).isEmpty()) {
          named.put(Integer.toString(c + 1), names.of(c));
        }
      }
    }
    // The words about where it comes from may be another party's.
    Files.writeString(target, PeerText.escaped(Json.text(document)));
  }

  private static void write(OutlierRule rule, ObjectNode node) {
    node.put("meaning", MEANING).put("share", rule.share()).put("degrees", rule.degrees());
    ArrayNode limits = node.putArray("limits");
    Arrays.stream(rule.limits().toArray()).forEach(limits::add);
  }

  /** Reads a model file; what is wrong with it is an error of kind BAD_DATA. */
  public static ModelFile read(Path source) {
    String text;
    try {
      text = new String(Files.readAllBytes(source), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw bad("There is no model file %s. A run writes one into its --out folder.", source, e);
    } catch (IOException e) {
      throw bad("The model file %s cannot be read.", source, e);
    }
    return parse(text, source.toString());
  }

  /** Reads the text of a model file; the origin is for messages. */
  public static ModelFile parse(String text, String source) {
    try {
      return parse(Json.MAPPER.readTree(text));
    } catch (JsonProcessingException e) {
      throw bad("%s is damaged: it is not JSON to its end. Copy it again.", source, e);
    } catch (UnknownVersionException e) {
      throw new CoterieException(
          ErrorCode.BAD_DATA,
          "%s is no model that this version can use: %s. Use the Coterie that made it, or make it again with this one."
              .formatted(source, e.getMessage()),
          e);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new CoterieException(
          ErrorCode.BAD_DATA,
          "%s is no model that this version can use: %s. Make it again with coterie simulate."
              .formatted(source, sentence(e.getMessage())),
          e);
    }
  }

  private static ModelFile parse(JsonNode document) {
    if (!document.path("document").asText().equals(DOCUMENT)) {
      throw new IllegalArgumentException("it does not say \"document\": \"" + DOCUMENT + "\"");
    }
    int version = FieldJson.integer(document, "schema_version");
    if (version != SCHEMA_VERSION) {
      throw new UnknownVersionException(version, SCHEMA_VERSION);
    }
    List<RecordMap> steps = new ArrayList<>();
    FieldJson.list(document, "representation")
        .forEach(step -> steps.add(RecordMap.of(FieldJson.kind(step), FieldJson.fields(step))));
    JsonNode clusters = document.path("clusters");
    JsonNode input = document.path("input");
    List<String> columns = new ArrayList<>();
    FieldJson.list(input, "columns").forEach(name -> columns.add(name.asText()));
    List<ColumnSpec> specs = new ArrayList<>();
    if (input.has("described")) {
      FieldJson.list(input, "described").forEach(spec -> specs.add(ColumnJson.read(spec)));
    }
    FittedModel model =
        new FittedModel(
            FieldJson.integer(input, "dimension"),
            new Representation(steps),
            ClusterModel.of(FieldJson.kind(clusters), FieldJson.fields(clusters)));
    if (document.has(OUTLIERS)) { // models of before have none: that of their clusters counts
      model = model.withOutliers(outliers(document.path(OUTLIERS)));
    }
    ObjectNode provenance =
        document.path("provenance") instanceof ObjectNode object ? object : Json.object();
    return new ModelFile(
        model,
        InputKind.parse(FieldJson.text(input, "kind")),
        columns,
        specs,
        names(document.path(NAMES), model.clusters().clusterCount()),
        provenance);
  }

  private static OutlierRule outliers(JsonNode node) {
    List<Double> limits = new ArrayList<>();
    FieldJson.list(node, "limits").forEach(limit -> limits.add(limit.asDouble()));
    return new OutlierRule(
        node.path("share").asDouble(),
        Vector.of(limits.stream().mapToDouble(Double::doubleValue).toArray()),
        node.path("degrees").asDouble());
  }

  private static ClusterNames names(JsonNode node, int clusterCount) {
    ClusterNames names = ClusterNames.none();
    for (Map.Entry<String, JsonNode> one : node.properties()) {
      int cluster;
      try {
        cluster = Integer.parseInt(one.getKey());
      } catch (NumberFormatException e) {
        cluster = 0;
      }
      if (cluster < 1 || cluster > clusterCount) {
        throw new IllegalArgumentException(
            "a name is of a cluster that is none of 1 to %d".formatted(clusterCount));
      }
      names = names.with(cluster - 1, one.getValue().asText());
    }
    return names;
  }

  private static CoterieException bad(String message, Object source, Exception cause) {
    return new CoterieException(ErrorCode.BAD_DATA, message.formatted(source), cause);
  }

  private static String sentence(String message) {
    String text = message == null ? "a part has the wrong shape" : message;
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }
}

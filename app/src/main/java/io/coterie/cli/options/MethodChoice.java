package io.coterie.cli.options;

import io.coterie.CoterieException;
import io.coterie.method.Methods;
import io.coterie.method.NetworkEngine;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.InputPlan;
import io.coterie.plan.MethodOptions;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Option;

/** Which method, how many clusters, and the method's own options. */
public final class MethodChoice {
  @Option(
      names = "--method",
      paramLabel = "NAME",
      defaultValue = Methods.DEFAULT,
      description = "See 'coterie methods'. Default: ${DEFAULT-VALUE}.")
  String method;

  @Option(
      names = "--clusters",
      paramLabel = "N|auto",
      defaultValue = "auto",
      description = "How many clusters; auto finds the number. Default: ${DEFAULT-VALUE}.")
  String clusters;

  @Option(
      names = "--resolution",
      paramLabel = "HOW",
      description = "What the sites' graphs join: record, component or coarse.")
  String resolution;

  @Option(
      names = "--neighbors",
      paramLabel = "K",
      description = "How many neighbors a record has in its site's graph.")
  String neighbors;

  @Option(
      names = "--local-clusters",
      paramLabel = "K",
      description = "How many local clusters a site has (k-fed, fed-sc).")
  String localClusters;

  @Option(
      names = "--fuzzifier",
      paramLabel = "M",
      description =
          "How soft clusters are (ffcm), above 1. Default: 2, or 1.1 beyond 30 features or from 20"
              + " clusters.")
  String fuzzifier;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How many rounds move the anchors or centers of a method that has such rounds.")
  String rounds;

  @Option(
      names = "--robust",
      paramLabel = "HOW",
      description =
          "What is done about sites that may lie (anchor-graph, ffcm): none, cap, trimmed or median."
              + " Needs --sums plain. Default: none.")
  String robust;

  @Option(
      names = "--signs",
      paramLabel = "HOW",
      description = "How eigenvectors of sites are compared (dsc): absolute or reference.")
  String signs;

  @Option(
      names = "--subspace",
      paramLabel = "HOW",
      description = "How the coordinator groups the sites' samples (fed-sc): tsc or ssc.")
  String subspace;

  @Option(
      names = "--encoder",
      paramLabel = "KIND",
      description = {
        "What the graph is made of (spp-fgc-plus): gradients, contrastive, autoencoder, vae-dec,",
        "identity, or onnx:FILE for a network that is not trained. Default: gradients for images,",
        "else identity."
      })
  String encoder;

  @Option(
      names = "--passes",
      paramLabel = "N",
      description = {
        "Passes over a site's records in a round of training (spp-fgc-plus), default 1; or of its",
        "generator (ppfc-gan), by default as many as make 1,500 steps."
      })
  String passes;

  @Option(
      names = "--width",
      paramLabel = "N",
      description =
          "The channels of a network's first layer (spp-fgc-plus, ppfc-gan). Default: 16.")
  String width;

  @Option(
      names = "--resample-cap",
      paramLabel = "N",
      description = {
        "The most that a record's chance to be trained on is raised where its kind is rare at a",
        "site (spp-fgc-plus). Default: 50."
      })
  String resampleCap;

  @Option(
      names = "--teaching-rounds",
      paramLabel = "N",
      description = {
        "Rounds in which a network is taught the clusters of images, whose answer is taken where it",
        "agrees with the graph's (spp-fgc-plus). Default: 10 to 30, more where sites are small."
      })
  String teachingRounds;

  @Option(
      names = "--alignment",
      paramLabel = "HOW",
      description = {
        "How the sites' networks are brought together (spp-fgc-plus): averaging, or prototypes, where",
        "each site trains its own, as in the paper. Default: averaging."
      })
  String alignment;

  @Option(
      names = "--graph",
      paramLabel = "KIND",
      description = {
        "The graph of the embedded records (spp-fgc-plus): anchor, or coarse as of spp-fgc.",
        "Default: anchor; coarse with --alignment prototypes."
      })
  String graph;

  @Option(
      names = "--beside",
      paramLabel = "WHAT",
      description = {
        "What stands beside an image's embedding (spp-fgc-plus): gradients or none.",
        "Default: gradients; none with --alignment prototypes."
      })
  String beside;

  @Option(
      names = "--prototype-rounds",
      paramLabel = "N",
      description = {
        "The most rounds of training towards global prototypes (spp-fgc-plus).",
        "Default: 5 for vae-dec and autoencoder, else 0."
      })
  String prototypeRounds;

  @Option(
      names = "--clustering-weight",
      paramLabel = "W",
      description = {
        "The weight of the clustering loss in those rounds (spp-fgc-plus).",
        "Default: a tenth of the number of values of a record."
      })
  String clusteringWeight;

  @Option(
      names = "--generator",
      paramLabel = "KIND",
      description = "What makes up records at a site (ppfc-gan): gan or vae. Default: gan.")
  String generator;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = {
        "The most records that a site makes up (ppfc-gan), never more than it has.",
        "Default: 7000."
      })
  String samples;

  public StudyPlan plan(InputPlan input, PrivacyPlan privacy, String nominalEpsilon) {
    MethodOptions options = options(nominalEpsilon);
    if (encoder != null && encoder.startsWith("onnx:")) {
      options = options.with("encoder", NetworkEngine.find().encoder(encoder, input));
    }
    StudyPlan plan = new StudyPlan(method, clusterCount(), input, options, privacy);
    Methods.of(plan); // refuses what the method cannot do, before anything is read or written
    return plan;
  }

  /** Refuses what can be refused before the records are read. */
  public void check(PrivacyLevel level) {
    clusterCount();
    Methods.requireLevel(Methods.named(method), level);
  }

  private ClusterCount clusterCount() {
    if (clusters.equals("auto")) {
      return ClusterCount.auto();
    }
    try {
      return ClusterCount.of(Integer.parseInt(clusters));
    } catch (NumberFormatException e) {
      throw CoterieException.usage(
          "--clusters is '%s'; it must be a whole number of at least 1, or auto."
              .formatted(clusters));
    }
  }

  private MethodOptions options(String nominalEpsilon) {
    Map<String, String> stated = new LinkedHashMap<>();
    stated.put(
        "resolution",
        resolution == null
            ? null
            : Choice.of("--resolution", resolution, "record", "component", "coarse"));
    stated.put("neighbors", neighbors);
    stated.put("local-clusters", localClusters);
    stated.put("fuzzifier", fuzzifier);
    stated.put("rounds", rounds);
    stated.put("robust", robust);
    stated.put("signs", signs);
    stated.put("subspace", subspace);
    stated.put("encoder", encoder);
    stated.put("passes", passes);
    stated.put("width", width);
    stated.put("resample-cap", resampleCap);
    stated.put("teaching-rounds", teachingRounds);
    stated.put("alignment", alignment);
    stated.put("graph", graph);
    stated.put("beside", beside);
    stated.put("prototype-rounds", prototypeRounds);
    stated.put("clustering-weight", clusteringWeight);
    stated.put("generator", generator);
    stated.put("samples", samples);
    stated.put("epsilon", nominalEpsilon);
    stated.values().removeIf(Objects::isNull);
    return new MethodOptions(stated);
  }
}
